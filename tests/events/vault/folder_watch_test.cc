#include "events/vault/folder_watch.h"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"

namespace countersign::folder_watch_test {

// A folder that answers a probe as a test says, and what the watch has told. Outlives every probe
// that it holds.
class Folder {
 public:
  void answer(std::optional<std::string> why) {
    const MutexLock lock(mutex_);
    why_ = std::move(why);
  }
  void hold(bool held) {
    {
      const MutexLock lock(mutex_);
      held_ = held;
    }
    changed_.notify_all();
  }
  std::optional<std::string> probe(bool thorough) {
    const MutexLock lock(mutex_);
    ++(thorough ? thorough_ : light_);
    changed_.notify_all();
    while (held_) changed_.wait(mutex_);
    return why_;
  }
  void await_thorough(int count) {
    const MutexLock lock(mutex_);
    while (thorough_ < count) changed_.wait(mutex_);
  }
  int light() const {
    const MutexLock lock(mutex_);
    return light_;
  }
  void add(std::string_view line) {
    {
      const MutexLock lock(mutex_);
      lines_.emplace_back(line);
    }
    changed_.notify_all();
  }
  std::vector<std::string> await_lines(std::size_t count) {
    const MutexLock lock(mutex_);
    while (lines_.size() < count) changed_.wait(mutex_);
    return lines_;
  }

 private:
  mutable Mutex mutex_;
  Condition changed_;
  std::optional<std::string> why_ GUARDED_BY(mutex_);
  bool held_ GUARDED_BY(mutex_) = false;
  int light_ GUARDED_BY(mutex_) = 0;
  int thorough_ GUARDED_BY(mutex_) = 0;
  std::vector<std::string> lines_ GUARDED_BY(mutex_);
};

struct Watched {
  const std::shared_ptr<Folder> folder = std::make_shared<Folder>();
  FolderWatch watch{
      "/mnt/files",
      [of = folder](bool thorough) { return of->probe(thorough); },
      {[of = folder](std::string_view line) { of->add(line); },
       [of = folder](std::string_view line) { of->add(line); }},
      {.between = std::chrono::milliseconds(5), .patience = std::chrono::milliseconds(50)}};
};

constexpr const char* kConsequence =
    ": files are neither taken nor given out until it serves again";

TEST_CASE_FIXTURE(Watched, "a folder that fails and serves again has one line for each") {
  CHECK_FALSE(watch.fault());
  folder->answer("No such file or directory");
  CHECK(folder->await_lines(1).back() ==
        std::string("files: /mnt/files: No such file or directory") + kConsequence);
  CHECK(watch.fault() == "No such file or directory");
  folder->await_thorough(3);
  folder->answer(std::nullopt);
  CHECK(folder->await_lines(2).back() == "files: /mnt/files: it serves again");
  CHECK_FALSE(watch.fault());
  CHECK(folder->await_lines(2).size() == 2);
}

TEST_CASE_FIXTURE(Watched,
                  "a folder that holds the probe is found out, and no second one is sent") {
  folder->hold(true);
  CHECK(folder->await_lines(1).back() ==
        std::string("files: /mnt/files: it does not answer") + kConsequence);
  const int before = folder->light();
  CHECK(watch.fault() == "it does not answer");
  CHECK(folder->light() == before);
  folder->hold(false);
  CHECK(folder->await_lines(2).back() == "files: /mnt/files: it serves again");
}

TEST_CASE("a watch ends though the folder holds its probe") {
  const auto folder = std::make_shared<Folder>();
  {
    const Watched watched{.folder = folder};
    folder->hold(true);
    folder->await_lines(1);
  }
  folder->hold(false);
}

TEST_CASE_FIXTURE(Watched, "after a call that failed the folder is written before it is believed") {
  folder->answer("a hard link and a sync have failed");
  watch.note_failure();
  folder->await_thorough(1);
  CHECK(folder->await_lines(1).size() == 1);
  folder->answer(std::nullopt);
  CHECK(folder->await_lines(2).back() == "files: /mnt/files: it serves again");
}

}  // namespace countersign::folder_watch_test
