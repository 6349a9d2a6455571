#include "events/audit/range/write_range.h"

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/machine/files/held_folder.h"
#include "core/machine/files/write_all.h"
#include "events/audit/export/export_folder.h"
#include "events/tlog/note/checkpoint.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kWriterReports = 65'536;
constexpr std::size_t kWrittenBytes = 1 << 20;
class RangeWriter {
 public:
  RangeWriter(const fs::path& folder, const RangeSource& source)
      : path_(folder), source_(source), range_(source.range), tree_(source.range.edge) {}

  std::optional<std::string> run() {
    (void)(check_source() && open_folder() && copy_events() && finish());
    return failure_.empty() ? std::nullopt : std::optional(std::move(failure_));
  }

 private:
  bool fail(std::string why) {
    if (failure_.empty()) failure_ = std::move(why);
    return false;
  }
  bool done(std::optional<FolderFault> failed) { return !failed || fail(std::move(failed->why)); }

  // ---- before anything is written ------------------------------------------------
  std::optional<tlog::Checkpoint> open(std::string_view which, std::string_view note) {
    const auto signers = export_folder::signers_of(source_.keys);
    const auto opened = tlog::open_checkpoint(note, signers.log, signers.witnesses);
    if (opened) return opened->checkpoint;
    fail(fmt::format("the checkpoint at the {} of the range is not accepted: {}",
                     which,
                     describe(opened.error())));
    return std::nullopt;
  }

  bool check_source() {
    if (source_.keys.empty()) return fail("a range needs the log's verifier keys");
    const auto older = open("beginning", source_.older);
    const auto newer = older ? open("end", source_.newer) : std::nullopt;
    if (!newer) return false;
    newer_root_ = newer->root;
    if (older->size != range_.from() || newer->size != range_.to) {
      return fail("the checkpoints are not those of the range's ends");
    }
    if (range_.edge.root() != older->root) {
      return fail(
          fmt::format("the checkpoint of {} events is of another history than this log: the log "
                      "was rolled back, e.g. by restoring an older backup, or was rewritten",
                      older->size));
    }
    return tlog::verify_consistency(
               older->size, older->root, newer->size, newer->root, range_.consistency) ||
           fail("the proof does not lead from the older checkpoint to the newer one");
  }

  bool open_folder() {
    auto held = HeldFolder::make(path_);
    if (!held) return fail(held.error().why);
    held_.emplace(*std::move(held));
    if (auto why = held_->refusal_to_write()) return fail(*std::move(why));
    if (::flock(held_->descriptor().get(), LOCK_EX | LOCK_NB) != 0) {
      return fail(fmt::format("another export into {} is under way", path_.string()));
    }
    const auto entries = held_->list();
    if (!entries) return fail(entries.error().why);
    if (!entries->empty() && !held_->kind_of(range_folder::kUnfinished)) {
      return fail(fmt::format("the folder {} has {} in it; export a range into a folder of its own",
                              path_.string(),
                              entries->front().name));
    }
    return done(held_->replace(range_folder::kUnfinished, "")) &&
           done(held_->make_folders(export_folder::kCheckpoints)) && open_lines();
  }

  bool open_lines() {
    auto file = held_->create(export_folder::kEvents);
    if (!file) return fail(file.error().why);
    lines_file_ = *std::move(file);
    return true;
  }

  // ---- the events ------------------------------------------------------------------
  bool copy_events() {
    const auto read =
        source_.read(Sequence(tree_.size() + 1), [this](Sequence sequence, std::string_view bytes) {
          return take(sequence, bytes) && tree_.size() < range_.to;
        });
    if (!failure_.empty()) return false;
    if (!read) return fail(fmt::format("the log cannot be read: {}", describe(read.error())));
    if (tree_.size() < range_.to) return fail("the log has fewer events than the range");
    return tree_.root() == newer_root_ ||
           fail("the events and the hashes before them do not give the newer checkpoint's root");
  }

  bool take(Sequence sequence, std::string_view event) {
    if (sequence.value() != tree_.size() + 1) {
      return fail("the events were not read in the order of the log");
    }
    lines_.append(event).push_back('\n');
    tree_.append(tlog::leaf_hash(event));
    if (lines_.size() >= kWrittenBytes && !write_lines()) return false;
    if ((tree_.size() - range_.from()) % kWriterReports == 0) report();
    return true;
  }

  bool write_lines() {
    const bool written = write_all(lines_file_, lines_);
    lines_.clear();
    return written || fail(fmt::format("cannot write {}: {}",
                                       (path_ / export_folder::kEvents).string(),
                                       std::strerror(errno)));
  }

  void report() const {
    if (source_.progress) source_.progress(tree_.size() - range_.from(), range_.events());
  }

  // ---- the end ---------------------------------------------------------------------
  bool finish() {
    if (!write_lines() || !remove_other_checkpoints()) return false;
    if (!done(held_->replace(export_folder::path_of_older(range_.from()), source_.older)) ||
        !done(held_->replace(export_folder::kVerifierKeys, export_folder::to_text(source_.keys))) ||
        !done(held_->replace(export_folder::kCheckpoint, source_.newer))) {
      return false;
    }
    if (::syncfs(held_->descriptor().get()) != 0) {
      return fail(fmt::format("cannot sync {}: {}", path_.string(), std::strerror(errno)));
    }
    if (!done(held_->replace(range_folder::kRange, to_text(range_))) ||
        !done(held_->remove(range_folder::kUnfinished)) || !done(held_->sync())) {
      return false;
    }
    report();
    return true;
  }

  // An unfinished range may have begun elsewhere.
  bool remove_other_checkpoints() {
    const auto entries = held_->list(export_folder::kCheckpoints);
    if (!entries) return fail(entries.error().why);
    return std::ranges::all_of(*entries, [this](const HeldFolder::Entry& entry) {
      return done(held_->remove(fmt::format("{}/{}", export_folder::kCheckpoints, entry.name)));
    });
  }

  const fs::path& path_;
  const RangeSource& source_;
  const RangeFile& range_;
  tlog::Frontier tree_;
  Digest newer_root_{};
  std::optional<HeldFolder> held_;  // locked
  OwnedFd lines_file_;
  std::string lines_;  // not written yet
  std::string failure_;
};

}  // namespace

std::optional<std::string> write_range(const fs::path& folder, const RangeSource& source) {
  return RangeWriter(folder, source).run();
}

}  // namespace countersign
