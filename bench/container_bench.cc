// The cost of storing a capture's images: two sides of a document, a file each, and nine frames in
// one file of the vault, beside the same with a file for each frame, in turns. The time
// of the processor is that of this process, with the system's work for it; the elapsed time is
// mostly that of the disk's syncs.
//
//   container_bench [--smoke]
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bench/rounds.h"
#include "events/crypto/os_random.h"
#include "events/vault/files/vault.h"
#include "tests/events/support/temp_folder.h"
#include "tests/projections/support/capture_commands.h"
#include "tools/machine/system_clock.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kSideBytes = 500'000;
constexpr std::size_t kFrameBytes = 60'000;
constexpr std::size_t kFrames = 9;
constexpr double kGoal = 0.7;

[[noreturn]] void give_up(std::string_view why) {
  std::fprintf(stderr, "container_bench: %.*s\n", static_cast<int>(why.size()), why.data());
  std::_Exit(1);
}

std::string some_bytes(std::size_t count) {
  std::mt19937_64 numbers(count);
  std::string bytes;
  while (bytes.size() < count) bytes += static_cast<char>(numbers());
  return bytes;
}

class Storage {
 public:
  Storage() {
    auto vault = Vault::open_folder(folder_.path(), clock_, {.reserve_bytes = 0});
    if (!vault) give_up("the vault does not open");
    vault_ = *std::move(vault);
  }

  void store_together() {
    begin();
    store({side_});
    store({side_});
    store(std::vector<std::string_view>(kFrames, frame_));
  }
  void store_apart() {
    begin();
    store({side_});
    store({side_});
    for (std::size_t i = 0; i < kFrames; ++i) store({frame_});
  }

 private:
  void begin() {
    session_ = session_id(++sessions_);
    key_ = std::make_unique<SessionKey>(SessionKey::random(random_));
  }

  // Stores the images in one file, as an upload does.
  void store(const std::vector<std::string_view>& images) {
    const FileId id = file_id(++files_);
    auto writer = vault_->create(session_, *key_, id, day_of(clock_.now()));
    if (!writer) give_up("a file is not created");
    for (const std::string_view image : images) {
      if (!(*writer)->append(image) || !(*writer)->end_image()) give_up("a file is not written");
    }
    if (!(*writer)->seal() || !(*writer)->commit()) give_up("a file is not stored");
    if (!vault_->mark_named(id, (*writer)->day())) give_up("a file is not named");
  }

  const TempFolder folder_;
  const SystemClock clock_;
  OsRandom random_;
  const std::string side_ = some_bytes(kSideBytes);
  const std::string frame_ = some_bytes(kFrameBytes);
  std::unique_ptr<Vault> vault_;
  SessionId session_;
  std::unique_ptr<SessionKey> key_;
  std::uint64_t sessions_ = 0;
  std::uint64_t files_ = 0;
};

int run(bool smoke) {
  Storage storage;
  const std::size_t rounds = smoke ? 3 : 15;
  const std::size_t captures = smoke ? 2 : 5;
  const auto timed = [&](void (Storage::*store)(), double (*clock)()) {
    return [&storage, store, clock, captures] {
      const double start = clock();
      for (std::size_t i = 0; i < captures; ++i) (storage.*store)();
      return (clock() - start) / static_cast<double>(captures);
    };
  };
  const auto elapsed = [] { return clock_ms(CLOCK_MONOTONIC); };
  at_most("stored_capture_cpu",
          "ms",
          rounds,
          kGoal,
          timed(&Storage::store_together, process_ms),
          timed(&Storage::store_apart, process_ms));
  at_most("stored_capture",
          "ms",
          rounds,
          kGoal,
          timed(&Storage::store_together, elapsed),
          timed(&Storage::store_apart, elapsed));
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
