#include "core/machine/files/owned_fd.h"

#include <unistd.h>

namespace countersign {

void OwnedFd::reset() {
  // Not tried again on EINTR: Linux has closed it then, and the number may be another's.
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

}  // namespace countersign
