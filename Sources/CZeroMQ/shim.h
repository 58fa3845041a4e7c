// The one header through which Swift sees libzmq.
#pragma once
#include <zmq.h>
