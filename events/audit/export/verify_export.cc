#include "events/audit/export/verify_export.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "core/machine/files/file_access.h"
#include "events/audit/export/export_folder.h"
#include "events/audit/export/exported_log.h"
#include "events/audit/export/signed_files.h"
#include "events/audit/state/state_folder.h"
#include "events/audit/state/state_key.h"
#include "events/crypto/os_random.h"
#include "events/tlog/tree/tile_tree.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryFile = "temporary file";
constexpr std::string_view kAuditState = "audit state";

LogFault fault_of_state(std::string why) {
  return {std::nullopt, std::string(kAuditState), std::move(why)};
}

// Compares the signed files with the tree while it grows, event by event.
class GrowingTree {
 public:
  // REQUIRES: `files` outlives it.
  explicit GrowingTree(SignedFiles& files) : files_(files) {
    for (GivenReceipt& receipt : files.receipts) receipts_.emplace(receipt.proof.index, &receipt);
  }

  // Takes the tree up to an event, with the event's leaf and time.
  std::optional<LogFault> grown(const tlog::TileBuilder& tree, const Digest& leaf, UtcTime at) {
    const auto [first, last] = receipts_.equal_range(tree.size() - 1);
    for (auto receipt = first; receipt != last; ++receipt) receipt->second->leaf = leaf;
    return check_earlier(tree, at);
  }

  // Compares the earlier checkpoints that have the size of the tree.
  std::optional<LogFault> check_earlier(const tlog::TileBuilder& tree, std::optional<UtcTime> at) {
    for (; seen_ < files_.earlier.size(); ++seen_) {
      SeenCheckpoint& earlier = files_.earlier[seen_];
      if (earlier.size != tree.size()) return std::nullopt;
      if (earlier.root != tree.root()) return fault_of(earlier);
      earlier.at = at;
    }
    return std::nullopt;
  }

  // Compares what concerns the events before those that are read with their tree, which is trusted
  // up to its size.
  std::optional<LogFault> check_before(tlog::TileTree& tree) {
    const auto unread = [](const tlog::ReadError& error) {
      return LogFault{std::nullopt, std::string(export_folder::kTiles), error.why};
    };
    for (; seen_ < files_.earlier.size(); ++seen_) {
      const SeenCheckpoint& earlier = files_.earlier[seen_];
      if (earlier.size > tree.size()) break;
      const auto root = read_root(tree, earlier.size);
      if (!root) return unread(root.error());
      if (earlier.root != *root) return fault_of(earlier);
    }
    for (auto& [index, receipt] : receipts_) {
      if (index >= tree.size()) break;
      const auto leaf = tree.hash({0, index});
      if (!leaf) return unread(leaf.error());
      receipt->leaf = *leaf;
    }
    return std::nullopt;
  }

  // The checkpoints that the tree of the first `size` events agrees with.
  std::vector<SeenCheckpoint> agreed(std::uint64_t size) const {
    const auto first = files_.earlier.begin();
    std::vector<SeenCheckpoint> agreed{first, first + static_cast<std::ptrdiff_t>(seen_)};
    std::erase_if(agreed, [size](const SeenCheckpoint& seen) { return seen.size > size; });
    return agreed;
  }

 private:
  LogFault fault_of(const SeenCheckpoint& earlier) const {
    const std::uint64_t agreed = seen_ == 0 ? 0 : files_.earlier[seen_ - 1].size;
    return {std::nullopt,
            earlier.file,
            fmt::format("the checkpoint is of another history: at least one of the events {} to {} "
                        "is not the one that was signed; the log was rolled back and went on in "
                        "another way, e.g. after restoring an older backup, or was rewritten",
                        agreed + 1,
                        earlier.size)};
  }

  SignedFiles& files_;
  std::size_t seen_ = 0;                                  // earlier checkpoints
  std::multimap<std::uint64_t, GivenReceipt*> receipts_;  // by the index of their event
};

// The subject of a verification, and its means.
struct Desk {
  const HeldFolder& folder;
  const VerifyExportOptions& options;
  SignedFiles& files;
  StateFolder* state;  // null: a whole verification
};

// A fault of older checkpoints and receipts that concern the events before those that are read. A
// tree that cannot be opened is a fault that audit_log() finds.
std::optional<LogFault> check_before(const Desk& desk, const ExportedLog& log, GrowingTree& tree) {
  const StateManifest* const before = desk.state == nullptr ? nullptr : desk.state->manifest();
  if (before == nullptr) return tree.check_earlier({}, std::nullopt);
  const std::uint64_t size = desk.files.newest.size;
  if (before->size > size) return std::nullopt;
  auto earlier = tlog::TileTree::open(before->size, before->root.value(), log.tiles(size));
  return earlier ? tree.check_before(*earlier) : std::nullopt;
}

// Audits the events once; `findings` get what of the signed files they agree with.
LogVerdict audit_events(const Desk& desk, ExportFindings& findings) {
  const VerifyExportOptions& options = desk.options;
  GrowingTree tree(desk.files);
  ExportedLog log(desk.folder);
  if (auto fault = check_before(desk, log, tree)) return {.fault = std::move(fault)};
  std::optional<UtcTime> at;
  const SeenCheckpoint& newest = desk.files.newest;
  LogVerdict verdict =
      audit_log(log,
                {.tree = {newest.file, newest.size, newest.root},
                 .origin = desk.files.signers.log.origin,
                 .progress = options.progress,
                 .judged = options.judged,
                 .each =
                     [&](const RecordedEvent& recorded) {
                       at = recorded.at;
                       if (options.each) options.each(recorded);
                     },
                 .grown = [&](const tlog::TileBuilder& builder,
                              const Digest& leaf) { return tree.grown(builder, leaf, *at); },
                 .means = options.means,
                 .state = desk.state});
  findings.history = tree.agreed(verdict.read);
  desk.files.newest.at = at;
  return verdict;
}

// Finds the first fault of the events.
std::optional<LogFault> check_events(const Desk& desk, ExportFindings& findings) {
  LogVerdict verdict = audit_events(desk, findings);
  if (verdict.must_begin_anew) verdict = audit_events(desk, findings);
  findings.events = verdict.events;
  findings.decisions = verdict.decisions;
  if (desk.state != nullptr) {
    findings.state = StateFindings{verdict.read_before, desk.state->refusal(), false};
  }
  if (auto fault = fault_in(verdict)) return fault;
  if (verdict.unkept) return fault_of_state(*verdict.unkept);
  findings.history.push_back(desk.files.newest);
  return std::nullopt;
}

// Finds an export that was not finished; unless files of earlier events were `read_before`, also a
// file in the folder of tiles that does not belong to the checkpoint's tree.
std::optional<LogFault> check_strays(const HeldFolder& folder,
                                     std::uint64_t size,
                                     bool read_before) {
  if (folder.kind_of(export_folder::kUnfinished)) {
    return LogFault{
        std::nullopt,
        std::string(export_folder::kUnfinished),
        "an export into this folder was not finished; run `log export` into the folder again"};
  }
  if (read_before) return std::nullopt;
  std::optional<std::string> stray;
  const auto failed =
      folder.walk(export_folder::kTiles, [&](const std::string& name, HeldFolder::Kind kind) {
        if (stray || kind == HeldFolder::Kind::Folder) return;
        if (kind != HeldFolder::Kind::File || !export_folder::is_of_tree(name, size)) stray = name;
      });
  if (failed) return LogFault{std::nullopt, std::string(export_folder::kTiles), failed->why};
  if (!stray) return std::nullopt;
  return LogFault{std::nullopt, *stray, "the file is not a tile of the checkpoint's tree"};
}

std::optional<LogFault> open_state(const VerifyExportOptions& options,
                                   const std::string& origin,
                                   RandomSource& random,
                                   std::optional<StateFolder>& state) {
  if (options.state.empty()) return std::nullopt;
  if (lies_inside(options.state_key, options.state)) {
    return fault_of_state(fmt::format(
        "the key {} must not lie in the folder of the state, whose copies must not have "
        "it; move it elsewhere",
        options.state_key.string()));
  }
  auto key = load_state_key(options.state_key);
  if (!key) return fault_of_state(key.error());
  auto opened = StateFolder::open(options.state, *std::move(key), origin, audit_rules(), random);
  if (!opened) return fault_of_state(opened.error());
  state.emplace(*std::move(opened));
  return std::nullopt;
}

std::optional<LogFault> keep(StateFolder& state, StateFindings& findings) {
  if (const auto fault = state.commit()) return fault_of_state(fault->why);
  findings.is_kept = state.manifest() != nullptr;
  return std::nullopt;
}

}  // namespace

SeenCheckpoint seen_in(std::string file, const tlog::VerifiedCheckpoint& verified) {
  SeenCheckpoint seen{
      std::move(file), verified.checkpoint.size, verified.checkpoint.root, {}, std::nullopt};
  for (const tlog::Endorsement& endorsement : verified.endorsements) {
    seen.signers.push_back(endorsement.key.name());
  }
  return seen;
}

std::optional<LogFault> fault_in(const LogVerdict& verdict) {
  if (!verdict.is_unfinished) return verdict.fault;
  return LogFault{std::nullopt,
                  std::string(kTemporaryFile),
                  verdict.failure ? verdict.failure->why : "the audit was stopped"};
}

ExportFindings verify_export(const fs::path& path, const VerifyExportOptions& options) {
  ExportFindings findings;
  const auto folder = HeldFolder::open(path);
  if (!folder) {
    findings.first_error =
        LogFault{std::nullopt, std::string(export_folder::kVerifierKeys), folder.error().why};
    return findings;
  }
  auto files = read_signed_files(*folder, options, findings);
  if (!files) return findings;
  auto& fault = findings.first_error;
  OsRandom random;
  std::optional<StateFolder> state;
  fault = open_state(options, files->signers.log.origin, random, state);
  const Desk desk{*folder, options, *files, state ? &*state : nullptr};
  if (!fault) fault = check_events(desk, findings);
  const bool read_before = findings.state && findings.state->read_before > 0;
  if (!fault) fault = check_strays(*folder, findings.size, read_before);
  if (!fault) fault = check_receipts(*files, findings.receipts);
  if (!fault && state) fault = keep(*state, *findings.state);
  return findings;
}

}  // namespace countersign
