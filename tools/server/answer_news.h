#pragma once
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "http/call/access_log.h"
#include "tools/machine/journal.h"
#include "tools/machine/news_pace.h"

namespace countersign {

// Writes responses to the journal: those with status 500 or above as warnings, the others at level
// debug. A stranger can cause refusals for lack of room or time as often as he likes, so only one
// warning per call and status is written in kPeriod; it says how many were suppressed.
//
// Thread-safe. The journal must outlive this object.
class AnswerNews {
 public:
  static constexpr std::chrono::seconds kPeriod{10};

  explicit AnswerNews(Journal& journal) : journal_(journal) {}

  void tell(const http::AccessRecord& record, NewsPace::Time now);

 private:
  // A call, by its operation_id, and a status. The table of endpoints limits the number of calls.
  using Subject = std::pair<std::string, int>;

  NewsPace& pace_of(const http::AccessRecord& record);

  Journal& journal_;
  std::mutex mutex_;
  std::map<Subject, NewsPace> paces_;  // guarded by mutex_; entries are never removed
};

}  // namespace countersign
