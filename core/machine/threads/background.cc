#include "core/machine/threads/background.h"

#include <sys/resource.h>
#include <unistd.h>

namespace countersign {
namespace {

thread_local bool in_background = false;

}  // namespace

void go_to_background(Background how) {
  in_background = true;
  // 0 names the calling thread, not its process.
  (void)::setpriority(PRIO_PROCESS, 0, static_cast<int>(how));
}

bool is_in_background() { return in_background; }

}  // namespace countersign
