// What SQLite has open.
#pragma once
#include "disk.h"

// An open file of one connection.
typedef struct {
    sqlite3_file base;
    disk *d;
    file *f;
    unsigned long long generation;
    int level;
    // A new journal or log: its first sync is the directory's too.
    int sync_names;
    int mapped;
    unsigned shared_mask, exclusive_mask;
} handle;

extern const sqlite3_io_methods forgetful_methods;
