#include "events/audit/export/write_export.h"

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/machine/files/held_folder.h"
#include "core/machine/files/write_all.h"
#include "core/text/counted.h"
#include "events/audit/export/export_folder.h"
#include "events/audit/export/line_file.h"
#include "events/record/codec.h"
#include "events/tlog/tree/entry_bundle.h"
#include "events/tlog/tree/tile_builder.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;
using tlog::Checkpoint;
using tlog::Tile;

// After this many events the written data is made durable. A power of kTileWidth, so that few tiles
// are partial there.
constexpr std::uint64_t kStretch = 65'536;
static_assert(kStretch == std::uint64_t{tlog::kTileWidth} * tlog::kTileWidth);
constexpr std::size_t kLinesBytes = 1 << 20;
// A server that publishes the folder to auditors may read it meanwhile; nobody else writes to it.
constexpr std::string_view kFreshSuffix = ".new";

class Export {
 public:
  Export(const fs::path& folder, const ExportSource& source) : folder_(folder), source_(source) {}

  Result<ExportReport, std::string> run() {
    const bool ready = open_checkpoint() && open_folder() && read_previous();
    if (ready && find_start() && copy_events() && finish()) {
      return ExportReport{target_.size, kept_};
    }
    return std::move(failure_);
  }

 private:
  bool fail(std::string why) {
    if (failure_.empty()) failure_ = std::move(why);
    return false;
  }
  bool fail_at(std::string_view what, const fs::path& path) {
    return fail(fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno)));
  }
  bool done(std::optional<FolderFault> failure) {
    return !failure || fail(std::move(failure->why));
  }

  // ---- the folder as it is ---------------------------------------------------
  bool open_checkpoint() {
    if (source_.keys.empty()) return fail("the export needs the log's verifier keys");
    signers_ = export_folder::signers_of(source_.keys);
    const auto opened = tlog::open_checkpoint(source_.checkpoint, signers_.log, signers_.witnesses);
    if (!opened) {
      return fail(fmt::format("the checkpoint to be exported is not accepted: {}",
                              describe(opened.error())));
    }
    target_ = opened->checkpoint;
    return true;
  }

  bool open_folder() {
    auto held = HeldFolder::make(folder_);
    if (!held) return fail(held.error().why);
    held_.emplace(*std::move(held));
    if (auto why = held_->refusal_to_write()) return fail(*std::move(why));
    if (::flock(held_->descriptor().get(), LOCK_EX | LOCK_NB) != 0) {
      return fail(fmt::format("another export into {} is under way", folder_.string()));
    }
    return done(held_->make_folders(export_folder::kCheckpoints));
  }

  bool read_previous() {
    if (!held_->kind_of(export_folder::kCheckpoint)) return true;
    const fs::path path = folder_ / export_folder::kCheckpoint;
    const auto note =
        export_folder::read_file(*held_, export_folder::kCheckpoint, tlog::kNoteBytesMax);
    if (!note) return fail(fmt::format("{}: {}", path.string(), note.error().why));
    const auto opened = tlog::open_checkpoint(*note, signers_.log, signers_.witnesses);
    if (!opened) {
      return fail(fmt::format(
          "{} is not a checkpoint of this log: {}", path.string(), describe(opened.error())));
    }
    previous_ = opened->checkpoint;
    previous_note_ = *note;
    if (previous_->size <= target_.size) return true;
    return fail(
        fmt::format("the export in {} has {}, and the log only {}: the log was rolled back, "
                    "e.g. by restoring an older backup; export it into another folder",
                    folder_.string(),
                    counted(previous_->size, "event"),
                    target_.size));
  }

  // ---- where to continue -----------------------------------------------------
  bool find_start() {
    const std::optional<Checkpoint> unfinished = read_unfinished();
    const std::uint64_t previous_size = previous_ ? previous_->size : 0;
    if (!(unfinished && unfinished->size > previous_size && start_at(*unfinished)) &&
        !(previous_ && start_at(*previous_))) {
      builder_ = {};
      lines_bytes_ = 0;
    }
    kept_ = builder_.size();
    return true;
  }

  std::optional<Checkpoint> read_unfinished() const {
    const auto text =
        export_folder::read_file(*held_, export_folder::kUnfinished, tlog::kNoteBytesMax);
    if (!text) return std::nullopt;
    auto checkpoint = tlog::parse_checkpoint(*text);
    if (!checkpoint || checkpoint->origin != target_.origin) return std::nullopt;
    if (checkpoint->size > target_.size) return std::nullopt;
    return checkpoint;
  }

  // Starts at the last full tile of level 0, so that no partial bundle has to be trusted. False if
  // tiles at its right edge or lines before it are missing.
  bool start_at(const Checkpoint& checkpoint) {
    const tlog::FetchTile tiles = export_folder::tiles_of(*held_);
    auto tree = tlog::TileTree::open(checkpoint.size, checkpoint.root, tiles);
    if (!tree) return false;
    const std::uint64_t size = checkpoint.size - checkpoint.size % tlog::kTileWidth;
    const auto root = read_root(*tree, size);
    if (!root) return false;
    auto builder = tlog::TileBuilder::resume(size, *root, tiles);
    if (!builder || !count_lines(size)) return false;
    builder_ = *std::move(builder);
    return true;
  }

  bool count_lines(std::uint64_t count) {
    auto lines = LineFile::open(*held_, export_folder::kEvents, kEventBytesMax);
    std::string_view line;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (!lines || lines->next(line) != LineFile::Got::Line) return false;
    }
    lines_bytes_ = count == 0 ? 0 : lines->offset();
    return true;
  }

  // Opens events.jsonl and cuts off what is behind the start.
  bool open_lines() {
    auto file = held_->open_or_create(export_folder::kEvents);
    if (!file) return fail(file.error().why);
    lines_file_ = *std::move(file);
    const auto size = static_cast<::off_t>(lines_bytes_);
    if (::ftruncate(lines_file_.get(), size) == 0 &&
        ::lseek(lines_file_.get(), 0, SEEK_END) == size) {
      return true;
    }
    return fail_at("open", folder_ / export_folder::kEvents);
  }

  // ---- the events ------------------------------------------------------------
  bool copy_events() {
    if (builder_.size() < target_.size) {
      const auto read = source_.read(
          Sequence(builder_.size() + 1), [this](Sequence sequence, std::string_view bytes) {
            return take(sequence, bytes) && builder_.size() < target_.size;
          });
      if (!failure_.empty()) return false;
      if (!read) return fail(fmt::format("the log cannot be read: {}", describe(read.error())));
    }
    if (builder_.size() < target_.size)
      return fail("the log has fewer events than the checkpoint covers");
    if (builder_.root() == target_.root) return true;
    // The next export must not continue from data that is not of this log.
    (void)held_->remove(export_folder::kUnfinished);
    (void)held_->sync();
    return fail(
        fmt::format("the first {} in {} and the log's events after {} do not give the checkpoint's "
                    "root; export into another folder",
                    counted(kept_, "event"),
                    folder_.string(),
                    agreeing(kept_, "it", "them")));
  }

  bool take(Sequence sequence, std::string_view event) {
    if (sequence.value() != builder_.size() + 1) {
      return fail("the events were not read in the order of the log");
    }
    lines_.append(event).push_back('\n');
    tlog::append_entry(bundle_, event);
    builder_.append(tlog::leaf_hash(event),
                    [this](const Tile& tile, std::string_view bytes) { write_tile(tile, bytes); });
    const std::uint64_t size = builder_.size();
    if (previous_ && previous_->size == size && previous_->root != builder_.root()) {
      return fail(
          fmt::format("the export in {} is of another history: its {} {} not of the log; export "
                      "into another folder",
                      folder_.string(),
                      counted(size, "event"),
                      agreeing(size, "is", "are")));
    }
    if (size % tlog::kTileWidth == 0) write_bundle();
    // The folder's lines are not overwritten until the log is known to be the folder's.
    if (lines_.size() >= kLinesBytes && (!previous_ || size >= previous_->size)) write_lines();
    if (size % kStretch == 0 && size < target_.size) end_stretch();
    return failure_.empty();
  }

  void write_tile(const Tile& tile, std::string_view bytes) {
    const std::string name = path_of(tile);
    const std::string fresh = name + ".new";
    if (!done(folders_for(name))) return;
    const auto file = held_->create(fresh);
    if (!file) {
      fail(file.error().why);
      return;
    }
    if (!write_all(*file, bytes)) {
      fail_at("write", folder_ / fresh);
      return;
    }
    // No checkpoint names this file yet, so it need not be durable yet.
    done(held_->rename(fresh, name));
  }

  // Called for each tile; usually the folder is the one that was made last.
  std::optional<FolderFault> folders_for(const std::string& name) {
    std::string folder = name.substr(0, name.rfind('/'));
    if (folder == made_) return std::nullopt;
    auto failed = held_->make_folders(folder);
    if (!failed) made_ = std::move(folder);
    return failed;
  }

  // Writes the bundle of the last tile of level 0, full or not.
  void write_bundle() {
    const std::uint64_t index = (builder_.size() - 1) / tlog::kTileWidth;
    const std::uint32_t width = tlog::width_in_tree(Tile::kEntries, index, builder_.size());
    write_tile({Tile::kEntries, index, width}, bundle_);
    bundle_.clear();
  }

  void write_lines() {
    if (!lines_file_ && !open_lines()) return;
    if (!write_all(lines_file_, lines_)) fail_at("write", folder_ / export_folder::kEvents);
    lines_.clear();
  }

  // Makes everything up to here durable, before anything says that it exists.
  bool make_durable() {
    write_lines();
    if (!bundle_.empty()) write_bundle();
    builder_.partial_tiles(
        [this](const Tile& tile, std::string_view bytes) { write_tile(tile, bytes); });
    if (!failure_.empty()) return false;
    return ::syncfs(held_->descriptor().get()) == 0 || fail_at("sync", folder_);
  }

  void end_stretch() {
    if (!make_durable()) return;
    const Checkpoint here{target_.origin, builder_.size(), builder_.root(), {}};
    done(held_->replace(export_folder::kUnfinished, to_text(here)));
    report();
  }

  void report() const {
    if (source_.progress) source_.progress(builder_.size(), target_.size);
  }

  // ---- the end ---------------------------------------------------------------
  bool finish() {
    if (!make_durable() || !keep_previous()) return false;
    if (!done(held_->replace(export_folder::kVerifierKeys, export_folder::to_text(source_.keys))) ||
        !done(held_->replace(export_folder::kCheckpoint, source_.checkpoint)) ||
        !done(held_->remove(export_folder::kUnfinished)) || !done(held_->sync())) {
      return false;
    }
    remove_partial_tiles();
    report();
    return failure_.empty();
  }

  bool keep_previous() {
    if (!previous_ || previous_->size == target_.size) return true;
    return done(held_->replace(export_folder::path_of_older(previous_->size), previous_note_));
  }

  // Removes partial tiles of smaller trees, and files that were not renamed. A file whose name is
  // not a tile's stays, and verify_export() reports it.
  void remove_partial_tiles() {
    std::vector<std::string> removed;
    const auto failed =
        held_->walk(export_folder::kTiles, [&](const std::string& name, HeldFolder::Kind kind) {
          const bool unfinished = name.ends_with(kFreshSuffix);
          const auto tile = tlog::parse_tile_path(std::string_view(name).substr(
              0, name.size() - (unfinished ? kFreshSuffix.size() : 0)));
          if (kind == HeldFolder::Kind::Folder || !tile) return;
          if (unfinished || !export_folder::is_of_tree(name, target_.size)) removed.push_back(name);
        });
    if (!done(failed)) return;
    for (const std::string& name : removed) {
      if (!done(held_->remove(name))) return;
      (void)held_->remove_empty_folder(name.substr(0, name.rfind('/')));
    }
    made_.clear();
  }

  const fs::path& folder_;
  const ExportSource& source_;
  std::string failure_;
  export_folder::Signers signers_;
  Checkpoint target_;
  std::optional<Checkpoint> previous_;  // the folder's current checkpoint
  std::string previous_note_;

  std::optional<HeldFolder> held_;  // locked
  std::string made_;                // the folder of tiles made last
  OwnedFd lines_file_;
  std::uint64_t lines_bytes_ = 0;  // of the lines to keep
  std::uint64_t kept_ = 0;
  tlog::TileBuilder builder_;
  std::string lines_;   // not written yet
  std::string bundle_;  // of the last tile of level 0
};

}  // namespace

Result<ExportReport, std::string> write_export(const fs::path& folder, const ExportSource& source) {
  return Export(folder, source).run();
}

}  // namespace countersign
