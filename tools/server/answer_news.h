#pragma once
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "http/call/access_log.h"
#include "tools/machine/journal.h"
#include "tools/machine/news_pace.h"

namespace countersign {

// Tells the journal of answers: what went wrong with us as a warning, the rest at level debug. A
// stranger can ask what is refused for want of room or time as often as he likes, so of the
// warnings one call and status has one in kPeriod, which says how many were not told.
//
// Thread-safe. The journal must outlive it.
class AnswerNews {
 public:
  static constexpr std::chrono::seconds kPeriod{10};

  explicit AnswerNews(Journal& journal) : journal_(journal) {}

  void tell(const http::AccessRecord& record, NewsPace::Time now);

 private:
  // A call by its operation_id, of which there are as many as the table of endpoints has.
  using Subject = std::pair<std::string, int>;

  NewsPace& pace_of(const http::AccessRecord& record);

  Journal& journal_;
  std::mutex mutex_;
  std::map<Subject, NewsPace> paces_;  // guarded by mutex_; none is ever removed
};

}  // namespace countersign
