#include "http/caller/pending_call.h"

#include "http/call/guarded.h"
#include "http/call/machine_problem.h"

namespace countersign::http {

bool PendingCall::take_key(const StreamId& owner) {
  auto key = idempotency_key_of(call_->head());
  if (!key) {
    refuse(key.error());
    return false;
  }
  if (!*key) return true;
  auto begun = idempotency_.begin(owner, std::move(**key));
  if (!begun) {
    refuse(begun.error());
    return false;
  }
  key_.emplace(*std::move(begun));
  return true;
}

PendingCall::Use PendingCall::use_of(const Sha256& meaning) const {
  if (!has_earlier()) return Use::New;
  return key_->earlier()->request == meaning ? Use::Repeated : Use::Other;
}

std::optional<IdempotencyRecord> PendingCall::record(const Sha256& meaning) const {
  if (!key_) return std::nullopt;
  return key_->record(meaning);
}

void PendingCall::release() {
  key_.reset();
  claim_.reset();
}

void PendingCall::reply(Response response) {
  release();
  call_->reply(std::move(response));
}

void PendingCall::reply_json(std::string body) {
  release();
  call_->reply_json(200, std::move(body));
}

void PendingCall::refuse(const Problem& problem) {
  release();
  call_->refuse(problem);
}

void PendingCall::answer_earlier() {
  const std::string used = key();
  const Sequence last = key_->earlier()->last;
  release();
  idempotency_.answer_again(call_, used, last);
}

void PendingCall::answer_again_later(Sequence last) {
  const std::string used = key();
  release();
  const bool posted =
      transfers_.submit(client_, [&idempotency = idempotency_, call = call_, used, last] {
        guarded(call, [&] { idempotency.answer_again(call, used, last); });
      });
  if (!posted) call_->refuse(unavailable("The server is busy; try again later."));
}

}  // namespace countersign::http
