#include "events/audit/export/verify_export.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "events/audit/export/export_folder.h"
#include "events/audit/export/exported_log.h"
#include "events/audit/export/signed_files.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryFile = "temporary file";

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

// Finds the first fault of the events, and what of the signed files they agree with.
std::optional<LogFault> check_events(const HeldFolder& folder,
                                     const VerifyExportOptions& options,
                                     SignedFiles& files,
                                     ExportFindings& findings) {
  GrowingTree tree(files);
  if (auto fault = tree.check_earlier({}, std::nullopt)) return fault;
  std::optional<UtcTime> at;
  ExportedLog log(folder);
  const SeenCheckpoint& newest = files.newest;
  const LogVerdict verdict =
      audit_log(log,
                {.tree = {newest.file, newest.size, newest.root},
                 .origin = files.signers.log.origin,
                 .progress = options.progress,
                 .judged = options.judged,
                 .each =
                     [&](const RecordedEvent& recorded) {
                       at = recorded.at;
                       if (options.each) options.each(recorded);
                     },
                 .grown = [&](const tlog::TileBuilder& builder,
                              const Digest& leaf) { return tree.grown(builder, leaf, *at); },
                 .means = options.means});
  findings.events = verdict.events;
  findings.decisions = verdict.decisions;
  findings.history = tree.agreed(verdict.read);
  if (auto fault = fault_in(verdict)) return fault;
  files.newest.at = at;
  findings.history.push_back(newest);
  return std::nullopt;
}

// Finds a file in the folder of tiles that does not belong to the checkpoint's tree.
std::optional<LogFault> check_strays(const HeldFolder& folder, std::uint64_t size) {
  if (folder.kind_of(export_folder::kUnfinished)) {
    return LogFault{
        std::nullopt,
        std::string(export_folder::kUnfinished),
        "an export into this folder was not finished; run `log export` into the folder again"};
  }
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

// Counts the receipts up to the first that proves nothing, which is the fault.
std::optional<LogFault> check_receipts(const SignedFiles& files, std::uint64_t& proven) {
  const auto& [log, witnesses] = files.signers;
  for (const GivenReceipt& receipt : files.receipts) {
    const auto proof = tlog::verify(receipt.proof, *receipt.leaf, log, witnesses);
    if (!proof) {
      return LogFault{
          Sequence(receipt.proof.index + 1),
          receipt.file,
          fmt::format("the receipt does not prove the event: {}", describe(proof.error()))};
    }
    ++proven;
  }
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
  fault = check_events(*folder, options, *files, findings);
  if (!fault) fault = check_strays(*folder, findings.size);
  if (!fault) fault = check_receipts(*files, findings.receipts);
  return findings;
}

}  // namespace countersign
