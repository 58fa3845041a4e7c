// The one header through which Swift sees libzmq.
#pragma once
#include <zmq.h>

// ZMQ_VERSION is a macro with arguments, which Swift does not import: the version this was compiled against.
static inline int czmq_compiled_version(void) {
    return ZMQ_MAKE_VERSION(ZMQ_VERSION_MAJOR, ZMQ_VERSION_MINOR, ZMQ_VERSION_PATCH);
}

// The version that was loaded, in the same form; a value instead of three pointers.
static inline int czmq_loaded_version(void) {
    int major = 0, minor = 0, patch = 0;
    zmq_version(&major, &minor, &patch);
    return ZMQ_MAKE_VERSION(major, minor, patch);
}
