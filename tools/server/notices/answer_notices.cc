#include "tools/server/notices/answer_notices.h"

namespace countersign {

NoticePace& AnswerNotices::pace_of(const http::AccessRecord& record) {
  const MutexLock lock(mutex_);
  return paces_.try_emplace({std::string(record.operation), record.status}, kPeriod).first->second;
}

void AnswerNotices::tell(const http::AccessRecord& record, NoticePace::Time now) {
  const bool is_ours = record.status >= 500;
  const auto not_told = is_ours ? pace_of(record).take(now) : std::nullopt;
  if (is_ours ? !not_told : !operator_log_.tells(LogLevel::Debug)) return;
  const OperatorLog::Field status{"status", std::to_string(record.status)};
  const OperatorLog::Field method{"method", std::string(record.method)};
  const OperatorLog::Field path{"path", std::string(record.path)};
  const OperatorLog::Field took{"took_us", std::to_string(record.took.count())};
  const OperatorLog::Field peer{"peer", std::string(record.peer_address)};
  const OperatorLog::Field request{"request", std::string(record.request_id)};
  if (!is_ours)
    return operator_log_.debug("http: request answered",
                               {status, method, path, took, peer, request});
  operator_log_.warn(
      "http: request answered with a server error",
      {status, method, path, took, peer, request, {"not_told", std::to_string(*not_told)}});
}

}  // namespace countersign
