// The one header through which Swift sees SQLite.
#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies what is bound before it returns. A null pointer
// would bind NULL, which an empty text or blob is not.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const unsigned char *text, sqlite3_uint64 size) {
    const char *start = size == 0 ? "" : (const char *)text;
    return sqlite3_bind_text64(statement, index, start, size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 size) {
    if (size == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, size, SQLITE_TRANSIENT);
}
