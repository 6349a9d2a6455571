#pragma once
#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/utc_time.h"
#include "events/crypto/os_random.h"
#include "projections/folder/data_folder.h"
#include "projections/queries/slots_in_use.h"
#include "tests/events/support/temp_folder.h"
#include "tests/projections/support/capture_commands.h"

namespace countersign {

class FakeClock : public Clock {
 public:
  UtcTime now() const override { return UtcTime(now_.load()); }
  void advance(Duration by) { now_ += by.count(); }

 private:
  std::atomic<std::int64_t> now_{kStart.value()};
};

// A data folder for one test, with shorthands to fill it.
class OpenFolder {
 public:
  // With a version, the log begins with it, as a program's does.
  explicit OpenFolder(std::string_view begun_by = {}) : begun_by_(begun_by) {
    open();
    commit(registering(acme, clock.now()));
  }

  const ClientKey acme = client_key("acme");
  FakeClock clock;

  std::filesystem::path path() const { return temp_.path() / "data"; }

  DataFolderOptions options(std::uint8_t master_key = 7) const {
    std::array<std::uint8_t, 32> bytes;
    bytes.fill(master_key);
    DataFolderOptions options{path(), MasterKey(SecretBytes<32>(bytes))};
    options.reserve_bytes = 0;
    options.begun_by = begun_by_;
    return options;
  }
  Result<std::unique_ptr<DataFolder>, std::string> try_open(DataFolderOptions with) {
    return DataFolder::open(std::move(with), clock, random_, [](StoreError) {});
  }
  void open() {
    data_.reset();
    auto opened = try_open(options());
    REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
    data_ = *std::move(opened);
  }
  void close() { data_.reset(); }
  // Continues with a folder that try_open() opened.
  void adopt(std::unique_ptr<DataFolder> data) { data_ = std::move(data); }
  void reopen() { open(); }

  // A whole pass, without a pause.
  FileSurvey::Progress survey() {
    data_->survey().run();
    return data_->survey().progress();
  }

  DataFolder& data() { return *data_; }
  const Queries& queries() { return data_->queries(); }

  Outcome submit(Submission submission) {
    return data_->writer().submit_and_wait(std::move(submission));
  }
  Committed commit(Submission submission) {
    Outcome outcome = submit(std::move(submission));
    REQUIRE(std::holds_alternative<Committed>(outcome));
    return std::get<Committed>(std::move(outcome));
  }

  void create(std::uint64_t n) {
    Submission submission = creating(acme, session_id(n), clock.now());
    submission.wrap_key = new_key(session_id(n), clock.now() + kHour + kDay);
    commit(std::move(submission));
  }
  WrapKey new_key(const SessionId& session, UtcTime purged_at) {
    return data_->key_wrapping(session, SessionKey::random(random_), purged_at);
  }
  // Stores `bytes` as the vault's file of number `n`, as an upload does.
  StoredFile store(std::uint64_t session, std::uint64_t n, const std::string& bytes) {
    const auto key = data_->session_key(session_id(session));
    REQUIRE(key.has_value());
    auto writer = data_->vault().create(session_id(session), *key, file_id(n), day_of(clock.now()));
    REQUIRE(writer.has_value());
    REQUIRE((*writer)->append(bytes).has_value());
    const auto sealed = (*writer)->seal();
    REQUIRE(sealed.has_value());
    REQUIRE((*writer)->commit().has_value());
    StoredFile file = image(n);
    file.day = sealed->day;
    file.size_bytes = sealed->size_bytes;
    file.sha256 = sealed->sha256;
    file.crc32 = sealed->crc32;
    return file;
  }
  // Stores the frames in one container, as an upload does. The first is the vault's
  // file of number `n`, and the others have the numbers behind it.
  std::vector<StoredFile> store_container(std::uint64_t session,
                                          std::uint64_t n,
                                          const std::vector<std::string>& frames) {
    const auto key = data_->session_key(session_id(session));
    REQUIRE(key.has_value());
    auto writer = data_->vault().create(session_id(session), *key, file_id(n), day_of(clock.now()));
    REQUIRE(writer.has_value());
    std::vector<StoredFile> files;
    for (const std::string& frame : frames) {
      REQUIRE((*writer)->append(frame).has_value());
      const auto written = (*writer)->end_image();
      REQUIRE(written.has_value());
      StoredFile file = image(n + files.size());
      file.day = (*writer)->day();
      file.size_bytes = written->range.size_bytes;
      file.sha256 = written->sha256;
      file.crc32 = written->crc32;
      file.container = {file_id(n), 0, written->range.offset};
      files.push_back(std::move(file));
    }
    const auto sealed = (*writer)->seal();
    REQUIRE(sealed.has_value());
    REQUIRE((*writer)->commit().has_value());
    for (StoredFile& file : files) file.container->size_bytes = sealed->size_bytes;
    return files;
  }
  // A liveness session with these frames in one container: the files from number `n` on.
  void capture_together(std::uint64_t n, const std::vector<std::string>& frames) {
    create(n);
    commit(challenging(session_id(n), Step::Liveness, n, clock.now()));
    const std::vector<StoredFile> files = store_container(n, n, frames);
    commit(sending_frames(session_id(n), n, files, clock.now()));
    REQUIRE(data_->vault().mark_named(file_id(n), files.front().day).has_value());
  }
  // A liveness session with one stored frame, which is also file `n`.
  void capture(std::uint64_t n) {
    create(n);
    commit(challenging(session_id(n), Step::Liveness, n, clock.now()));
    const StoredFile file = store(n, n, "frame of session " + std::to_string(n));
    commit(sending_frames(session_id(n), n, {file}, clock.now()));
    REQUIRE(data_->vault().mark_named(file.file, file.day).has_value());
  }
  void finalize(std::uint64_t n) {
    const auto key = data_->session_key(session_id(n));
    REQUIRE(key.has_value());
    Submission submission = finalizing(session_id(n), clock.now());
    submission.wrap_key = data_->key_wrapping(session_id(n), *key, clock.now() + 30 * kDay);
    commit(std::move(submission));
  }
  void capture_and_finalize(std::uint64_t n) {
    capture(n);
    finalize(n);
  }

  // Records a purge up to the moment at which its events are durable, as a pass or a sweep does.
  void record_purge(std::uint64_t n, PurgeReason reason) {
    REQUIRE_FALSE(data_->erasure().begin());
    Submission purge = to_session(session_id(n), PurgeFiles{clock.now(), reason, {}});
    purge.puncture = leaves_to_puncture(session_id(n), clock.now());
    commit(std::move(purge));
  }

  // The leaves that wrap the session's key. REQUIRES: the session is not purged.
  KeyLeaves leaves(std::uint64_t n) {
    const auto row = *data_->log().wrapped_key(session_id(n));
    REQUIRE(row.has_value());
    return *leaves_of(WrappedKey(*row));
  }
  KeySlotId slot(std::uint64_t n) { return leaves(n).leaf.slot; }
  // How often the log records that the leaf was punctured.
  std::size_t times_punctured(const KeyLeaf& leaf) {
    std::size_t times = 0;
    REQUIRE(data_->log().read_stream(keys_stream(), [&](const StoredEvent& event) {
      if (const auto* gone = std::get_if<KeyPunctured>(&event.recorded.event)) {
        for (const SlotLeaf& each : gone->leaves) times += each == slot_leaf(leaf) ? 1 : 0;
      }
      return true;
    }));
    return times;
  }
  bool is_punctured(const KeyLeaf& leaf) {
    return !data_->keys().has(leaf) && times_punctured(leaf) == 1;
  }

  std::optional<std::string> read(std::uint64_t session, std::uint64_t n) {
    const auto state = queries().session(session_id(session));
    REQUIRE((state && *state));
    for (const StoredFile& file : (*state)->files) {
      if (file.file != file_id(n)) continue;
      const auto key = data_->session_key(session_id(session));
      if (!key) return std::nullopt;
      auto reader = data_->vault().open(session_id(session), *key, file);
      if (!reader) return std::nullopt;
      auto bytes = reader->read_all(1 << 20);
      if (!bytes) return std::nullopt;
      return *std::move(bytes);
    }
    return std::nullopt;
  }

  // The path of the vault's file, wherever it lies; empty if it does not exist.
  std::filesystem::path find_file(std::uint64_t n) const {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path() / "files")) {
      if (entry.path().filename() == to_string(file_id(n))) return entry.path();
    }
    return {};
  }
  bool has_file(std::uint64_t n) const { return !find_file(n).empty(); }

  // Whether any file of the data folder contains these bytes.
  bool holds_bytes(const std::string& bytes) const {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path())) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string content{std::istreambuf_iterator<char>(in), {}};
      if (content.find(bytes) != std::string::npos) return true;
    }
    return false;
  }

 private:
  const std::string begun_by_;
  TempFolder temp_;
  OsRandom random_;
  std::unique_ptr<DataFolder> data_;
};

}  // namespace countersign
