// What SQLite calls on the disk: opening and deleting files by name.
#include <stdlib.h>
#include <string.h>

#include "forgetful.h"
#include "handle.h"

static int v_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *flags_out) {
    disk *d = vfs->pAppData;
    handle *h = (handle *)base;
    memset(h, 0, sizeof *h);
    pthread_mutex_lock(&d->mutex);
    file *f = name ? disk_find(d, name) : NULL;
    if (!f && flags & SQLITE_OPEN_CREATE) {
        f = disk_new_file(d);
        if (f && name && !disk_link(d, name, f)) f = NULL;
        h->sync_names = (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL)) != 0;
    }
    if (f) {
        h->base.pMethods = &forgetful_methods;
        h->d = d;
        h->f = f;
        h->generation = d->generation;
        d->open++;
        if (flags_out) *flags_out = flags;
    }
    pthread_mutex_unlock(&d->mutex);
    return f ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int v_delete(sqlite3_vfs *vfs, const char *name, int sync_names) {
    disk *d = vfs->pAppData;
    pthread_mutex_lock(&d->mutex);
    int there = disk_unlink(d, name);
    if (there && sync_names) disk_sync_names(d);
    pthread_mutex_unlock(&d->mutex);
    return there ? SQLITE_OK : SQLITE_IOERR_DELETE_NOENT;
}

static int v_access(sqlite3_vfs *vfs, const char *name, int flags, int *answer) {
    disk *d = vfs->pAppData;
    pthread_mutex_lock(&d->mutex);
    file *f = disk_find(d, name);
    // As with SQLite's own, an empty file does not exist for those who ask whether one does.
    *answer = f && (flags != SQLITE_ACCESS_EXISTS || f->now.size > 0);
    pthread_mutex_unlock(&d->mutex);
    return SQLITE_OK;
}

static int v_full_name(sqlite3_vfs *vfs, const char *name, int size, char *full) {
    (void)vfs;
    if ((int)strlen(name) >= size) return SQLITE_CANTOPEN;
    strcpy(full, name);
    return SQLITE_OK;
}

static int v_randomness(sqlite3_vfs *vfs, int size, char *bytes) {
    disk *d = vfs->pAppData;
    return d->usual->xRandomness(d->usual, size, bytes);
}

static int v_sleep(sqlite3_vfs *vfs, int microseconds) {
    disk *d = vfs->pAppData;
    return d->usual->xSleep(d->usual, microseconds);
}

static int v_time(sqlite3_vfs *vfs, double *julian_day) {
    disk *d = vfs->pAppData;
    return d->usual->xCurrentTime(d->usual, julian_day);
}

static int v_last_error(sqlite3_vfs *vfs, int size, char *text) {
    (void)vfs, (void)size, (void)text;
    return 0;
}

forgetful_disk *forgetful_disk_create(const char *name) {
    disk *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    // The first call initialises SQLite, which the usual VFS depends on.
    d->usual = sqlite3_initialize() == SQLITE_OK ? sqlite3_vfs_find(NULL) : NULL;
    d->vfs = (sqlite3_vfs){
        .iVersion = 1,
        .szOsFile = sizeof(handle),
        .mxPathname = 512,
        .zName = strdup(name),
        .pAppData = d,
        .xOpen = v_open,
        .xDelete = v_delete,
        .xAccess = v_access,
        .xFullPathname = v_full_name,
        .xRandomness = v_randomness,
        .xSleep = v_sleep,
        .xCurrentTime = v_time,
        .xGetLastError = v_last_error,
    };
    pthread_mutex_init(&d->mutex, NULL);
    if (!d->usual || !d->vfs.zName || sqlite3_vfs_register(&d->vfs, 0) != SQLITE_OK) {
        free((char *)d->vfs.zName);
        free(d);
        return NULL;
    }
    return d;
}
