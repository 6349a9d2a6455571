#include "tools/server/answer_news.h"

namespace countersign {

NewsPace& AnswerNews::pace_of(const http::AccessRecord& record) {
  const std::lock_guard lock(mutex_);
  return paces_.try_emplace({std::string(record.operation), record.status}, kPeriod).first->second;
}

void AnswerNews::tell(const http::AccessRecord& record, NewsPace::Time now) {
  const bool is_ours = record.status >= 500;
  const auto not_told = is_ours ? pace_of(record).take(now) : std::nullopt;
  if (is_ours ? !not_told : !journal_.tells(LogLevel::Debug)) return;
  const Journal::Field status{"status", std::to_string(record.status)};
  const Journal::Field method{"method", std::string(record.method)};
  const Journal::Field path{"path", std::string(record.path)};
  const Journal::Field took{"took_us", std::to_string(record.took.count())};
  const Journal::Field peer{"peer", std::string(record.peer_address)};
  const Journal::Field request{"request", std::string(record.request_id)};
  if (!is_ours) return journal_.debug("answered", {status, method, path, took, peer, request});
  journal_.warn(
      "answered",
      {status, method, path, took, peer, request, {"not_told", std::to_string(*not_told)}});
}

}  // namespace countersign
