#include "events/audit/export/verify_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "events/audit/export/export_folder.h"
#include "events/audit/export/history_passes.h"
#include "events/audit/export/line_file.h"
#include "events/audit/history_audit.h"
#include "events/record/codec.h"
#include "events/tlog/note/proof_file.h"
#include "events/tlog/tree/tile_builder.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;
using tlog::Tile;

constexpr std::uint64_t kProgressEvents = 65'536;
const std::vector<HeldFolder::Entry> kNothing;
constexpr std::size_t kKeysBytesMax = 1 << 20;
constexpr std::size_t kBundleBytesMax =
    tlog::kTileWidth * (sizeof(std::uint16_t) + tlog::kEntryBytesMax);
constexpr std::size_t kTileBytesMax = tlog::kTileWidth * tlog::kHashBytes;
// Beside its note a receipt has hashes, and the bytes that the application added.
constexpr std::size_t kReceiptBytesMax =
    tlog::kNoteBytesMax + 2 * tlog::kProofExtraBytesMax + tlog::kProofHashesMax * 64;

struct Receipt {
  std::string file;
  tlog::ProofFile proof;
  std::optional<Digest> leaf;  // of its event, once that was read
};

class Verification {
 public:
  Verification(const fs::path& folder, const VerifyExportOptions& options)
      : folder_(folder), options_(options), audit_(options.audit_bytes_max) {}

  ExportFindings run() {
    const bool known =
        open_folder() && read_keys() && read_checkpoint() && read_earlier() && read_receipts();
    const bool good = known && check_events() && check_end();
    if (!held_) return std::move(verdict_);
    if (check_left_streams() && good && check_strays()) check_receipts();
    return std::move(verdict_);
  }

 private:
  // ---- faults ----------------------------------------------------------------
  bool wrong(std::string file, std::string why, std::optional<Sequence> sequence = {}) {
    verdict_.first_error = ExportFault{sequence, std::move(file), std::move(why)};
    return false;
  }
  // A fault of the event that is being read.
  bool wrong_here(std::string file, std::string why) {
    return wrong(std::move(file), std::move(why), Sequence(builder_.size() + 1));
  }

  bool open_folder() {
    auto held = HeldFolder::open(folder_);
    if (!held) return wrong(std::string(export_folder::kVerifierKeys), held.error().why);
    held_.emplace(*std::move(held));
    return true;
  }

  // ---- 1. the signatures -----------------------------------------------------
  bool read_keys() {
    const std::string file(export_folder::kVerifierKeys);
    const bool pinned = !options_.keys.empty();
    verdict_.keys_from = pinned ? KeysFrom::Caller : KeysFrom::Export;
    if (pinned) signers_ = export_folder::signers_of(options_.keys);
    const auto text = export_folder::read_file(*held_, file, kKeysBytesMax);
    if (!text) return wrong(file, text.error().why);
    const auto keys = export_folder::parse_keys(*text);
    if (!keys) return wrong(file, keys.error());
    if (!pinned) signers_ = export_folder::signers_of(*keys);
    for (const tlog::VerifierKey& witness : options_.witnesses) {
      auto& known = signers_.witnesses;
      if (std::ranges::find(known, witness) == known.end()) known.push_back(witness);
    }
    verdict_.origin = signers_.log.origin;
    for (const auto& key : pinned ? options_.keys : *keys) verdict_.keys.push_back(key.to_text());
    if (keys->front().name() != verdict_.origin) {
      return wrong(file, fmt::format("it names another log than {}", verdict_.origin));
    }
    return true;
  }

  std::optional<SeenCheckpoint> open(const std::string& file, std::string_view note) {
    const auto opened = tlog::open_checkpoint(note, signers_.log, signers_.witnesses);
    if (opened) return seen_in(file, *opened);
    wrong(file, fmt::format("its checkpoint is not believed: {}", describe(opened.error())));
    return std::nullopt;
  }

  bool read_checkpoint() {
    const std::string file(export_folder::kCheckpoint);
    const auto note = export_folder::read_file(*held_, file, tlog::kNoteBytesMax);
    if (!note) return wrong(file, note.error().why);
    if (!check_cosignatures(file, *note)) return false;
    const auto checkpoint = open(file, *note);
    if (!checkpoint) return false;
    verdict_.size = checkpoint->size;
    verdict_.root = checkpoint->root;
    newest_ = *checkpoint;
    return true;
  }

  // Checks one witness after the other, so that the missing or wrong cosignature can be named.
  bool check_cosignatures(const std::string& file, std::string_view bytes) {
    const auto note = tlog::parse_note(bytes);
    if (!note) return true;  // open() reports it
    for (const tlog::VerifierKey& witness : signers_.witnesses) {
      const auto cosigned = verify_note(*note, std::span(&witness, 1));
      if (cosigned) {
        verdict_.cosignatures.push_back({witness.name(), *cosigned->front().cosigned_at_s});
      } else if (cosigned.error() == tlog::VerifyError::BadSignature) {
        return wrong(file, fmt::format("the cosignature of {} is wrong", witness.name()));
      } else if (std::ranges::find(options_.witnesses, witness) != options_.witnesses.end()) {
        return wrong(file, fmt::format("{} has not cosigned it", witness.name()));
      }
    }
    return true;
  }

  bool add_earlier(const SeenCheckpoint& checkpoint) {
    if (checkpoint.size > verdict_.size) {
      return wrong(
          checkpoint.file,
          fmt::format("the log had {} events then, and now {}: it was rolled back, e.g. by "
                      "restoring an older backup, or the export is older",
                      checkpoint.size,
                      verdict_.size),
          Sequence(verdict_.size + 1));
    }
    earlier_.push_back(checkpoint);
    return true;
  }

  bool read_earlier_file(const std::string& file,
                         const Result<std::string, tlog::ReadError>& note) {
    if (!note) return wrong(file, note.error().why);
    const auto checkpoint = open(file, *note);
    if (!checkpoint || !add_earlier(*checkpoint)) return false;
    ++verdict_.checkpoints;
    return true;
  }

  bool read_earlier() {
    const auto entries = held_->list(export_folder::kCheckpoints);
    if (!entries && !entries.error().not_there) {
      return wrong(std::string(export_folder::kCheckpoints), entries.error().why);
    }
    for (const HeldFolder::Entry& entry : entries ? *entries : kNothing) {
      const std::string file = fmt::format("{}/{}", export_folder::kCheckpoints, entry.name);
      if (!read_earlier_file(file, export_folder::read_file(*held_, file, tlog::kNoteBytesMax))) {
        return false;
      }
      if (file != export_folder::path_of_older(earlier_.back().size)) {
        return wrong(file, "its checkpoint is of another size than its name says");
      }
    }
    for (const fs::path& path : options_.since) {
      if (!read_earlier_file(path.string(), export_folder::read_file(path, tlog::kNoteBytesMax))) {
        return false;
      }
    }
    return true;
  }

  bool read_receipts() {
    for (const fs::path& path : options_.receipts) {
      const std::string file = path.string();
      const auto text = export_folder::read_file(path, kReceiptBytesMax);
      if (!text) return wrong(file, text.error().why);
      auto proof = tlog::parse_proof_file(*text);
      if (!proof) return wrong(file, "it is no receipt as of C2SP tlog-proof");
      const auto checkpoint = open(file, proof->checkpoint);
      if (!checkpoint || !add_earlier(*checkpoint)) return false;
      if (proof->index >= checkpoint->size) {
        return wrong(file, "its event is behind the end of its own checkpoint");
      }
      receipts_.push_back({file, *std::move(proof), {}});
    }
    std::ranges::stable_sort(earlier_, {}, &SeenCheckpoint::size);
    for (std::size_t i = 0; i < receipts_.size(); ++i) {
      receipts_of_.emplace(receipts_[i].proof.index, i);
    }
    return true;
  }

  // ---- 2. the events ---------------------------------------------------------
  bool check_events() {
    auto lines = LineFile::open(*held_, export_folder::kEvents, kEventBytesMax);
    if (!lines) return wrong(std::string(export_folder::kEvents), lines.error().why);
    if (!check_earlier()) return false;
    while (builder_.size() < verdict_.size) {
      if (!open_bundle()) return false;
      const std::uint64_t end = builder_.size() + width_;
      while (builder_.size() < end) {
        if (!check_event(*lines)) return false;
      }
      if (tile_at_ != tile_.size()) {
        return wrong(tile_path_, "it goes on after its last hash", Sequence(end));
      }
      if (bundle_at_ != bundle_.size()) {
        return wrong(bundle_path_, "it goes on after its last entry", Sequence(end));
      }
      if (builder_.size() % kProgressEvents == 0) report();
    }
    report();
    return check_no_more(*lines);
  }

  void report() const {
    if (options_.progress) options_.progress(builder_.size(), verdict_.size);
  }

  // Reads the tile of level 0 and the bundle over the next events.
  bool open_bundle() {
    Tile tile{0, builder_.size() / tlog::kTileWidth, 0};
    tile.width = width_ = tlog::width_in_tree(0, tile.index, verdict_.size);
    tile_path_ = path_of(tile);
    auto hashes = export_folder::read_file(*held_, tile_path_, kTileBytesMax);
    if (!hashes) return wrong_here(tile_path_, hashes.error().why);
    tile_ = *std::move(hashes);
    tile.level = Tile::kEntries;
    bundle_path_ = path_of(tile);
    auto bundle = export_folder::read_file(*held_, bundle_path_, kBundleBytesMax);
    if (!bundle) return wrong_here(bundle_path_, bundle.error().why);
    bundle_ = *std::move(bundle);
    bundle_at_ = tile_at_ = 0;
    return true;
  }

  bool check_event(LineFile& lines) {
    std::string_view line;
    if (!read_line(lines, line)) return false;
    const Digest leaf = tlog::leaf_hash(line);
    if (!check_published(line, leaf) || !check_history(line, leaf)) return false;
    const auto [first, last] = receipts_of_.equal_range(builder_.size());
    for (auto receipt = first; receipt != last; ++receipt) {
      receipts_[receipt->second].leaf = leaf;
    }
    return append(leaf);
  }

  bool read_line(LineFile& lines, std::string_view& line) {
    const std::string file(export_folder::kEvents);
    switch (lines.next(line)) {
      case LineFile::Got::Line:
        return true;
      case LineFile::Got::End:
        return wrong_here(file, "it ends before the checkpoint's tree does");
      case LineFile::Got::Cut:
        return wrong_here(file, "its last line does not end");
      case LineFile::Got::TooLong:
        return wrong_here(file, "the line is longer than an event can be");
      case LineFile::Got::Failed:
        return wrong_here(file, "it cannot be read");
    }
    return false;
  }

  // Checks that the line, the entry and the hash in the tile are of the same event.
  bool check_published(std::string_view line, const Digest& leaf) {
    entry_.clear();
    tlog::append_entry(entry_, line);
    const bool is_entry = std::string_view(bundle_).substr(bundle_at_).starts_with(entry_);
    const bool is_hash = std::string_view(tile_).substr(tile_at_).starts_with(text_of(leaf));
    if (is_entry && is_hash) {
      bundle_at_ += entry_.size();
      tile_at_ += tlog::kHashBytes;
      return true;
    }
    if (is_entry) return wrong_here(tile_path_, "it has another hash for the event");
    if (is_hash) return wrong_here(bundle_path_, "its entry is another than the event");
    return wrong_here(std::string(export_folder::kEvents),
                      "the line is not the event that was published");
  }

  bool check_history(std::string_view line, const Digest& leaf) {
    const std::string file(export_folder::kEvents);
    StoredEvent& event = audit_.next();
    if (const auto error = decode_into(line, event.recorded)) {
      return wrong_here(file, "it is not the stored form of an event: " + *error);
    }
    event.leaf = Sha256(leaf);
    last_at_ = event.recorded.at;
    if (const auto fault = audit_.take(line.size())) {
      return wrong(file, fault->why, fault->sequence);
    }
    if (options_.each) options_.each(event.recorded);
    return true;
  }

  bool append(const Digest& leaf) {
    bool good = true;
    builder_.append(leaf, [&](const Tile& tile, std::string_view bytes) {
      // The hashes of level 0 were compared one by one.
      good = good && (tile.level == 0 || check_tile(tile, bytes));
    });
    verdict_.events = builder_.size();
    return good && check_earlier();
  }

  bool check_tile(const Tile& tile, std::string_view bytes) {
    const std::string file = path_of(tile);
    const auto published = export_folder::read_file(*held_, file, kTileBytesMax);
    if (!published) return wrong(file, published.error().why);
    return *published == bytes || wrong(file, "its hashes are not those of the events");
  }

  // Compares the earlier checkpoints whose size is the number of events read so far.
  bool check_earlier() {
    for (; earlier_at_ < earlier_.size(); ++earlier_at_) {
      SeenCheckpoint& earlier = earlier_[earlier_at_];
      if (earlier.size != builder_.size()) return true;
      if (earlier.root != builder_.root()) return wrong_since(earlier);
      if (earlier.size > 0) earlier.at = last_at_;
      verdict_.history.push_back(earlier);
    }
    return true;
  }

  bool wrong_since(const SeenCheckpoint& earlier) {
    const std::uint64_t agreed = earlier_at_ == 0 ? 0 : earlier_[earlier_at_ - 1].size;
    return wrong(earlier.file,
                 fmt::format("its checkpoint is of another history: of the events {} to {} not all "
                             "are those that it was signed for; the log was rolled back and went "
                             "on in another way, e.g. after restoring an older backup, or was "
                             "rewritten",
                             agreed + 1,
                             earlier.size));
  }

  bool check_no_more(LineFile& lines) {
    std::string_view line;
    if (lines.next(line) == LineFile::Got::End) return true;
    return wrong_here(std::string(export_folder::kEvents),
                      "it goes on after the end of the checkpoint's tree");
  }

  // ---- 3. the end ------------------------------------------------------------
  bool check_end() {
    audit_ended_ = true;
    if (const auto fault = audit_.end()) {
      return wrong(std::string(export_folder::kEvents), fault->why, fault->sequence);
    }
    bool good = true;
    builder_.partial_tiles([&](const Tile& tile, std::string_view bytes) {
      good = good && (tile.level == 0 || check_tile(tile, bytes));
    });
    if (!good) return false;
    if (builder_.root() == *verdict_.root) {
      if (newest_.size > 0) newest_.at = last_at_;
      verdict_.history.push_back(newest_);
      return true;
    }
    return wrong(std::string(export_folder::kCheckpoint),
                 "its root is not that of the events, of which some or all are others");
  }

  // Audits the streams that there was no memory for: their fault may come before the one already
  // found.
  bool check_left_streams() {
    const auto read_again = [this](const FirstPass::Sink& sink) {
      auto lines = LineFile::open(*held_, export_folder::kEvents, kEventBytesMax);
      std::string_view line;
      while (lines && lines->next(line) == LineFile::Got::Line && sink(line)) {
      }
    };
    const auto fault =
        audit_left_streams({audit_, audit_ended_, builder_.size(), builder_.root(), read_again},
                           options_.audit_bytes_max);
    const auto& known = verdict_.first_error;
    if (fault && !(known && known->sequence && *known->sequence <= fault->sequence)) {
      wrong(std::string(export_folder::kEvents), fault->why, fault->sequence);
      verdict_.events = fault->sequence.value() - 1;
    }
    return verdict_.ok();
  }

  // Finds files that no earlier step has examined.
  bool check_strays() {
    if (held_->kind_of(export_folder::kUnfinished)) {
      return wrong(std::string(export_folder::kUnfinished),
                   "an export into this folder was not finished");
    }
    std::optional<std::string> stray;
    const auto failed =
        held_->walk(export_folder::kTiles, [&](const std::string& name, HeldFolder::Kind kind) {
          if (stray || kind == HeldFolder::Kind::Folder) return;
          if (kind != HeldFolder::Kind::File || !export_folder::is_of_tree(name, verdict_.size)) {
            stray = name;
          }
        });
    if (failed) return wrong(std::string(export_folder::kTiles), failed->why);
    return !stray || wrong(*stray, "it is no tile of the checkpoint's tree");
  }

  // ---- 4. the receipts -------------------------------------------------------
  bool check_receipts() {
    for (const Receipt& receipt : receipts_) {
      const auto proven =
          tlog::verify(receipt.proof, *receipt.leaf, signers_.log, signers_.witnesses);
      if (!proven) {
        return wrong(receipt.file,
                     fmt::format("it does not prove the event: {}", describe(proven.error())),
                     Sequence(receipt.proof.index + 1));
      }
      ++verdict_.receipts;
    }
    return true;
  }

  const fs::path& folder_;
  const VerifyExportOptions& options_;
  std::optional<HeldFolder> held_;
  ExportFindings verdict_;
  export_folder::Signers signers_;

  SeenCheckpoint newest_;
  UtcTime last_at_;                      // of the event read last
  std::vector<SeenCheckpoint> earlier_;  // sorted by size
  std::size_t earlier_at_ = 0;           // the first not yet compared
  std::vector<Receipt> receipts_;
  std::multimap<std::uint64_t, std::size_t> receipts_of_;  // by the index of their event

  tlog::TileBuilder builder_;
  HistoryAudit audit_;
  bool audit_ended_ = false;
  std::uint32_t width_ = 0;
  std::string tile_path_;
  std::string tile_;
  std::size_t tile_at_ = 0;
  std::string bundle_path_;
  std::string bundle_;
  std::size_t bundle_at_ = 0;
  std::string entry_;
};

}  // namespace

SeenCheckpoint seen_in(std::string file, const tlog::VerifiedCheckpoint& verified) {
  SeenCheckpoint seen{
      std::move(file), verified.checkpoint.size, verified.checkpoint.root, {}, std::nullopt};
  for (const tlog::Endorsement& endorsement : verified.endorsements) {
    seen.signers.push_back(endorsement.key.name());
  }
  return seen;
}

ExportFindings verify_export(const fs::path& folder, const VerifyExportOptions& options) {
  return Verification(folder, options).run();
}

}  // namespace countersign
