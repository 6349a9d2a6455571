#include "projections/folder/rotation.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "projections/folder/rebuild.h"
#include "projections/retention/purge.h"
#include "projections/retention/sweep.h"
#include "tests/projections/support/open_folder.h"

namespace countersign::rotation_test {

constexpr std::uint8_t kOld = 7;
constexpr std::uint8_t kNew = 8;
const Actor kOperator{ActorKind::Operator, "uid:0"};

struct Vaulted : OpenFolder {
  Vaulted() {
    capture_and_finalize(1);
    capture(2);
  }

  Result<RotationReport, RotationFailure> rotate(std::uint8_t to = kNew,
                                                 LostSlots lost = LostSlots::Refuse) {
    return rotate_master_key(
        data(), options(to).master_key, lost, kOperator, RequestId("r-rotate"), clock.now());
  }
  bool opens_with(std::uint8_t master_key) {
    close();
    return try_open(options(master_key)).has_value();
  }
  void open_with(std::uint8_t master_key) {
    close();
    auto opened = try_open(options(master_key));
    REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
    adopt(*std::move(opened));
  }
  std::vector<MasterKeyRotated> rotations() {
    std::vector<MasterKeyRotated> found;
    REQUIRE(data().log().read_stream(keys_stream(), [&](const StoredEvent& event) {
      if (const auto* rotated = std::get_if<MasterKeyRotated>(&event.recorded.event)) {
        found.push_back(*rotated);
      }
      return true;
    }));
    return found;
  }
};

TEST_CASE_FIXTURE(Vaulted,
                  "a rotation that waits for its turn is given up with the old key in use") {
  {
    const FairMutexLock turn(data().erasure().turn());
    bool stopped = false;
    std::thread waiting([&] {
      const auto report = rotate_master_key(data(),
                                            options(kNew).master_key,
                                            LostSlots::Refuse,
                                            kOperator,
                                            RequestId("r-rotate"),
                                            clock.now(),
                                            GivenUp([] { return true; }));
      stopped = !report && std::holds_alternative<StoreError>(report.error()) &&
                std::get<StoreError>(report.error()) == StoreError::Stopped;
    });
    waiting.join();  // while the turn is another's
    CHECK(stopped);
  }
  CHECK(rotations().empty());
  CHECK(opens_with(kOld));
}

TEST_CASE_FIXTURE(Vaulted, "a rotation leaves every session readable, in use and after a restart") {
  const auto row = *data().log().wrapped_key(session_id(1));
  const auto report = rotate();
  REQUIRE(report.has_value());
  CHECK(report->slots == data().keys().slots().size() + 1);
  CHECK(*data().log().wrapped_key(session_id(1)) == row);  // no session's key is touched
  CHECK(read(1, 1) == "frame of session 1");
  capture_and_finalize(3);
  CHECK_FALSE(opens_with(kOld));
  open_with(kNew);
  for (std::uint64_t n = 1; n <= 3; ++n) {
    CHECK(read(n, n) == "frame of session " + std::to_string(n));
  }
  CHECK(rotations() == std::vector<MasterKeyRotated>{{report->from, report->to, report->slots}});
  CHECK_FALSE(verify(data())->first_difference.has_value());
}

TEST_CASE_FIXTURE(Vaulted, "a key can be rotated away and back") {
  REQUIRE(rotate(kNew).has_value());
  REQUIRE(rotate(kOld).has_value());
  CHECK_FALSE(opens_with(kNew));
  open_with(kOld);
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(rotations().size() == 2);
}

TEST_CASE_FIXTURE(Vaulted, "the key that is in use is not rotated to") {
  const auto report = rotate(kOld);
  REQUIRE_FALSE(report.has_value());
  CHECK(std::get<Rejection>(report.error()).why == Refusal::NothingToDo);
  CHECK(rotations().empty());
}

TEST_CASE_FIXTURE(Vaulted,
                  "a crash within a rotation leaves one key working, and it can be repeated") {
  const DataFolderOptions with_next = options(kNew);
  const MasterKey& next = with_next.master_key;
  REQUIRE(data().keys().add_master(next).has_value());
  SUBCASE("when only the slots were written") {
    CHECK_FALSE(opens_with(kNew));
    open_with(kOld);
    CHECK(rotations().empty());
    REQUIRE(rotate().has_value());
  }
  SUBCASE("when it was recorded: the log then says that it came to nothing") {
    const Sha256 from = data().keys().master_id();
    const Sha256 to(next.id());
    commit({keys_stream(),
            KeyCommand(RotateMasterKey{clock.now(), from, to, 3}),
            kOperator,
            RequestId("r")});
    open_with(kOld);
    REQUIRE(rotations().size() == 2);
    CHECK(rotations()[1].from == to);
    CHECK(rotations()[1].to == from);
    REQUIRE(rotate().has_value());
  }
  SUBCASE("when the new key was made the one that counts") {
    REQUIRE_FALSE(data().require_master_key(Sha256(next.id())));
  }
  CHECK_FALSE(opens_with(kOld));
  open_with(kNew);
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(read(2, 2) == "frame of session 2");
}

// A folder whose slot of session 1 was lost or damaged while no server ran.
struct Deprived : Vaulted {
  Deprived() {
    const auto row = *data().log().wrapped_key(session_id(1));
    slot = leaves_of(WrappedKey(*row))->leaf.slot;
    file = path() / "keys" / to_string(slot);
    kept = path().parent_path() / "kept";
    close();
    std::filesystem::copy(file, kept);
  }
  void check_refused() {
    open();
    const auto report = rotate();
    REQUIRE_FALSE(report.has_value());
    const auto* lost = std::get_if<SlotsLost>(&report.error());
    REQUIRE(lost != nullptr);
    CHECK(lost->why.find(to_string(slot)) != std::string::npos);
    CHECK(rotations().empty());
    close();
  }

  KeySlotId slot;
  std::filesystem::path file;
  std::filesystem::path kept;
};

TEST_CASE_FIXTURE(Deprived, "a rotation does not leave a lost or damaged slot behind unsaid") {
  SUBCASE("lost") { std::filesystem::remove(file); }
  SUBCASE("damaged") { std::ofstream(file) << "junk"; }
  check_refused();
  std::filesystem::copy(kept, file, std::filesystem::copy_options::overwrite_existing);
  open();
  REQUIRE(rotate().has_value());
  open_with(kNew);
  CHECK(read(1, 1) == "frame of session 1");
}

TEST_CASE_FIXTURE(Deprived, "a lost slot that is given up does not keep the old master key") {
  SUBCASE("lost") { std::filesystem::remove(file); }
  SUBCASE("damaged") { std::ofstream(file) << "junk"; }
  check_refused();
  open();
  REQUIRE(rotate(kNew, LostSlots::GiveUp).has_value());
  open_with(kNew);
  CHECK_FALSE(read(1, 1).has_value());
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(Vaulted, "a slot that was lost while it is in use is written by a rotation") {
  for (const auto& entry : std::filesystem::directory_iterator(path() / "keys")) {
    std::filesystem::remove(entry.path());
  }
  REQUIRE(rotate().has_value());
  open_with(kNew);
  CHECK(read(1, 1) == "frame of session 1");
}

TEST_CASE_FIXTURE(Vaulted, "a slot that was destroyed does not stop a rotation") {
  const std::string destroyed = to_string(slot(1));
  for (const std::uint64_t n : {1, 2}) {
    REQUIRE(
        purge_session(data(), session_id(n), kOperator, RequestId("r"), clock.now()).has_value());
  }
  REQUIRE(sweep(data(), {.now = clock.now()}).has_value());
  REQUIRE_FALSE(std::filesystem::exists(path() / "keys" / destroyed));
  close();
  std::ofstream(path() / "keys" / destroyed) << "junk";
  open();
  REQUIRE(rotate().has_value());
}

TEST_CASE_FIXTURE(Vaulted, "sessions are erased before and after a rotation alike") {
  const auto erase = [&](std::uint64_t n) {
    return purge_session(data(), session_id(n), kOperator, RequestId("r"), clock.now());
  };
  REQUIRE(erase(1).has_value());
  REQUIRE(rotate().has_value());
  CHECK(read(2, 2) == "frame of session 2");
  REQUIRE(erase(2).has_value());
  REQUIRE(sweep(data(), {.now = clock.now()}).has_value());
  CHECK(data().keys().slots().empty());
  open_with(kNew);
  CHECK_FALSE(data().session_key(session_id(2)).has_value());
}

}  // namespace countersign::rotation_test
