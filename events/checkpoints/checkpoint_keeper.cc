#include "events/checkpoints/checkpoint_keeper.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>
#include <utility>

#include "core/check.h"
#include "core/machine/files/atomic_file.h"
#include "core/machine/files/held_folder.h"
#include "core/text/counted.h"
#include "events/tlog/note/signed_note.h"

namespace countersign {
namespace {

constexpr std::int64_t kHourUs = std::int64_t{3600} * 1'000'000;

std::string name_of_kept(std::uint64_t size) { return fmt::format("{:020}", size); }

std::string note_of(const tlog::SignerKey& key, std::uint64_t size, const Digest& root) {
  const std::string text = to_text(tlog::Checkpoint{key.verifier().name(), size, root, {}});
  return to_text(tlog::SignedNote{text, {sign_note(key, text)}});
}

}  // namespace

Result<std::unique_ptr<CheckpointKeeper>, std::string> CheckpointKeeper::open(
    const EventStore& events,
    const TreeTiles& tiles,
    std::filesystem::path folder,
    tlog::SignerKey key,
    const Clock& clock,
    std::chrono::milliseconds period) {
  if (const auto made = HeldFolder::make(folder); !made) return made.error().why;
  std::unique_ptr<CheckpointKeeper> keeper(
      new CheckpointKeeper(events, tiles, std::move(folder), std::move(key), clock, period));
  if (auto refusal = keeper->resume()) return *std::move(refusal);
  keeper->start();
  return keeper;
}

CheckpointKeeper::CheckpointKeeper(const EventStore& events,
                                   const TreeTiles& tiles,
                                   std::filesystem::path folder,
                                   tlog::SignerKey key,
                                   const Clock& clock,
                                   std::chrono::milliseconds period)
    : events_(events),
      tiles_(tiles),
      folder_(std::move(folder)),
      key_(std::move(key)),
      clock_(clock),
      period_(period) {}

CheckpointKeeper::~CheckpointKeeper() {
  if (!thread_.joinable()) return;
  stop_.ask();
  thread_.join();
  const MutexLock signing(signing_);
  (void)sign();
}

Result<std::vector<std::uint64_t>, std::string> CheckpointKeeper::kept_sizes() const {
  const auto folder = HeldFolder::open(folder_);
  if (!folder) return folder.error().why;
  const auto entries = folder->list();
  if (!entries) return entries.error().why;
  std::vector<std::uint64_t> sizes;
  for (const HeldFolder::Entry& entry : *entries) {
    std::uint64_t size = 0;
    const char* const end = entry.name.data() + entry.name.size();
    const auto [stop, error] = std::from_chars(entry.name.data(), end, size);
    if (error == std::errc() && stop == end && name_of_kept(size) == entry.name) {
      sizes.push_back(size);
    }
  }
  const SignedCheckpoint newest = latest();
  if (newest.size > 0 && (sizes.empty() || sizes.back() < newest.size)) {
    sizes.push_back(newest.size);
  }
  return sizes;
}

Result<std::optional<std::string>, std::string> CheckpointKeeper::kept(std::uint64_t size) const {
  const SignedCheckpoint newest = latest();
  if (newest.size == size && !newest.note.empty()) return std::optional(newest.note);
  return AtomicFile(folder_ / name_of_kept(size)).read();
}

// Continues after the newest checkpoint, or from the first event if there is none.
std::optional<std::string> CheckpointKeeper::resume() {
  const std::filesystem::path path = folder_ / "latest";
  const auto note = AtomicFile(path).read();
  if (!note) return note.error();
  if (!*note) return std::nullopt;
  const auto opened = tlog::open_checkpoint(**note, {verifier().name(), {verifier()}});
  if (!opened) {
    return fmt::format(
        "the checkpoint {} was not signed with the present signing key, {}; start with the key and "
        "the origin that signed it (--signing-key-file, --log-origin)",
        path.string(),
        verifier().name());
  }
  const tlog::Checkpoint& last = opened->checkpoint;
  const std::uint64_t held = events_.head().sequence.value();
  if (last.size > held) {
    return fmt::format(
        "the log holds {}, and the checkpoint {} was signed when the log held {}; restore a backup",
        counted(held, "event"),
        path.string(),
        last.size);
  }
  auto builder = tlog::TileBuilder::resume(last.size, last.root, tiles_of(tiles_));
  if (!builder) {
    return fmt::format(
        "the log is not the one that the checkpoint {} was signed for: {}; restore a backup",
        path.string(),
        builder.error().why);
  }
  const MutexLock signing(signing_);
  const MutexLock lock(mutex_);
  builder_ = *std::move(builder);
  latest_ = {last.size, **note};
  return std::nullopt;
}

void CheckpointKeeper::start() {
  {
    const MutexLock signing(signing_);
    (void)sign();
  }
  thread_ = std::thread([this] { run(); });
}

SignedCheckpoint CheckpointKeeper::latest() const {
  const MutexLock lock(mutex_);
  return latest_;
}

Result<SignedCheckpoint, std::string> CheckpointKeeper::covering(Sequence event) {
  if (SignedCheckpoint known = latest(); known.size >= event.value()) return known;
  const MutexLock signing(signing_);
  if (latest().size < event.value()) {
    if (auto error = sign()) return *std::move(error);
  }
  return latest();
}

tlog::NoteSignature CheckpointKeeper::sign_text(std::string_view text) const {
  check(!tlog::parse_checkpoint(text),
        "a text that is signed with sign_text() does not parse as a checkpoint");
  return sign_note(key_, text);
}

std::optional<std::string> CheckpointKeeper::add_cosignature(std::string_view text,
                                                             tlog::NoteSignature signature) {
  const MutexLock signing(signing_);
  SignedCheckpoint cosigned = latest();
  auto note = tlog::parse_note(cosigned.note);
  if (!note || note->text != text) return std::nullopt;
  add_signature(*note, std::move(signature));
  cosigned.note = to_text(*note);
  auto error = AtomicFile(folder_ / "latest").write(cosigned.note);
  const MutexLock lock(mutex_);
  latest_ = std::move(cosigned);
  return error;
}

void CheckpointKeeper::observe(std::function<void()> observer) {
  const MutexLock lock(observer_mutex_);
  observer_ = std::move(observer);
}

void CheckpointKeeper::tell_observer() {
  const MutexLock lock(observer_mutex_);
  if (observer_) observer_();
}

std::optional<std::string> CheckpointKeeper::failure() const {
  const MutexLock lock(mutex_);
  return failure_;
}

void CheckpointKeeper::run() {
  while (stop_.sleep_for(period_)) {
    const MutexLock signing(signing_);
    (void)sign();
  }
}

std::optional<std::string> CheckpointKeeper::sign() {
  const LogHead head = events_.head();
  const SignedCheckpoint known = latest();
  if (known.size == head.sequence.value() && !known.note.empty()) return std::nullopt;
  std::optional<std::string> failure = hash_again(head);
  if (!failure) {
    failure = publish({builder_.size(), note_of(key_, builder_.size(), builder_.root())});
  }
  const MutexLock lock(mutex_);
  failure_ = failure;
  return failure;
}

std::optional<std::string> CheckpointKeeper::hash_again(const LogHead& head) {
  const auto not_kept = [](const tlog::Tile&, std::string_view) {};
  if (!mismatch_ && builder_.size() < head.sequence.value()) {
    const auto read = events_.read(Sequence(builder_.size() + 1),
                                   [&](const StoredEvent& event) REQUIRES_LOCK(signing_) {
                                     builder_.append(event.leaf.value(), not_kept);
                                     return builder_.size() < head.sequence.value();
                                   });
    if (!read) return fmt::format("the log cannot be read: {}", describe(read.error()));
    mismatch_ = builder_.root() != head.root;
  }
  if (!mismatch_) return std::nullopt;
  return fmt::format(
      "the events up to {} are not those that the Merkle tree was made of: no checkpoint is signed",
      head.sequence.value());
}

std::optional<std::string> CheckpointKeeper::publish(SignedCheckpoint signed_one) {
  const std::int64_t hour = clock_.now().value() / kHourUs;
  if (hour != kept_hour_ && signed_one.size > 0) {
    const AtomicFile kept(folder_ / name_of_kept(signed_one.size));
    if (auto error = kept.write(signed_one.note)) return error;
    kept_hour_ = hour;
  }
  if (auto error = AtomicFile(folder_ / "latest").write(signed_one.note)) return error;
  {
    const MutexLock lock(mutex_);
    latest_ = std::move(signed_one);
  }
  tell_observer();
  return std::nullopt;
}

}  // namespace countersign
