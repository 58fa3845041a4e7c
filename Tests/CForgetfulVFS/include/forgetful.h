// A disk in memory for SQLite that forgets, at a crash, whatever was not synced.
//
// It has what a killed process cannot show: a missing sync. Each file has the content that processes read and the
// content that would be found after a power cut; the difference is the list of changes since its last sync. The
// directory has the same two states: a new name survives once the directory was synced, which SQLite does with the
// first sync of a new journal or log, and a deletion once it is asked for. It is as unkind as POSIX allows.
//
// Caveats: locks and shared memory work between the connections of one process; changes survive or not as whole
// writes, never half of one. All functions may be called from any thread; a crash while a connection is inside a call
// waits for that call.
#pragma once

typedef struct forgetful_disk forgetful_disk;

// Makes an empty disk and registers it as the VFS `name`; NULL if memory or SQLite refuses.
forgetful_disk *forgetful_disk_create(const char *name);

// Unregisters it and frees it with the last file that is open on it.
void forgetful_disk_destroy(forgetful_disk *disk);

// Cuts the power. With seed 0 every unsynced change is lost; with another, each survives by a coin of that seed.
// Connections opened before answer SQLITE_IOERR from now on and can only be closed.
void forgetful_disk_crash(forgetful_disk *disk, unsigned long long seed);

// Every write answers this result code until it is 0 (SQLITE_OK): SQLITE_FULL, say.
void forgetful_disk_refuse_writes(forgetful_disk *disk, int result);

// Every sync answers this result code until it is 0 (SQLITE_OK): SQLITE_IOERR_FSYNC, say.
void forgetful_disk_refuse_syncs(forgetful_disk *disk, int result);

// How many syncs of files were done.
unsigned long long forgetful_disk_syncs(forgetful_disk *disk);

// How many writes, truncations, new names and deletions would be lost by a crash now.
unsigned long long forgetful_disk_unsynced(forgetful_disk *disk);
