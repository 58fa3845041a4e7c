#include "disk.h"

#include <stdlib.h>
#include <string.h>

#include "forgetful.h"

static int image_resize(image *i, sqlite3_int64 size) {
    if (size > i->capacity) {
        sqlite3_int64 capacity = size * 2;
        unsigned char *bytes = realloc(i->bytes, (size_t)capacity);
        if (!bytes) return 0;
        i->bytes = bytes;
        i->capacity = capacity;
    }
    if (size > i->size) memset(i->bytes + i->size, 0, (size_t)(size - i->size));
    i->size = size;
    return 1;
}

static int image_apply(image *i, const change *c) {
    if (!c->bytes) return image_resize(i, c->offset);
    if (c->offset + c->size > i->size && !image_resize(i, c->offset + c->size)) return 0;
    memcpy(i->bytes + c->offset, c->bytes, (size_t)c->size);
    return 1;
}

static void file_drop_changes(file *f) {
    while (f->first) {
        change *c = f->first;
        f->first = c->next;
        free(c->bytes);
        free(c);
    }
    f->last = &f->first;
}

static int file_change(file *f, const void *bytes, sqlite3_int64 size, sqlite3_int64 offset) {
    change *c = calloc(1, sizeof *c);
    if (!c) return SQLITE_IOERR_NOMEM;
    c->offset = offset;
    c->size = size;
    if (bytes) {
        c->bytes = malloc((size_t)size);
        if (!c->bytes) {
            free(c);
            return SQLITE_IOERR_NOMEM;
        }
        memcpy(c->bytes, bytes, (size_t)size);
    }
    *f->last = c;
    f->last = &c->next;
    return image_apply(&f->now, c) ? SQLITE_OK : SQLITE_IOERR_NOMEM;
}

int file_write(file *f, const void *bytes, sqlite3_int64 size, sqlite3_int64 offset) {
    return file_change(f, bytes, size, offset);
}

int file_truncate(file *f, sqlite3_int64 size) { return file_change(f, NULL, 0, size); }

int file_sync(file *f) {
    for (change *c = f->first; c; c = c->next)
        if (!image_apply(&f->kept, c)) return SQLITE_IOERR_NOMEM;
    file_drop_changes(f);
    return SQLITE_OK;
}

void file_forget_regions(disk *d, file *f) {
    for (int at = 0; at < FORGETFUL_REGIONS; at++) {
        if (!f->regions[at]) continue;
        grave *g = malloc(sizeof *g);
        if (g) {
            g->memory = f->regions[at];
            g->next = d->graves;
            d->graves = g;
        }
        f->regions[at] = NULL;
    }
    memset(f->region_shared, 0, sizeof f->region_shared);
    memset(f->region_exclusive, 0, sizeof f->region_exclusive);
}

file *disk_new_file(disk *d) {
    file *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->last = &f->first;
    f->next = d->files;
    d->files = f;
    return f;
}

static int directory_slot(const directory *names, const char *name) {
    for (int at = 0; at < FORGETFUL_NAMES; at++)
        if (names->names[at] && strcmp(names->names[at], name) == 0) return at;
    return -1;
}

static int directory_set(directory *names, const char *name, file *f) {
    int at = directory_slot(names, name);
    if (at < 0) {
        for (at = 0; at < FORGETFUL_NAMES && names->names[at]; at++) {
        }
        if (at == FORGETFUL_NAMES || !(names->names[at] = strdup(name))) return 0;
    }
    names->files[at] = f;
    return 1;
}

static int directory_remove(directory *names, const char *name) {
    int at = directory_slot(names, name);
    if (at < 0) return 0;
    free(names->names[at]);
    names->names[at] = NULL;
    names->files[at] = NULL;
    return 1;
}

static void directory_copy(directory *to, const directory *from) {
    for (int at = 0; at < FORGETFUL_NAMES; at++) {
        free(to->names[at]);
        to->names[at] = from->names[at] ? strdup(from->names[at]) : NULL;
        to->files[at] = to->names[at] ? from->files[at] : NULL;
    }
}

file *disk_find(disk *d, const char *name) {
    int at = directory_slot(&d->now, name);
    return at < 0 ? NULL : d->now.files[at];
}

int disk_link(disk *d, const char *name, file *f) { return directory_set(&d->now, name, f); }

int disk_unlink(disk *d, const char *name) { return directory_remove(&d->now, name); }

void disk_sync_names(disk *d) { directory_copy(&d->kept, &d->now); }

// One fair bit of a generator that goes through all its 2^64 states.
static int coin(unsigned long long *state) {
    unsigned long long z = *state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return (int)((z ^ z >> 31) >> 63);
}

// Lets each unsynced name and deletion reach the kept directory by a coin.
static void keep_some_names(disk *d, unsigned long long *state) {
    for (int at = 0; at < FORGETFUL_NAMES; at++) {
        const char *name = d->now.names[at];
        if (name && directory_slot(&d->kept, name) < 0 && coin(state)) directory_set(&d->kept, name, d->now.files[at]);
        const char *gone = d->kept.names[at];
        if (gone && directory_slot(&d->now, gone) < 0 && coin(state)) directory_remove(&d->kept, gone);
    }
}

void forgetful_disk_crash(disk *d, unsigned long long seed) {
    pthread_mutex_lock(&d->mutex);
    unsigned long long state = seed;
    if (seed) keep_some_names(d, &state);
    for (file *f = d->files; f; f = f->next) {
        for (change *c = f->first; seed && c; c = c->next)
            if (coin(&state)) image_apply(&f->kept, c);
        file_drop_changes(f);
        if (image_resize(&f->now, f->kept.size) && f->kept.size)
            memcpy(f->now.bytes, f->kept.bytes, (size_t)f->kept.size);
        f->shared = f->mapped = 0;
        f->reserved = f->pending = f->exclusive = NULL;
        file_forget_regions(d, f);
    }
    directory_copy(&d->now, &d->kept);
    d->generation++;
    pthread_mutex_unlock(&d->mutex);
}

unsigned long long forgetful_disk_unsynced(disk *d) {
    unsigned long long count = 0;
    pthread_mutex_lock(&d->mutex);
    for (file *f = d->files; f; f = f->next)
        for (change *c = f->first; c; c = c->next) count++;
    for (int at = 0; at < FORGETFUL_NAMES; at++) {
        if (d->now.names[at] && directory_slot(&d->kept, d->now.names[at]) < 0) count++;
        if (d->kept.names[at] && directory_slot(&d->now, d->kept.names[at]) < 0) count++;
    }
    pthread_mutex_unlock(&d->mutex);
    return count;
}

unsigned long long forgetful_disk_syncs(disk *d) {
    pthread_mutex_lock(&d->mutex);
    unsigned long long syncs = d->syncs;
    pthread_mutex_unlock(&d->mutex);
    return syncs;
}

void forgetful_disk_refuse_writes(disk *d, int result) {
    pthread_mutex_lock(&d->mutex);
    d->write_result = result;
    pthread_mutex_unlock(&d->mutex);
}

void forgetful_disk_refuse_syncs(disk *d, int result) {
    pthread_mutex_lock(&d->mutex);
    d->sync_result = result;
    pthread_mutex_unlock(&d->mutex);
}

void forgetful_disk_destroy(disk *d) {
    sqlite3_vfs_unregister(&d->vfs);
    pthread_mutex_lock(&d->mutex);
    d->abandoned = 1;
    disk_unlock(d);
}

// Unlocks, and frees a disk that is abandoned once nothing is open on it.
void disk_unlock(disk *d) {
    int over = d->abandoned && d->open == 0;
    pthread_mutex_unlock(&d->mutex);
    if (!over) return;
    for (file *f = d->files, *next; f; f = next) {
        next = f->next;
        file_drop_changes(f);
        file_forget_regions(d, f);
        free(f->now.bytes);
        free(f->kept.bytes);
        free(f);
    }
    for (grave *g = d->graves, *next; g; g = next) {
        next = g->next;
        free(g->memory);
        free(g);
    }
    for (int at = 0; at < FORGETFUL_NAMES; at++) {
        free(d->now.names[at]);
        free(d->kept.names[at]);
    }
    pthread_mutex_destroy(&d->mutex);
    free((char *)d->vfs.zName);
    free(d);
}
