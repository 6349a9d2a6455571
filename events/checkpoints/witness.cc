#include "events/checkpoints/witness.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/check.h"
#include "core/ids.h"
#include "core/machine/files/atomic_file.h"
#include "core/machine/files/file_access.h"
#include "core/machine/files/held_folder.h"
#include "events/crypto/sha256.h"
#include "events/tlog/note/cosignature.h"
#include "events/tlog/note/signed_note.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kSecondUs = 1'000'000;

}  // namespace

std::string origin_hash_of(std::string_view origin) { return to_hex(sha256(origin)); }

Witness::Followed::Followed(const tlog::KnownLog& the_log, fs::path the_file)
    : log(the_log), file(std::move(the_file)) {}

Witness::Witness(fs::path folder,
                 tlog::SignerKey key,
                 std::vector<tlog::KnownLog> logs,
                 const Clock& clock)
    : folder_(std::move(folder)), key_(std::move(key)), logs_(std::move(logs)), clock_(clock) {
  for (const tlog::KnownLog& log : logs_) {
    followed_.push_back(std::make_unique<Followed>(log, folder_ / origin_hash_of(log.origin)));
  }
}

Result<std::unique_ptr<Witness>, std::string> Witness::open(fs::path folder,
                                                            tlog::SignerKey key,
                                                            std::vector<tlog::KnownLog> logs,
                                                            const Clock& clock) {
  check(key.verifier().type() == tlog::KeyType::Witness, "the key of a witness is of type Witness");
  std::unique_ptr<Witness> witness(
      new Witness(std::move(folder), std::move(key), std::move(logs), clock));
  if (auto refusal = witness->lock_folder()) return *std::move(refusal);
  for (const auto& followed : witness->followed_) {
    if (auto refusal = witness->load(*followed)) return *std::move(refusal);
  }
  return witness;
}

std::optional<std::string> Witness::lock_folder() {
  const auto held = HeldFolder::make(folder_);
  if (!held) return held.error().why;
  // Anyone who can remove the last cosigned checkpoint can have two histories cosigned.
  if (auto why = held->refusal_to_write()) return why;
  lock_ = OwnedFd(::openat(held->descriptor().get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock_) return fmt::format("cannot open {}: {}", folder_.string(), std::strerror(errno));
  if (::flock(lock_.get(), LOCK_EX | LOCK_NB) == 0) return std::nullopt;
  return fmt::format("the folder {} is in use by another witness", folder_.string());
}

std::optional<std::string> Witness::load(Followed& followed) const {
  auto stored = AtomicFile(followed.file).read();
  if (!stored) return stored.error();
  if (!*stored) return std::nullopt;
  const tlog::VerifierKey ours[] = {verifier()};
  auto opened = open_checkpoint(**stored, followed.log, ours);
  if (!opened || opened->endorsements.back().key != verifier()) {
    return fmt::format(
        "{} is damaged, or another witness's: it is not the checkpoint of the log {} that {} "
        "cosigned last; restore the file, or put in its place the newest checkpoint that {} has "
        "cosigned",
        followed.file.string(),
        followed.log.origin,
        verifier().name(),
        verifier().name());
  }
  const MutexLock turn(followed.turn);
  const MutexLock lock(followed.mutex);
  followed.latest = std::move(opened->checkpoint);
  followed.note = **std::move(stored);
  return std::nullopt;
}

Result<std::string, Witness::Fault> Witness::add_checkpoint(std::string_view body) {
  auto submission = tlog::read_submission(body, logs_);
  if (!submission) return Fault(Refused{.why = submission.error()});
  const std::string& origin = submission->checkpoint.origin;
  const auto found =
      std::ranges::find_if(followed_, [&](const auto& each) { return each->log.origin == origin; });
  check(found != followed_.end(), "a log that the witness knows is followed by the witness");
  Followed& followed = **found;

  const MutexLock turn(followed.turn);
  if (const auto why = refusal_of(*submission, followed.latest)) {
    const tlog::Checkpoint* const latest = followed.latest ? &*followed.latest : nullptr;
    return Fault(Refused{.why = *why,
                         .origin = origin,
                         .size = submission->checkpoint.size,
                         .latest_size = latest ? latest->size : 0,
                         .proves_fork = latest && submission->checkpoint.size == latest->size &&
                                        submission->checkpoint.root != latest->root});
  }
  const auto now_s = static_cast<std::uint64_t>(clock_.now().value() / kSecondUs);
  tlog::NoteSignature cosignature = cosign(key_, submission->note.text, now_s);
  std::string line = to_text(std::span(&cosignature, 1));
  add_signature(submission->note, std::move(cosignature));
  std::string note = to_text(submission->note);
  auto error = AtomicFile(followed.file).write(note);
  if (error) return Fault(NotStored{*std::move(error)});
  followed.latest = std::move(submission->checkpoint);
  const MutexLock lock(followed.mutex);
  followed.note = std::move(note);
  return line;
}

std::optional<std::string> Witness::checkpoint(std::string_view origin_hash) const {
  for (const auto& followed : followed_) {
    if (followed->file.filename() != origin_hash) continue;
    const MutexLock lock(followed->mutex);
    if (!followed->note.empty()) return followed->note;
  }
  return std::nullopt;
}

}  // namespace countersign
