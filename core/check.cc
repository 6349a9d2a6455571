#include "core/check.h"

#include <cstdio>
#include <cstdlib>

namespace countersign {

void check_failed(const char* why, const char* file, unsigned line) {
  std::fprintf(stderr, "countersign: check failed at %s:%u: %s\n", file, line, why);
  std::abort();
}

}  // namespace countersign
