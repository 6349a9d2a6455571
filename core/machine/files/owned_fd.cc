#include "core/machine/files/owned_fd.h"

#include <unistd.h>

namespace countersign {

void OwnedFd::reset() {
  // No second try on EINTR: Linux has closed the descriptor, and its number may be in use again.
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

}  // namespace countersign
