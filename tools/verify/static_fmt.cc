// Debian has no static library of fmt. This file, compiled with -fkeep-inline-functions, is one:
// fmt has all its functions in its headers too, there as inline functions and templates.
#define FMT_HEADER_ONLY
#include <fmt/format-inl.h>
