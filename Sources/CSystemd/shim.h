// The one header through which Swift sees libsystemd.
#pragma once
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
#include <sys/stat.h>

// Whether a descriptor is the file of this device and inode, as $JOURNAL_STREAM names one.
static inline int csystemd_is_file(int descriptor, unsigned long long device, unsigned long long inode) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && status.st_dev == device && status.st_ino == inode;
}
