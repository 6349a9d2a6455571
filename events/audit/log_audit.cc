#include "events/audit/log_audit.h"

#include <utility>

#include "events/audit/decode_pipeline.h"
#include "events/audit/history_audit.h"
#include "events/audit/sessions/parted_sessions.h"

namespace countersign {
namespace {

constexpr std::uint64_t kProgressEvents = 65'536;

class LogAudit {
 public:
  LogAudit(AuditedLog& log, const LogAuditOptions& options)
      : log_(log),
        options_(options),
        sessions_({.log = options.origin,
                   .events = options.tree.size,
                   .bytes_max = options.means.bytes_max,
                   .threads = options.means.threads,
                   .folder = options.means.folder,
                   .given_up = options.given_up,
                   .progress = options.judged}),
        rules_(sessions_) {}

  LogVerdict run() {
    auto fault = check_events();
    if (!fault) fault = check_end();
    const PartedSessions::Verdict sessions = sessions_.judge(rules_.asked(), tree_);
    if (!sessions.is_whole) return unfinished();
    LogVerdict verdict{.read = tree_.size(), .decisions = sessions.counts};
    verdict.fault = std::move(fault);
    // A decision that was put aside was read before the fault that ended the pass.
    if (sessions.fault) {
      verdict.read = sessions.fault->read;
      verdict.fault = of_event(sessions.fault->fault);
    }
    verdict.events = verdict.read;
    verdict.decisions.passkeys = rules_.passkeys_before(
        sessions.fault ? std::optional(sessions.fault->decision) : std::nullopt);
    if (sessions.unseen) name_earlier(verdict, *sessions.unseen);
    return verdict;
  }

 private:
  LogFault of_event(const AuditFault& fault) const {
    return {fault.sequence, std::string(log_.events_file()), fault.why};
  }

  // Names the decision that was signed over another log, unless an event before it has a fault.
  void name_earlier(LogVerdict& verdict, Sequence decision) const {
    const auto& fault = verdict.fault;
    if (fault && fault->sequence && *fault->sequence <= decision) return;
    verdict.events = decision.value() - 1;
    verdict.fault =
        of_event({decision, "the decision was signed over a log with other events than this one"});
  }

  LogVerdict unfinished() const {
    LogVerdict verdict{.is_unfinished = true};
    verdict.failure = sessions_.failure();
    if (!verdict.failure && !options_.given_up()) {
      verdict.failure = SpillFailure{false, "the audit has run out of memory"};
    }
    return verdict;
  }

  std::optional<LogFault> check_events() {
    std::optional<LogFault> fault;
    DecodePipeline lines(sessions_.threads(), [&](DecodedLine& decoded) {
      fault = take(decoded);
      if (!fault && tree_.size() % kProgressEvents == 0) report();
      return !fault;
    });
    auto unread =
        log_.read(options_.tree.size, [&](std::string_view line) { return lines.put(line); });
    lines.drain();
    if (!fault) fault = log_.compare_end();
    if (!fault) fault = std::move(unread);
    if (!fault) report();
    return fault;
  }

  std::optional<LogFault> take(DecodedLine& decoded) {
    std::optional<LogFault> fault = log_.compare(decoded.line, decoded.leaf);
    if (fault) return fault;
    if (decoded.error) {
      return of_event({Sequence(tree_.size() + 1),
                       "the line is not an event in its stored form: " + *decoded.error});
    }
    StoredEvent& event = rules_.next();
    std::swap(event.recorded, decoded.recorded);
    event.leaf = Sha256(decoded.leaf);
    if (const auto unruly = rules_.take()) return of_event(*unruly);
    if (options_.each) options_.each(event.recorded);
    tree_.append(decoded.leaf, [&](const tlog::Tile& tile, std::string_view hashes) {
      sessions_.take_tile(tile, hashes);
      if (!fault && tile.level > 0) fault = log_.compare(tile, hashes);
    });
    if (!fault && options_.grown) fault = options_.grown(tree_, decoded.leaf);
    return fault;
  }

  void report() const {
    if (options_.progress) options_.progress(tree_.size(), options_.tree.size);
  }

  std::optional<LogFault> check_end() {
    if (const auto fault = rules_.end()) return of_event(*fault);
    std::optional<LogFault> fault;
    tree_.partial_tiles([&](const tlog::Tile& tile, std::string_view hashes) {
      if (!fault && tile.level > 0) fault = log_.compare(tile, hashes);
    });
    if (fault || tree_.root() == options_.tree.root) return fault;
    return LogFault{
        std::nullopt,
        options_.tree.file,
        "the root is not the Merkle root of these events: an event, or the root, was changed"};
  }

  AuditedLog& log_;
  const LogAuditOptions& options_;
  PartedSessions sessions_;
  HistoryAudit rules_;
  tlog::TileBuilder tree_;
};

}  // namespace

LogVerdict audit_log(AuditedLog& log, const LogAuditOptions& options) {
  return LogAudit(log, options).run();
}

}  // namespace countersign
