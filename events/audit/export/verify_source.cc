#include "events/audit/export/verify_source.h"

#include <fmt/format.h>

#include <utility>

#include "events/audit/export/export_folder.h"
#include "events/audit/export/history_passes.h"
#include "events/record/codec.h"
#include "events/tlog/tree/frontier.h"

namespace countersign {
namespace {

constexpr std::uint64_t kProgressEvents = 65'536;
constexpr const char* kEvents = "events";
constexpr const char* kCheckpoint = "checkpoint";

class SourceVerification {
 public:
  SourceVerification(const ExportSource& source, const VerifyExportOptions& options)
      : source_(source), options_(options), audit_(options.audit_bytes_max) {}

  ExportFindings run() {
    const bool good = read_checkpoint() && check_events() && check_end();
    if (check_left_streams() && good) {
      if (newest_.size > 0) newest_.at = last_at_;
      verdict_.history.push_back(newest_);
    }
    return std::move(verdict_);
  }

 private:
  bool wrong(const char* file, std::string why, std::optional<Sequence> sequence = {}) {
    verdict_.first_error = ExportFault{sequence, file, std::move(why)};
    return false;
  }
  bool wrong_here(std::string why) {
    return wrong(kEvents, std::move(why), Sequence(tree_.size() + 1));
  }

  bool read_checkpoint() {
    const export_folder::Signers signers = export_folder::signers_of(source_.keys);
    verdict_.origin = signers.log.origin;
    for (const auto& key : source_.keys) verdict_.keys.push_back(key.to_text());
    const auto opened = tlog::open_checkpoint(source_.checkpoint, signers.log, signers.witnesses);
    if (!opened) {
      return wrong(kCheckpoint, fmt::format("it is not believed: {}", describe(opened.error())));
    }
    newest_ = seen_in(kCheckpoint, *opened);
    verdict_.size = newest_.size;
    verdict_.root = newest_.root;
    return true;
  }

  bool check_events() {
    bool good = true;
    if (tree_.size() < verdict_.size) {
      const auto read =
          source_.read(Sequence(1), [this, &good](Sequence sequence, std::string_view line) {
            good = check_event(sequence, line);
            return good && tree_.size() < verdict_.size;
          });
      if (good && !read) good = wrong_here(std::string(describe(read.error())));
    }
    report();
    return good && (tree_.size() == verdict_.size ||
                    wrong_here("the log ends before the checkpoint's tree does"));
  }

  bool check_event(Sequence sequence, std::string_view line) {
    if (sequence.value() != tree_.size() + 1)
      return wrong_here("the log was not read in its order");
    StoredEvent& event = audit_.next();
    if (const auto error = decode_into(line, event.recorded)) {
      return wrong_here("it is not the stored form of an event: " + *error);
    }
    const Digest leaf = tlog::leaf_hash(line);
    event.leaf = Sha256(leaf);
    last_at_ = event.recorded.at;
    if (const auto fault = audit_.take(line.size())) {
      return wrong(kEvents, fault->why, fault->sequence);
    }
    if (options_.each) options_.each(event.recorded);
    tree_.append(leaf);
    verdict_.events = tree_.size();
    if (tree_.size() % kProgressEvents == 0) report();
    return true;
  }

  void report() const {
    if (options_.progress) options_.progress(tree_.size(), verdict_.size);
  }

  bool check_end() {
    audit_ended_ = true;
    if (const auto fault = audit_.end()) return wrong(kEvents, fault->why, fault->sequence);
    return tree_.root() == *verdict_.root ||
           wrong(kCheckpoint,
                 "its root is not that of the events, of which some or all are others");
  }

  bool check_left_streams() {
    const auto read_again = [this](const FirstPass::Sink& sink) {
      (void)source_.read(Sequence(1), [&](Sequence, std::string_view line) { return sink(line); });
    };
    const auto fault = audit_left_streams(
        {audit_, audit_ended_, tree_.size(), tree_.root(), read_again}, options_.audit_bytes_max);
    const auto& known = verdict_.first_error;
    if (fault && !(known && known->sequence && *known->sequence <= fault->sequence)) {
      wrong(kEvents, fault->why, fault->sequence);
      verdict_.events = fault->sequence.value() - 1;
    }
    return verdict_.ok();
  }

  const ExportSource& source_;
  const VerifyExportOptions& options_;
  ExportFindings verdict_;
  SeenCheckpoint newest_;
  tlog::Frontier tree_;
  HistoryAudit audit_;
  bool audit_ended_ = false;
  UtcTime last_at_;
};

}  // namespace

ExportFindings verify_source(const ExportSource& source, const VerifyExportOptions& options) {
  return SourceVerification(source, options).run();
}

}  // namespace countersign
