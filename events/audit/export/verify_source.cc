#include "events/audit/export/verify_source.h"

#include <fmt/format.h>

#include <utility>

#include "events/audit/export/export_folder.h"
#include "events/audit/log_audit.h"

namespace countersign {
namespace {

constexpr const char* kEventsOfSource = "events";
constexpr const char* kCheckpoint = "checkpoint";

// The lines of a source, which has no tiles.
class SourceLog : public AuditedLog {
 public:
  explicit SourceLog(const ExportSource& source) : source_(source) {}

  std::string_view events_file() const override { return kEventsOfSource; }

  std::optional<LogFault> read(std::uint64_t size, const Sink& sink) override {
    if (size == 0) return std::nullopt;
    std::uint64_t given = 0;
    bool in_order = true;
    bool wanted = true;
    const auto read = source_.read(Sequence(1), [&](Sequence sequence, std::string_view line) {
      in_order = sequence.value() == given + 1;
      if (!in_order) return false;
      wanted = sink(line);
      ++given;
      return wanted && given < size;
    });
    if (!wanted) return std::nullopt;
    const auto wrong_here = [given](std::string why) {
      return LogFault{Sequence(given + 1), kEventsOfSource, std::move(why)};
    };
    if (!in_order) return wrong_here("the events were not read in the order of the log");
    if (!read) return wrong_here(std::string(describe(read.error())));
    if (given < size) return wrong_here("the log has fewer events than the checkpoint covers");
    return std::nullopt;
  }

  std::optional<LogFault> compare(std::string_view, const Digest&) override { return std::nullopt; }
  std::optional<LogFault> compare_end() override { return std::nullopt; }
  std::optional<LogFault> compare(const tlog::Tile&, std::string_view) override {
    return std::nullopt;
  }

 private:
  const ExportSource& source_;
};

}  // namespace

ExportFindings verify_source(const ExportSource& source, const VerifyExportOptions& options) {
  ExportFindings findings;
  const export_folder::Signers signers = export_folder::signers_of(source.keys);
  findings.origin = signers.log.origin;
  for (const auto& key : source.keys) findings.keys.push_back(key.to_text());
  const auto opened = tlog::open_checkpoint(source.checkpoint, signers.log, signers.witnesses);
  if (!opened) {
    findings.first_error =
        LogFault{std::nullopt,
                 kCheckpoint,
                 fmt::format("the checkpoint is not accepted: {}", describe(opened.error()))};
    return findings;
  }
  SeenCheckpoint newest = seen_in(kCheckpoint, *opened);
  findings.size = newest.size;
  findings.root = newest.root;
  SourceLog log(source);
  const LogVerdict verdict = audit_log(log,
                                       {.tree = {newest.file, newest.size, newest.root},
                                        .origin = findings.origin,
                                        .progress = options.progress,
                                        .judged = options.judged,
                                        .each =
                                            [&](const RecordedEvent& recorded) {
                                              newest.at = recorded.at;
                                              if (options.each) options.each(recorded);
                                            },
                                        .means = options.means});
  findings.events = verdict.events;
  findings.decisions = verdict.decisions;
  findings.first_error = fault_in(verdict);
  if (findings.ok()) findings.history.push_back(newest);
  return findings;
}

}  // namespace countersign
