#include "events/audit/range/verify_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <thread>
#include <utility>

#include "events/audit/decode_pipeline.h"
#include "events/audit/export/export_folder.h"
#include "events/audit/export/line_file.h"
#include "events/audit/export/signed_files.h"
#include "events/audit/range/range_file.h"
#include "events/audit/range/stream_chains.h"
#include "events/audit/streams/version_audit.h"
#include "events/record/codec.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kVerifierReports = 65'536;
constexpr std::uint64_t kSingleThreadEvents = 10'000;  // for one thread, unless more are asked for
constexpr std::size_t kRangeThreadsMost = 64;
constexpr std::array<std::string_view, 5> kRangeNames{export_folder::kCheckpoint,
                                                      export_folder::kCheckpoints,
                                                      export_folder::kEvents,
                                                      export_folder::kVerifierKeys,
                                                      range_folder::kRange};

LogFault fault_in_file(std::string_view file, std::string why) {
  return {std::nullopt, std::string(file), std::move(why)};
}

std::size_t range_threads(std::uint64_t events, const AuditMeans& means) {
  if (means.threads != 0) return std::min(means.threads, kRangeThreadsMost);
  if (events < kSingleThreadEvents) return 1;
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kRangeThreadsMost);
}

class RangeVerifier {
 public:
  RangeVerifier(const HeldFolder& folder, const VerifyExportOptions& options, RangeFindings& found)
      : folder_(folder), options_(options), findings_(found) {}

  std::optional<LogFault> run() {
    auto files = read_signed_files(folder_, options_, findings_.found);
    if (!files) return std::exchange(findings_.found.first_error, std::nullopt);
    files_ = *std::move(files);
    auto fault = read_range();
    if (!fault) fault = check_ends();
    if (!fault) fault = check_events();
    if (!fault) fault = check_strays();
    if (!fault) fault = check_receipts(files_, findings_.found.receipts);
    return fault;
  }

 private:
  // ---- the ends of the range -----------------------------------------------------
  std::optional<LogFault> read_range() {
    const auto text =
        export_folder::read_file(folder_, range_folder::kRange, range_folder::kRangeBytesMax);
    if (!text) return fault_in_file(range_folder::kRange, text.error().why);
    auto range = parse_range_file(*text);
    if (!range) {
      return fault_in_file(range_folder::kRange, "the file is not the description of a range");
    }
    range_ = *std::move(range);
    tree_ = range_.edge;
    findings_.from = range_.from();
    return std::nullopt;
  }

  std::optional<LogFault> check_ends() {
    const SeenCheckpoint& newer = files_.newest;
    if (newer.size != range_.to) {
      return fault_in_file(
          newer.file,
          fmt::format(
              "the checkpoint covers {} events, and the range ends at {}", newer.size, range_.to));
    }
    const std::string name = export_folder::path_of_older(range_.from());
    const auto older = std::ranges::find(files_.earlier, name, &SeenCheckpoint::file);
    if (older == files_.earlier.end()) {
      return fault_in_file(name, "the checkpoint at the beginning of the range is missing");
    }
    findings_.from_root = older->root;
    if (tree_.root() != older->root) {
      return fault_in_file(range_folder::kRange,
                           "the hashes of the edge are not those of the older checkpoint's tree");
    }
    if (!tlog::verify_consistency(
            older->size, older->root, newer.size, newer.root, range_.consistency)) {
      return fault_in_file(range_folder::kRange,
                           "the proof does not lead from the older checkpoint to the newer one");
    }
    return check_others();
  }

  // A checkpoint or receipt from before the range.
  std::optional<LogFault> check_others() {
    for (const SeenCheckpoint& earlier : files_.earlier) {
      if (earlier.size >= range_.from()) continue;
      return fault_in_file(
          earlier.file,
          fmt::format("the checkpoint covers {} events, and the range begins behind event {}: a "
                      "range proves nothing about what is before it",
                      earlier.size,
                      range_.from()));
    }
    for (GivenReceipt& receipt : files_.receipts) {
      receipts_.emplace(receipt.proof.index, &receipt);
      if (receipt.proof.index >= range_.from()) continue;
      return LogFault{Sequence(receipt.proof.index + 1),
                      receipt.file,
                      "the receipt's event is before the range, which proves nothing about it"};
    }
    return check_roots();
  }

  // ---- the events ------------------------------------------------------------------
  std::optional<LogFault> check_events() {
    chains_.emplace(range_.events(), options_.means);
    auto fault = read_events();
    const StreamChains::Verdict chains = chains_->judge();
    if (!chains.is_whole) return unfinished();
    // An event that was put aside was read before the fault that ended the pass.
    if (chains.fault) fault = of_event(*chains.fault);
    findings_.streams_begun = chains.begun;
    findings_.streams_continued = chains.continued;
    findings_.found.events =
        chains.fault ? chains.fault->sequence.value() - range_.from() - 1 : taken();
    if (fault) return fault;
    if (tree_.root() != files_.newest.root) {
      return fault_in_file(files_.newest.file,
                           "the root is not that of these events behind the older tree: an event, "
                           "or the root, was changed");
    }
    files_.newest.at = findings_.last_at;
    findings_.found.history = files_.earlier;
    findings_.found.history.push_back(files_.newest);
    return std::nullopt;
  }

  std::optional<LogFault> read_events() {
    auto lines = LineFile::open(folder_, export_folder::kEvents, kEventBytesMax);
    if (!lines) return fault_in_file(export_folder::kEvents, lines.error().why);
    std::optional<LogFault> fault;
    DecodePipeline decoded(range_threads(range_.events(), options_.means), [&](DecodedLine& line) {
      fault = take(line);
      return !fault && !chains_->failure();
    });
    std::optional<LogFault> unread;
    std::string_view line;
    for (std::uint64_t at = range_.from(); at < range_.to && !unread; ++at) {
      unread = fault_of(lines->next(line), at);
      if (!unread && !decoded.put(line)) break;
    }
    decoded.drain();
    if (fault || chains_->failure()) return fault;
    report();
    if (unread) return unread;
    if (lines->next(line) == LineFile::Got::End) return std::nullopt;
    return LogFault{Sequence(range_.to + 1),
                    std::string(export_folder::kEvents),
                    "the file has more events than the range"};
  }

  static std::optional<LogFault> fault_of(LineFile::Got got, std::uint64_t place) {
    const auto fault = [place](std::string why) {
      return LogFault{Sequence(place + 1), std::string(export_folder::kEvents), std::move(why)};
    };
    switch (got) {
      case LineFile::Got::Line:
        return std::nullopt;
      case LineFile::Got::End:
        return fault("the file has fewer events than the range");
      case LineFile::Got::Cut:
        return fault("the last line does not end with a line feed");
      case LineFile::Got::TooLong:
        return fault("the line is longer than an event can be");
      case LineFile::Got::Failed:
        return fault("the file cannot be read");
    }
    return std::nullopt;
  }

  std::optional<LogFault> take(DecodedLine& line) {
    const Sequence sequence(tree_.size() + 1);
    if (line.error) {
      return of_event({sequence, "the line is not an event in its stored form: " + *line.error});
    }
    const RecordedEvent& recorded = line.recorded;
    if (recorded.sequence != sequence) {
      return of_event({sequence, "the event's sequence is not its place in the log"});
    }
    if (findings_.last_at && recorded.at < *findings_.last_at) {
      return of_event({sequence, "the event's time is before that of the event before it"});
    }
    if (auto why = versions_.fault(recorded)) return of_event({sequence, *std::move(why)});
    if (!chains_->take(recorded, line.leaf)) return std::nullopt;
    if (!findings_.first_at) findings_.first_at = recorded.at;
    findings_.last_at = recorded.at;
    if (options_.each) options_.each(recorded);
    return grow(line.leaf);
  }

  std::optional<LogFault> grow(const Digest& leaf) {
    const auto [first, last] = receipts_.equal_range(tree_.size());
    for (auto receipt = first; receipt != last; ++receipt) receipt->second->leaf = leaf;
    tree_.append(leaf);
    if (taken() % kVerifierReports == 0) report();
    return check_roots();
  }

  // Compares the checkpoints that have the size of the tree.
  std::optional<LogFault> check_roots() {
    for (; seen_ < files_.earlier.size(); ++seen_) {
      SeenCheckpoint& earlier = files_.earlier[seen_];
      if (earlier.size != tree_.size()) return std::nullopt;
      if (earlier.root != tree_.root()) {
        return fault_in_file(earlier.file,
                             "the checkpoint is of another history: the events up to it are not "
                             "the ones that were signed");
      }
      earlier.at = findings_.last_at;
    }
    return std::nullopt;
  }

  // ---- the end ---------------------------------------------------------------------
  std::optional<LogFault> check_strays() {
    const auto entries = folder_.list();
    if (!entries) return fault_in_file(range_folder::kRange, entries.error().why);
    for (const HeldFolder::Entry& entry : *entries) {
      if (entry.name == range_folder::kUnfinished) {
        return fault_in_file(entry.name,
                             "the export of this range was not finished; run `log export` again");
      }
      if (std::ranges::find(kRangeNames, entry.name) == kRangeNames.end()) {
        return fault_in_file(entry.name, "the file is not one of a range");
      }
    }
    return std::nullopt;
  }

  LogFault of_event(const AuditFault& fault) const {
    return {fault.sequence, std::string(export_folder::kEvents), fault.why};
  }
  LogFault unfinished() const {
    return *fault_in({.is_unfinished = true, .failure = chains_->failure()});
  }
  std::uint64_t taken() const { return tree_.size() - range_.from(); }
  void report() const {
    if (options_.progress) options_.progress(taken(), range_.events());
  }

  const HeldFolder& folder_;
  const VerifyExportOptions& options_;
  RangeFindings& findings_;
  SignedFiles files_;
  RangeFile range_;
  tlog::Frontier tree_;
  std::size_t seen_ = 0;                                  // earlier checkpoints
  std::multimap<std::uint64_t, GivenReceipt*> receipts_;  // by the index of their event
  VersionAudit versions_;
  std::optional<StreamChains> chains_;
};

}  // namespace

bool is_range_folder(const fs::path& path) {
  const auto folder = HeldFolder::open(path);
  return folder && folder->kind_of(range_folder::kRange);
}

RangeFindings verify_range(const fs::path& path, const VerifyExportOptions& options) {
  RangeFindings findings;
  const auto folder = HeldFolder::open(path);
  if (!folder) {
    findings.found.first_error = fault_in_file(range_folder::kRange, folder.error().why);
    return findings;
  }
  auto fault = RangeVerifier(*folder, options, findings).run();
  findings.found.first_error = std::move(fault);
  return findings;
}

}  // namespace countersign
