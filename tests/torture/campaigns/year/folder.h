#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/utc_time.h"
#include "events/crypto/os_random.h"
#include "projections/folder/data_folder.h"
#include "projections/retention/sweep.h"
#include "tests/events/support/temp_folder.h"
#include "tests/projections/support/capture_commands.h"

namespace countersign::torture {

class SimulatedClock : public Clock {
 public:
  UtcTime now() const override { return UtcTime(now_.load()); }
  void advance(Duration by) { now_ += by.count(); }

 private:
  std::atomic<std::int64_t> now_{kStart.value()};
};

// A data folder without a server, on a simulated clock. Its members throw if they fail. Not
// thread-safe.
class YearFolder {
 public:
  explicit YearFolder(const RetentionPeriods& periods);

  // Closes the folder and opens it again.
  void reopen();

  // Adds a liveness session that is canceled before a challenge.
  void give_up(std::uint64_t session);
  // Adds a liveness session with a stored frame and a result.
  void complete(std::uint64_t session);
  SweepReport sweep_after(Duration pause);

  DataFolder& data() { return *data_; }
  std::filesystem::path log() const { return temp_.path() / "data/log"; }
  std::uint64_t key_slots() const;
  std::uint64_t files() const;

 private:
  void create(std::uint64_t session);
  StoredFile store(std::uint64_t session);
  void commit(Submission submission);
  WrapKey wrapping(std::uint64_t session, Duration until) const;

  const RetentionPeriods periods_;
  const ClientKey client_ = client_key("year");
  TempFolder temp_;
  SimulatedClock clock_;
  OsRandom random_;
  std::unique_ptr<DataFolder> data_;
};

}  // namespace countersign::torture
