// Threads, and starting another program.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// libc declares these for _GNU_SOURCE only, which this header must not define: Swift's Glibc was built without.
extern int execvpe(const char *, char *const[], char *const[]);
extern int pipe2(int[2], int);
extern int pthread_setname_np(pthread_t, const char *);

// What a child begins with.
struct clinux_spawn {
    char *const *arguments;    // ends with NULL; the first is looked up in PATH
    char *const *environment;  // ends with NULL
    const char *directory;     // NULL: the parent's
    int input, output, error;  // become 0, 1, 2; -1: inherited
    int parent_death_signal;   // sent to the child when the thread that called ends; 0: none
    int own_group;             // not 0: the child leads a process group of its own
};

// Moves a descriptor to its place in the child; one that is in place already must lose close-on-exec.
static inline int clinux_place(int from, int to) {
    if (from < 0) return 0;
    if (from == to) return fcntl(from, F_SETFD, 0);
    return dup2(from, to) < 0 ? -1 : 0;
}

// Starts a program: its pid, or the negative errno of whatever failed, exec included; then nothing was started.
//
// It is vfork and exec, as posix_spawn is, because posix_spawn cannot set a parent-death signal. The child shares this
// memory until exec, so it only makes system calls. Signals are blocked around it, so that no handler runs in the child,
// which starts with none blocked.
static inline pid_t clinux_start(const struct clinux_spawn *spawn) {
    sigset_t all, before;
    volatile int failure = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pid_t parent = getpid();
    pid_t child = vfork();
    if (child == 0) {
        struct sigaction standard = {.sa_handler = SIG_DFL}, now;
        sigset_t none;
        // Exec resets what is caught, but a handler must not run in shared memory before it. What is ignored stays so,
        // for nohup's sake, except SIGPIPE, which this program ignores by itself.
        for (int number = 1; number < NSIG; number++)
            if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_DFL &&
                (now.sa_handler != SIG_IGN || number == SIGPIPE))
                sigaction(number, &standard, NULL);
        if (spawn->own_group && setpgid(0, 0) < 0) goto failed;
        if (clinux_place(spawn->input, 0) < 0 || clinux_place(spawn->output, 1) < 0 ||
            clinux_place(spawn->error, 2) < 0)
            goto failed;
        if (spawn->directory && chdir(spawn->directory) < 0) goto failed;
        if (spawn->parent_death_signal) {
            if (prctl(PR_SET_PDEATHSIG, spawn->parent_death_signal) < 0) goto failed;
            // The parent may have died before the line above.
            if (getppid() != parent) _exit(127);
        }
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execvpe(spawn->arguments[0], spawn->arguments, spawn->environment);
    failed:
        failure = errno;
        _exit(127);
    }
    int refused = child < 0 ? errno : failure;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (child > 0 && refused) {
        // The child that could not begin is not to be left behind as a zombie.
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    return refused ? -refused : child;
}

// A descriptor that is readable when a child has ended, or the negative errno. libc has no name for it yet.
static inline int clinux_process_open(pid_t child) {
    long fd = syscall(SYS_pidfd_open, child, 0);
    return fd < 0 ? -errno : (int)fd;
}

// Waits until a child has ended and leaves it to be reaped, so that its pid stays its own: 0 or the negative errno.
static inline int clinux_await_end(pid_t child) {
    siginfo_t info;
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0)
        if (errno != EINTR) return -errno;
    return 0;
}

// Names the calling thread; the kernel takes 15 bytes.
static inline void clinux_name_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}

// How a child ended: exit code, or the signal that ended it.
struct clinux_end {
    int error;
    int code;
    int signal;
};

// Takes the end of a child that has ended.
static inline struct clinux_end clinux_reap(pid_t child) {
    struct clinux_end end = {0, 0, 0};
    int status = 0;
    pid_t reaped;
    do reaped = waitpid(child, &status, 0);
    while (reaped < 0 && errno == EINTR);
    if (reaped < 0)
        end.error = errno;
    else if (WIFSIGNALED(status))
        end.signal = WTERMSIG(status);
    else
        end.code = WEXITSTATUS(status);
    return end;
}

// A pipe whose ends close on exec.
struct clinux_pipe {
    int error;
    int reading, writing;
};

static inline struct clinux_pipe clinux_make_pipe(void) {
    struct clinux_pipe made = {0, -1, -1};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) {
        made.error = errno;
    } else {
        made.reading = ends[0];
        made.writing = ends[1];
    }
    return made;
}
