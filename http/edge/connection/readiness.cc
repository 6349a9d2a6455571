#include "http/edge/connection/readiness.h"

namespace countersign::http {

using Status = IoResult::Status;

void Readiness::report(bool readable, bool writable, bool hangup) {
  may_read_ = may_read_ || readable || hangup;
  may_write_ = may_write_ || writable;
  if (readable) write_needs_read_ = false;
  if (writable) read_needs_write_ = false;
}

void Readiness::after_read(Status status) {
  if (status == Status::NeedsRead || status == Status::End) may_read_ = false;
  if (status == Status::NeedsWrite) read_needs_write_ = true;
}

void Readiness::after_write(Status status) {
  if (status == Status::NeedsWrite) may_write_ = false;
  if (status == Status::NeedsRead) write_needs_read_ = true;
}

std::optional<Readiness::Interest> Readiness::change(bool wants_input, bool has_output) const {
  const bool lazily = interest_ && interest_->read && !may_read_;
  const Interest wanted{.read = wants_input || write_needs_read_ || lazily,
                        .write = has_output || read_needs_write_};
  return interest_ == wanted ? std::nullopt : std::optional(wanted);
}

}  // namespace countersign::http
