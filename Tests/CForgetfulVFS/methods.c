// What SQLite calls on an open file: content, locks, and the shared memory of the log's index.
#include <stdlib.h>
#include <string.h>

#include "handle.h"

// Every method takes the disk's mutex here; a handle of before a crash is dead.
static int enter(handle *h) {
    pthread_mutex_lock(&h->d->mutex);
    return h->generation == h->d->generation;
}

static int leave(handle *h, int result) {
    pthread_mutex_unlock(&h->d->mutex);
    return result;
}

static int file_unlock_now(handle *h, int level) {
    file *f = h->f;
    if (f->reserved == h) f->reserved = NULL;
    if (f->pending == h) f->pending = NULL;
    if (f->exclusive == h) f->exclusive = NULL;
    if (level == SQLITE_LOCK_NONE && h->level >= SQLITE_LOCK_SHARED) f->shared--;
    h->level = level;
    return SQLITE_OK;
}

static void release_regions(handle *h) {
    for (int at = 0; at < SQLITE_SHM_NLOCK; at++) {
        if (h->shared_mask >> at & 1) h->f->region_shared[at]--;
        if (h->f->region_exclusive[at] == h) h->f->region_exclusive[at] = NULL;
    }
    h->shared_mask = h->exclusive_mask = 0;
    if (h->mapped && --h->f->mapped == 0) file_forget_regions(h->d, h->f);
    h->mapped = 0;
}

static int x_close(sqlite3_file *base) {
    handle *h = (handle *)base;
    if (enter(h)) {
        release_regions(h);
        if (h->level > SQLITE_LOCK_NONE) file_unlock_now(h, SQLITE_LOCK_NONE);
    }
    h->d->open--;
    disk_unlock(h->d);
    return SQLITE_OK;
}

static int x_read(sqlite3_file *base, void *buffer, int size, sqlite3_int64 offset) {
    handle *h = (handle *)base;
    if (!enter(h)) return leave(h, SQLITE_IOERR_READ);
    sqlite3_int64 there = h->f->now.size - offset;
    if (there >= size) {
        memcpy(buffer, h->f->now.bytes + offset, (size_t)size);
        return leave(h, SQLITE_OK);
    }
    memset(buffer, 0, (size_t)size);
    if (there > 0) memcpy(buffer, h->f->now.bytes + offset, (size_t)there);
    return leave(h, SQLITE_IOERR_SHORT_READ);
}

static int x_write(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 offset) {
    handle *h = (handle *)base;
    if (!enter(h)) return leave(h, SQLITE_IOERR_WRITE);
    if (h->d->write_result) return leave(h, h->d->write_result);
    return leave(h, file_write(h->f, bytes, size, offset));
}

static int x_truncate(sqlite3_file *base, sqlite3_int64 size) {
    handle *h = (handle *)base;
    if (!enter(h)) return leave(h, SQLITE_IOERR_TRUNCATE);
    return leave(h, file_truncate(h->f, size));
}

static int x_sync(sqlite3_file *base, int flags) {
    (void)flags;
    handle *h = (handle *)base;
    if (!enter(h)) return leave(h, SQLITE_IOERR_FSYNC);
    if (h->d->sync_result) return leave(h, h->d->sync_result);
    int result = file_sync(h->f);
    if (result == SQLITE_OK && h->sync_names) {
        disk_sync_names(h->d);
        h->sync_names = 0;
    }
    h->d->syncs++;
    return leave(h, result);
}

static int x_size(sqlite3_file *base, sqlite3_int64 *size) {
    handle *h = (handle *)base;
    if (!enter(h)) return leave(h, SQLITE_IOERR_FSTAT);
    *size = h->f->now.size;
    return leave(h, SQLITE_OK);
}

static int x_lock(sqlite3_file *base, int level) {
    handle *h = (handle *)base;
    if (!enter(h)) return leave(h, SQLITE_IOERR_LOCK);
    file *f = h->f;
    if (level <= h->level) return leave(h, SQLITE_OK);
    if (level == SQLITE_LOCK_SHARED) {
        if (f->pending || f->exclusive) return leave(h, SQLITE_BUSY);
        f->shared++;
    } else if (level == SQLITE_LOCK_RESERVED) {
        if (f->reserved || f->pending) return leave(h, SQLITE_BUSY);
        f->reserved = h;
    } else {
        if ((f->pending && f->pending != h) || (f->reserved && f->reserved != h)) return leave(h, SQLITE_BUSY);
        f->pending = h;
        if (f->shared > 1) {
            h->level = SQLITE_LOCK_PENDING;
            return leave(h, SQLITE_BUSY);
        }
        f->exclusive = h;
    }
    h->level = level;
    return leave(h, SQLITE_OK);
}

static int x_unlock(sqlite3_file *base, int level) {
    handle *h = (handle *)base;
    if (!enter(h) || level >= h->level) return leave(h, SQLITE_OK);
    return leave(h, file_unlock_now(h, level));
}

static int x_check_reserved(sqlite3_file *base, int *reserved) {
    handle *h = (handle *)base;
    if (!enter(h)) return leave(h, SQLITE_IOERR_CHECKRESERVEDLOCK);
    *reserved = h->f->reserved != NULL;
    return leave(h, SQLITE_OK);
}

static int x_control(sqlite3_file *base, int operation, void *argument) {
    (void)base, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int x_sector(sqlite3_file *base) {
    (void)base;
    return 512;
}

static int x_characteristics(sqlite3_file *base) {
    (void)base;
    return 0;
}

static int x_map(sqlite3_file *base, int region, int size, int extend, void volatile **memory) {
    handle *h = (handle *)base;
    *memory = NULL;
    if (!enter(h)) return leave(h, SQLITE_IOERR_SHMMAP);
    if (region >= FORGETFUL_REGIONS) return leave(h, SQLITE_IOERR_NOMEM);
    if (!h->mapped) {
        h->mapped = 1;
        h->f->mapped++;
    }
    if (!h->f->regions[region] && extend) h->f->regions[region] = calloc(1, (size_t)size);
    *memory = h->f->regions[region];
    return leave(h, extend && !*memory ? SQLITE_IOERR_NOMEM : SQLITE_OK);
}

static int x_region_lock(sqlite3_file *base, int offset, int count, int flags) {
    handle *h = (handle *)base;
    if (!enter(h)) return leave(h, flags & SQLITE_SHM_UNLOCK ? SQLITE_OK : SQLITE_IOERR_SHMLOCK);
    file *f = h->f;
    for (int at = offset; at < offset + count && flags & SQLITE_SHM_LOCK; at++) {
        void *owner = f->region_exclusive[at];
        int others = f->region_shared[at] - (int)(h->shared_mask >> at & 1);
        if ((owner && owner != h) || (flags & SQLITE_SHM_EXCLUSIVE && others > 0)) return leave(h, SQLITE_BUSY);
    }
    for (int at = offset; at < offset + count; at++) {
        unsigned bit = 1u << at;
        if (flags & SQLITE_SHM_SHARED) {
            int held = (h->shared_mask & bit) != 0, wanted = (flags & SQLITE_SHM_LOCK) != 0;
            f->region_shared[at] += wanted - held;
            h->shared_mask = wanted ? h->shared_mask | bit : h->shared_mask & ~bit;
        } else {
            f->region_exclusive[at] = flags & SQLITE_SHM_LOCK ? h : NULL;
        }
    }
    return leave(h, SQLITE_OK);
}

static void x_barrier(sqlite3_file *base) {
    (void)base;
    __sync_synchronize();
}

static int x_unmap(sqlite3_file *base, int delete_it) {
    (void)delete_it;
    handle *h = (handle *)base;
    if (enter(h)) release_regions(h);
    return leave(h, SQLITE_OK);
}

const sqlite3_io_methods forgetful_methods = {
    .iVersion = 2,
    .xClose = x_close,
    .xRead = x_read,
    .xWrite = x_write,
    .xTruncate = x_truncate,
    .xSync = x_sync,
    .xFileSize = x_size,
    .xLock = x_lock,
    .xUnlock = x_unlock,
    .xCheckReservedLock = x_check_reserved,
    .xFileControl = x_control,
    .xSectorSize = x_sector,
    .xDeviceCharacteristics = x_characteristics,
    .xShmMap = x_map,
    .xShmLock = x_region_lock,
    .xShmBarrier = x_barrier,
    .xShmUnmap = x_unmap,
};
