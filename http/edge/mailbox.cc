#include "http/edge/mailbox.h"

#include <sys/eventfd.h>

#include <utility>

#include "core/check.h"
#include "http/edge/body_pipe.h"

namespace countersign::http {

Mailbox::Mailbox() : event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  check(static_cast<bool>(event_), "a mailbox has an eventfd");
}

bool Mailbox::post(Mail&& mail) {
  bool wake = false;
  {
    const MutexLock lock(mutex_);
    if (closed_) return false;
    wake = waiting_.empty();
    waiting_.push_back(std::move(mail));
  }
  if (wake) {
    // Fails only if the counter is full; the loop is then awake anyway.
    (void)::eventfd_write(event_.get(), 1);
  }
  return true;
}

void Mailbox::take(std::vector<Mail>& taken) {
  eventfd_t count = 0;
  (void)::eventfd_read(event_.get(), &count);
  const MutexLock lock(mutex_);
  waiting_.swap(taken);
}

void Mailbox::close() {
  std::vector<Mail> unread;
  {
    const MutexLock lock(mutex_);
    closed_ = true;
    waiting_.swap(unread);
  }
  // Outside the lock: the destructors of the messages may post.
  for (Mail& mail : unread) {
    auto* const answered = std::get_if<Answered>(&mail);
    if (answered != nullptr && answered->response && answered->response->stream) {
      answered->response->stream->close_reader();
    }
  }
}

}  // namespace countersign::http
