#include "events/writer/submit_all.h"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace countersign {

std::vector<Outcome> submit_all(Writer& writer, std::vector<Submission> submissions) {
  struct Waiting {
    std::mutex mutex;
    std::condition_variable all_done;
    std::size_t left = 0;
    std::vector<Outcome> outcomes;
  };
  Waiting waiting;
  waiting.left = submissions.size();
  waiting.outcomes.resize(submissions.size(), Outcome(Busy{}));
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    writer.submit(std::move(submissions[i]), [&waiting, i](Outcome outcome) {
      const std::lock_guard lock(waiting.mutex);
      waiting.outcomes[i] = std::move(outcome);
      if (--waiting.left == 0) waiting.all_done.notify_one();
    });
  }
  std::unique_lock lock(waiting.mutex);
  waiting.all_done.wait(lock, [&] { return waiting.left == 0; });
  return std::move(waiting.outcomes);
}

}  // namespace countersign
