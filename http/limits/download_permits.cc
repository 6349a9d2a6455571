#include "http/limits/download_permits.h"

#include "core/check.h"

namespace countersign::http {

DownloadPermits::DownloadPermits(std::size_t total) : shares_(total) {
  check(total > 0, "the number of transfer permits is above 0");
}

}  // namespace countersign::http
