// The files, names and locks of a forgetful disk; every function expects the disk's mutex to be held.
#pragma once
#include <pthread.h>
#include <sqlite3.h>

#define FORGETFUL_NAMES 64
#define FORGETFUL_REGIONS 64

// Bytes that grow.
typedef struct {
    unsigned char *bytes;
    sqlite3_int64 size, capacity;
} image;

// A write, or with `bytes` NULL a truncation to `offset`, that is not synced.
typedef struct change {
    struct change *next;
    sqlite3_int64 offset, size;
    unsigned char *bytes;
} change;

// A file, whatever its name is or was. It is freed with its disk.
typedef struct file {
    struct file *next;
    image now, kept;
    change *first, **last;
    // Locks: who has each, and how many share.
    int shared;
    void *reserved, *pending, *exclusive;
    // Shared memory of the write-ahead log's index.
    int mapped;
    void *regions[FORGETFUL_REGIONS];
    int region_shared[SQLITE_SHM_NLOCK];
    void *region_exclusive[SQLITE_SHM_NLOCK];
} file;

typedef struct {
    char *names[FORGETFUL_NAMES];
    file *files[FORGETFUL_NAMES];
} directory;

// Memory that a connection of before a crash may still look at.
typedef struct grave {
    struct grave *next;
    void *memory;
} grave;

struct forgetful_disk {
    sqlite3_vfs vfs;
    sqlite3_vfs *usual;
    pthread_mutex_t mutex;
    directory now, kept;
    file *files;
    grave *graves;
    unsigned long long generation, syncs;
    int write_result, sync_result;
    int open, abandoned;
};

typedef struct forgetful_disk disk;

void disk_unlock(disk *d);
file *disk_new_file(disk *d);
file *disk_find(disk *d, const char *name);
// 0 when the directory is full.
int disk_link(disk *d, const char *name, file *f);
int disk_unlink(disk *d, const char *name);
void disk_sync_names(disk *d);
int file_write(file *f, const void *bytes, sqlite3_int64 size, sqlite3_int64 offset);
int file_truncate(file *f, sqlite3_int64 size);
int file_sync(file *f);
void file_forget_regions(disk *d, file *f);
