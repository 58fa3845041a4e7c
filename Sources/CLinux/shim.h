// The Linux calls that Swift's Glibc does not import or would need pointers for, as small functions over numbers.
// Where a function can fail it answers the negative errno, or has `error` in its result: 0 or an errno.
#pragma once
#include "clock.h"
#include "descriptor.h"
#include "process.h"
