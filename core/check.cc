#include "core/check.h"

#include <cstdio>
#include <cstdlib>

namespace countersign {

void check_failed(const char* why, const std::source_location& where) {
  std::fprintf(
      stderr, "countersign: check failed at %s:%u: %s\n", where.file_name(), where.line(), why);
  std::abort();
}

}  // namespace countersign
