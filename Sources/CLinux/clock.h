// Clocks and the boot id.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

// Nanoseconds of CLOCK_MONOTONIC, which stands still while the machine sleeps and never steps.
static inline int64_t clinux_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Nanoseconds since 1970 of CLOCK_REALTIME, which steps whenever somebody sets it.
static inline int64_t clinux_realtime_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// The 128 bits of the boot's UUID.
struct clinux_boot_id {
    int error;
    uint64_t high, low;
};

static inline struct clinux_boot_id clinux_read_boot_id(void) {
    struct clinux_boot_id id = {0, 0, 0};
    char text[64];
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        id.error = errno;
        return id;
    }
    ssize_t size = read(fd, text, sizeof text);
    id.error = size < 0 ? errno : 0;
    close(fd);
    int digits = 0;
    for (ssize_t at = 0; at < size; at++) {
        char c = text[at];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0) continue;
        id.high = id.high << 4 | id.low >> 60;
        id.low = id.low << 4 | (uint64_t)digit;
        digits++;
    }
    if (id.error == 0 && digits != 32) id.error = EBADMSG;
    return id;
}
