#include "tests/torture/campaigns/year/folder.h"

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>
#include <utility>
#include <variant>

namespace countersign::torture {
namespace {

template <class Value, class Error>
Value must(Result<Value, Error> result, const char* what) {
  if (!result) throw std::runtime_error(std::string(what) + " was refused");
  return std::move(*result);
}

std::uint64_t regular_files_below(const std::filesystem::path& folder) {
  std::uint64_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    count += entry.is_regular_file();
  }
  return count;
}

}  // namespace

YearFolder::YearFolder(const RetentionPeriods& periods) : periods_(periods) {
  reopen();
  commit(registering(client_, clock_.now()));
}

void YearFolder::reopen() {
  data_.reset();
  std::array<std::uint8_t, 32> key;
  key.fill(7);
  DataFolderOptions options{temp_.path() / "data", MasterKey(SecretBytes<32>(key))};
  auto opened = DataFolder::open(std::move(options), clock_, random_, [](StoreError) {});
  if (!opened) throw std::runtime_error("the folder does not open: " + opened.error());
  data_ = *std::move(opened);
}

void YearFolder::commit(Submission submission) {
  const Outcome outcome = data_->writer().submit_and_wait(std::move(submission));
  if (!std::holds_alternative<Committed>(outcome)) throw std::runtime_error("not committed");
}

WrapKey YearFolder::wrapping(std::uint64_t session, Duration until) const {
  const auto key = must(data_->session_key(session_id(session)), "a session's key");
  return data_->key_wrapping(session_id(session), key, clock_.now() + until);
}

void YearFolder::create(std::uint64_t session) {
  Submission submission = creating(client_, session_id(session), clock_.now());
  submission.wrap_key = data_->key_wrapping(session_id(session),
                                            SessionKey::random(random_),
                                            clock_.now() + 30 * kMinute + periods_.unfinished);
  commit(std::move(submission));
}

void YearFolder::give_up(std::uint64_t session) {
  create(session);
  commit(to_session(session_id(session), CancelSession{clock_.now()}));
}

StoredFile YearFolder::store(std::uint64_t session) {
  const auto key = must(data_->session_key(session_id(session)), "a session's key");
  auto writer =
      must(data_->vault().create(session_id(session), key, file_id(session), day_of(clock_.now())),
           "a file");
  const std::string bytes = "frame of session " + std::to_string(session);
  const bool appended = writer->append(bytes).has_value();
  const auto sealed = must(writer->seal(), "the end of a file");
  if (!appended || !writer->commit()) throw std::runtime_error("a file was not stored");
  StoredFile file = image(session);
  file.day = sealed.day;
  file.size_bytes = sealed.size_bytes;
  file.sha256 = sealed.sha256;
  file.crc32 = sealed.crc32;
  return file;
}

void YearFolder::complete(std::uint64_t session) {
  create(session);
  commit(challenging(session_id(session), Step::Liveness, session, clock_.now()));
  const StoredFile file = store(session);
  commit(sending_frames(session_id(session), session, {file}, clock_.now()));
  (void)must(data_->vault().mark_named(file.file, file.day), "a file that an event names");
  Submission submission = finalizing(session_id(session), clock_.now());
  submission.wrap_key = wrapping(session, periods_.completed);
  commit(std::move(submission));
}

SweepReport YearFolder::sweep_after(Duration pause) {
  clock_.advance(pause);
  SweepOptions options;
  options.now = clock_.now();
  options.periods = periods_;
  options.request = RequestId("r-sweep");
  return must(sweep(*data_, options), "a sweep");
}

std::uint64_t YearFolder::key_slots() const {
  return regular_files_below(temp_.path() / "data/keys");
}
std::uint64_t YearFolder::files() const { return regular_files_below(temp_.path() / "data/files"); }

}  // namespace countersign::torture
