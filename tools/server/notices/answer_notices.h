#pragma once
#include <map>
#include <string>
#include <utility>

#include "core/machine/threads/mutex.h"
#include "http/call/access_log.h"
#include "tools/machine/notice_pace.h"
#include "tools/machine/operator_log.h"

namespace countersign {

// Writes responses to the operator's log: those with status 500 or above as warnings, the others at
// level debug. A stranger can cause refusals for lack of room or time as often as he likes, so only
// one warning per call and status is written in kPeriod; it says how many were suppressed.
//
// Thread-safe. The operator's log must outlive this object.
class AnswerNotices {
 public:
  static constexpr std::chrono::seconds kPeriod{10};

  explicit AnswerNotices(OperatorLog& operator_log) : operator_log_(operator_log) {}

  void tell(const http::AccessRecord& record, NoticePace::Time now);

 private:
  // A call, by its operation_id, and a status. The table of endpoints limits the number of calls.
  using Subject = std::pair<std::string, int>;

  NoticePace& pace_of(const http::AccessRecord& record);

  OperatorLog& operator_log_;
  Mutex mutex_;
  std::map<Subject, NoticePace> paces_ GUARDED_BY(mutex_);  // entries are never removed
};

}  // namespace countersign
