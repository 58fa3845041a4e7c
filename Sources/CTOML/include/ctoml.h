#pragma once
#include <stddef.h>
#include <stdint.h>

// A C view of a TOML document. toml++ and its exceptions stay behind it.
//
// Ownership: everything a `ctoml_node` points to belongs to its document and lives until `ctoml_free`.
// Threads: a document is never changed after `ctoml_parse`.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ctoml_document ctoml_document;

enum ctoml_kind {
    CTOML_TABLE = 0,
    CTOML_ARRAY = 1,
    CTOML_STRING = 2,
    CTOML_INTEGER = 3,
    CTOML_FLOAT = 4,
    CTOML_BOOLEAN = 5,
    CTOML_DATETIME = 6,
};

/// A place in the text: both from 1, the column in code points; 0 where the text has no such place.
typedef struct ctoml_position {
    uint32_t line;
    uint32_t column;
} ctoml_position;

/// UTF-8 of `count` bytes, not terminated; it may hold NUL.
typedef struct ctoml_text {
    const char *bytes;
    size_t count;
} ctoml_text;

typedef struct ctoml_node {
    uint32_t kind;
    ctoml_position position;
    /// Of an entry of a table: its key. Empty and nowhere for elements of an array and the root.
    ctoml_text key;
    ctoml_position key_position;
    /// CTOML_STRING: the text. CTOML_DATETIME: as RFC 3339 writes it.
    ctoml_text text;
    /// CTOML_INTEGER.
    int64_t integer;
    /// CTOML_FLOAT.
    double real;
    /// CTOML_BOOLEAN: 0 or 1.
    uint32_t boolean;
    /// CTOML_TABLE: entries in the order of the text. CTOML_ARRAY: elements.
    const struct ctoml_node *children;
    size_t child_count;
} ctoml_node;

typedef struct ctoml_error {
    ctoml_position position;
    /// Terminated; cut at the end where it is longer.
    char message[512];
} ctoml_error;

/// Reads a document. NULL on an error, which is then written to `error`.
ctoml_document *ctoml_parse(const char *bytes, size_t count, ctoml_error *error);

/// The root table; it belongs to the document.
const ctoml_node *ctoml_root(const ctoml_document *document);

/// Frees the document and all that hangs on it. NULL is allowed.
void ctoml_free(ctoml_document *document);

#ifdef __cplusplus
}
#endif
