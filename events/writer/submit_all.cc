#include "events/writer/submit_all.h"

#include <utility>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"

namespace countersign {

std::vector<Outcome> submit_all(Writer& writer, std::vector<Submission> submissions) {
  if (submissions.size() == 1) {
    return std::vector<Outcome>{writer.submit_and_wait(std::move(submissions.front()))};
  }
  struct Waiting {
    explicit Waiting(std::size_t count) : left(count), outcomes(count, Outcome(Busy{})) {}

    Mutex mutex;
    Condition all_done;
    std::size_t left GUARDED_BY(mutex);
    std::vector<Outcome> outcomes GUARDED_BY(mutex);
  };
  Waiting waiting(submissions.size());
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    writer.submit(std::move(submissions[i]), [&waiting, i](Outcome outcome) {
      const MutexLock lock(waiting.mutex);
      waiting.outcomes[i] = std::move(outcome);
      if (--waiting.left == 0) waiting.all_done.notify_one();
    });
  }
  const MutexLock lock(waiting.mutex);
  while (waiting.left > 0) waiting.all_done.wait(waiting.mutex);
  return std::move(waiting.outcomes);
}

}  // namespace countersign
