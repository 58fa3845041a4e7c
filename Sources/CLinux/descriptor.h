// Event, timer and signal descriptors, peer credentials, locks and limits.
#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

// An eventfd that is readable after `clinux_wake` until `clinux_wake_clear`.
static inline int clinux_wake_open(void) {
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

static inline void clinux_wake(int fd) {
    uint64_t one = 1;
    // EAGAIN means the counter is full and so the descriptor readable already.
    while (write(fd, &one, sizeof one) < 0 && errno == EINTR) {
    }
}

static inline void clinux_wake_clear(int fd) {
    uint64_t count;
    while (read(fd, &count, sizeof count) < 0 && errno == EINTR) {
    }
}

// A timerfd on CLOCK_MONOTONIC.
static inline int clinux_timer_open(void) {
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

// Readable from that moment on (at once if it is past), and not before; 0 disarms. Setting clears an expiry.
static inline int clinux_timer_set(int fd, int64_t monotonic_nanoseconds) {
    struct itimerspec at = {{0, 0}, {0, 0}};
    at.it_value.tv_sec = (time_t)(monotonic_nanoseconds / 1000000000);
    at.it_value.tv_nsec = (long)(monotonic_nanoseconds % 1000000000);
    return timerfd_settime(fd, TFD_TIMER_ABSTIME, &at, NULL) < 0 ? -errno : 0;
}

// Bit n of a signal mask stands for signal n, 1 to 63.
static inline sigset_t clinux_signal_set(uint64_t mask) {
    sigset_t set;
    sigemptyset(&set);
    for (int number = 1; number < 64; number++)
        if (mask >> number & 1) sigaddset(&set, number);
    return set;
}

// Blocks signals in this thread and all it will start.
static inline int clinux_signals_block(uint64_t mask) {
    sigset_t set = clinux_signal_set(mask);
    return -pthread_sigmask(SIG_BLOCK, &set, NULL);
}

// Blocks every signal in this thread: for threads that are not to be interrupted.
static inline int clinux_signals_block_all(void) {
    sigset_t set;
    sigfillset(&set);
    return -pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static inline int clinux_signals_open(uint64_t mask) {
    sigset_t set = clinux_signal_set(mask);
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

// The next signal waiting in a signalfd, 0 if there is none.
static inline int clinux_signal_next(int fd) {
    struct signalfd_siginfo info;
    for (;;) {
        ssize_t size = read(fd, &info, sizeof info);
        if (size == (ssize_t)sizeof info) return (int)info.ssi_signo;
        if (size < 0 && errno == EINTR) continue;
        return size < 0 && errno != EAGAIN ? -errno : 0;
    }
}

// A write to a closed pipe or socket answers EPIPE instead of ending the process.
static inline void clinux_ignore_broken_pipes(void) {
    signal(SIGPIPE, SIG_IGN);
}

// Waits until one of two descriptors is readable: 1, 2, or 3 for both; 0 after the timeout (-1: never).
static inline int clinux_wait_readable(int first, int second, int milliseconds) {
    struct pollfd items[2] = {{first, POLLIN, 0}, {second, POLLIN, 0}};
    int ready = poll(items, 2, milliseconds);
    if (ready < 0) return errno == EINTR ? 0 : -errno;
    return (items[0].revents ? 1 : 0) | (items[1].revents ? 2 : 0);
}

// Who is at the other end of a unix socket, as of its connect.
struct clinux_peer {
    int error;
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

static inline struct clinux_peer clinux_peer_credentials(int fd) {
    struct clinux_peer peer = {0, 0, 0, 0};
    // struct ucred is only there for C with _GNU_SOURCE, in this order.
    struct {
        pid_t pid;
        uid_t uid;
        gid_t gid;
    } credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) < 0) {
        peer.error = errno;
    } else if (size != sizeof credentials || credentials.pid <= 0) {
        peer.error = ENODATA;
    } else {
        peer.pid = credentials.pid;
        peer.uid = credentials.uid;
        peer.gid = credentials.gid;
    }
    return peer;
}

// Opens or makes a file; variadic open is not imported.
static inline int clinux_open(const char *path, int flags, mode_t mode) {
    int fd;
    do fd = open(path, flags | O_CLOEXEC, mode);
    while (fd < 0 && errno == EINTR);
    return fd < 0 ? -errno : fd;
}

// Locks an open file for this open description alone, without waiting: 0, or -EWOULDBLOCK if another has it.
static inline int clinux_lock(int fd) {
    return flock(fd, LOCK_EX | LOCK_NB) < 0 ? -errno : 0;
}

// Frees the lock at once, even if a child that is about to exec still has a copy of the descriptor.
static inline void clinux_unlock(int fd) {
    flock(fd, LOCK_UN);
}

// How many descriptors this process has open: the entries of /proc/self/fd but for the one that is read with.
static inline int clinux_count_descriptors(void) {
    DIR *list = opendir("/proc/self/fd");
    if (!list) return -errno;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;)
        if (entry->d_name[0] != '.') count++;
    closedir(list);
    return count - 1;
}

// accept4, for one thread at a time, that never answers EMFILE: where no descriptor is left, whoever waits is taken by a
// spare one and let go again, and the answer is ECONNABORTED.
static inline int clinux_accept(int fd, void *address, void *size, int flags) {
    static int spare = -1;
    if (spare < 0) spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int accepted = (int)syscall(SYS_accept4, fd, address, size, flags);
    if (accepted >= 0 || errno != EMFILE) return accepted;
    if (spare >= 0) {
        close(spare);
        int dropped = (int)syscall(SYS_accept4, fd, NULL, NULL, SOCK_CLOEXEC);
        if (dropped >= 0) close(dropped);
        spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    errno = ECONNABORTED;
    return -1;
}

// While it refuses, a listening TCP socket takes no new connections: their first packet is dropped, and sent again by
// the other side until it gives up. Connections that stand or wait to be accepted are left alone.
static inline int clinux_refuse_connections(int fd, int refuse) {
    struct sock_filter drop = {BPF_RET | BPF_K, 0, 0, 0};
    struct sock_fprog program = {1, &drop};
    int result = refuse ? setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program)
                        : setsockopt(fd, SOL_SOCKET, SO_DETACH_FILTER, &program, sizeof program);
    return result < 0 ? -errno : 0;
}

// The soft limit of open descriptors.
struct clinux_limit {
    int error;
    uint64_t soft, hard;
};

// Raises the soft limit to `wanted` or the hard limit, whichever is less; never lowers it. Answers what holds now.
static inline struct clinux_limit clinux_raise_descriptors(uint64_t wanted) {
    struct clinux_limit limit = {0, 0, 0};
    struct rlimit now;
    if (getrlimit(RLIMIT_NOFILE, &now) < 0) {
        limit.error = errno;
        return limit;
    }
    rlim_t target = wanted < now.rlim_max ? (rlim_t)wanted : now.rlim_max;
    if (target > now.rlim_cur) {
        struct rlimit raised = {target, now.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) < 0)
            limit.error = errno;
        else
            now = raised;
    }
    limit.soft = now.rlim_cur;
    limit.hard = now.rlim_max;
    return limit;
}
