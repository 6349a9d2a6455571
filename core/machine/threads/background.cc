#include "core/machine/threads/background.h"

#include <sys/resource.h>
#include <unistd.h>

namespace countersign {
namespace {

constexpr int kNice = 10;

}  // namespace

void go_to_background() {
  // 0 names the calling thread, not its process.
  (void)::setpriority(PRIO_PROCESS, 0, kNice);
}

}  // namespace countersign
