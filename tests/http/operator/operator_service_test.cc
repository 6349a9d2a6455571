#include "http/operator/operator_service.h"

#include <doctest/doctest.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/threads/background.h"
#include "http/operator/operations.h"
#include "tests/http/support/backend_calls.h"

// Long work over the admin socket, and clients that leave in the middle of it.
namespace countersign::http::operator_service_test {

namespace fs = std::filesystem;

// A client of which the test decides when it leaves. The work is held at the question whether the
// client has left that `hold_at` counts, so the test knows that it is in the middle.
class Watched final : public StreamedExchange {
 public:
  explicit Watched(int hold_at) : hold_at_(hold_at) {}

  bool client_gone() const override {
    std::unique_lock lock(mutex_);
    is_in_background_ = countersign::is_in_background();
    if (++asked_ == hold_at_) {
      changed_.notify_all();
      changed_.wait_for(lock, std::chrono::seconds(60), [&] { return released_; });
    }
    return gone_;
  }
  // Returns when the work is held.
  void wait_for_the_middle() const {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, std::chrono::seconds(60), [&] { return asked_ >= hold_at_; }));
  }
  // Lets the work go on, and the client leave or stay.
  void release(bool leaves) {
    const std::lock_guard lock(mutex_);
    gone_ = leaves;
    released_ = true;
    changed_.notify_all();
  }
  bool was_in_background() const {
    const std::lock_guard lock(mutex_);
    return is_in_background_;
  }

 private:
  const int hold_at_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable int asked_ = 0;
  mutable bool is_in_background_ = false;
  bool gone_ = false;
  bool released_ = false;
};

struct LongOperation {
  std::string_view name;
  std::string input;
  int hold_at = 1;  // the question at which the work is held
};

// A server with sessions that are captured, decided and due.
struct Office {
  Office() : backend(rig) {
    backend.capture({10, 20});
    backend.capture({10});
  }
  std::string folder(std::string_view name) const {
    return (rig.folder.path() / std::string(name)).string();
  }
  std::vector<LongOperation> operations() const {
    const auto to = [&](std::string_view name) { return R"({"to":")" + folder(name) + R"("})"; };
    return {{"log verify", "{}", 3},
            {"log export", "{}"},
            {"projections verify", "{}", 3},
            {"projections rebuild", "{}", 3},
            {"backup create", to("backups"), 3},
            {"backup keys", to("keys"), 4},
            {"retention sweep", R"({"dryRun":true})"},
            {"retention sweep", "{}"}};
  }
  Streamed run(std::string_view name, const std::string& input) {
    return backend.admin(admin_path_of(name), input);
  }
  std::shared_ptr<Watched> begin(const LongOperation& operation) {
    auto client = std::make_shared<Watched>(operation.hold_at);
    backend.begin_admin(admin_path_of(operation.name), operation.input, client);
    client->wait_for_the_middle();
    return client;
  }

  Rig rig{{}, Rig::Checkpoints::Signed};
  Backend backend;
};

// Whether the work was done, and found nothing wrong.
bool is_whole(const Streamed& said) {
  if (said.answer.status != 200) return false;
  if (said.streamed) return said.complete;
  return said.answer["complete"] != "false" && said.answer["ok"] != "false";
}

// The sessions' retention is over, so that a sweep has work.
void let_sessions_be_due(Office& office) { office.rig.clock.move(std::chrono::hours(24 * 31)); }

TEST_CASE("long work ends when its client leaves, and its place is free for the next client") {
  Office office;
  for (const LongOperation& operation : office.operations()) {
    CAPTURE(operation.name);
    CAPTURE(operation.input);
    if (operation.name == "retention sweep") let_sessions_be_due(office);
    const auto leaving = office.begin(operation);
    CHECK(leaving->was_in_background());
    leaving->release(true);
    CHECK_FALSE(is_whole(Backend::read(leaving->wait())));
    CHECK(is_whole(office.run(operation.name, operation.input)));
  }
}

TEST_CASE("a second piece of long work of a kind is refused with the name of the first") {
  Office office;
  for (const LongOperation& operation : office.operations()) {
    CAPTURE(operation.name);
    CAPTURE(operation.input);
    if (operation.name == "retention sweep") let_sessions_be_due(office);
    const auto first = office.begin(operation);
    const Streamed second = office.run(operation.name, operation.input);
    CHECK(second.answer.status == 409);
    CHECK(second.answer.code() == "SVC_CONFLICT");
    const std::string said = second.answer["detail"];
    CHECK(said.find("`" + std::string(operation.name) + "` for uid:1000 since ") !=
          std::string::npos);
    // Others go on beside it: work of another kind, and what is over at once.
    const std::string other = operation.name == "log verify" ? "log export" : "log verify";
    CHECK(is_whole(office.run(other, "{}")));
    CHECK(office.run("client list", "{}").answer.status == 200);

    first->release(false);
    CHECK(is_whole(Backend::read(first->wait())));
    CHECK(is_whole(office.run(operation.name, operation.input)));
  }
}

TEST_CASE("views are verified or rebuilt, not both at a time") {
  Office office;
  const auto first = office.begin({"projections verify", "{}", 3});
  const Streamed second = office.run("projections rebuild", "{}");
  CHECK(second.answer.status == 409);
  CHECK(second.answer["detail"].find("`projections verify`") != std::string::npos);
  first->release(false);
  CHECK(first->wait().status == 200);
  CHECK(office.run("projections rebuild", "{}").answer["ok"] == "true");
}

TEST_CASE("a rotation that waits for its turn ends with its client, and does not step back") {
  Office office;
  const fs::path key = office.folder("next.key");
  std::ofstream(key) << std::string(64, 'a') << "\n";
  fs::permissions(key, fs::perms::owner_read | fs::perms::owner_write);
  const std::string input = R"({"newMasterKeyFile":")" + key.string() + R"("})";
  {
    const FairMutexLock turn(office.rig.data().erasure().turn());
    const auto leaving = office.begin({"key rotate", input});
    CHECK_FALSE(leaving->was_in_background());
    CHECK(office.run("key rotate", input).answer.code() == "SVC_CONFLICT");
    leaving->release(true);
    CHECK(leaving->wait().status == 503);
  }
  CHECK(office.run("key rotate", input).answer.status == 200);
}

TEST_CASE("reports of reviews are made one at a time") {
  Office office;
  {
    const auto held = office.rig.service().work_places.take(
        LongWork::ReviewReport, {"review report", "uid:0", office.rig.clock.now()});
    REQUIRE(held.has_value());
    const Streamed second = office.run("review report", "{}");
    CHECK(second.answer.code() == "SVC_CONFLICT");
    CHECK(second.answer["detail"].find("`review report` for uid:0") != std::string::npos);
  }
  CHECK(office.run("review report", "{}").answer.status == 200);
}

TEST_CASE("the tests above are about every operation that is long") {
  Office office;
  std::set<std::string_view> tested{"key rotate", "review report"};
  for (const LongOperation& operation : office.operations()) tested.insert(operation.name);
  std::set<std::string_view> all{"log export"};  // a stream, with an endpoint of its own
  for (const Operation& operation : operations()) {
    if (operation.work != LongWork::None) all.insert(operation.name);
  }
  CHECK(tested == all);
}

}  // namespace countersign::http::operator_service_test
