#include "events/audit/log_audit.h"

#include <fmt/format.h>

#include <utility>

#include "core/version.h"
#include "events/audit/activity.h"
#include "events/audit/decode_pipeline.h"
#include "events/audit/history_audit.h"
#include "events/audit/sessions/parted_sessions.h"

namespace countersign {
namespace {

constexpr std::uint64_t kProgressEvents = 65'536;

constexpr std::string_view kFileOfState = "audit state";

// A number that changes with the records in a state.
template <class... Records>
consteval std::uint32_t shape_of_all() {
  detail::ShapeHash hash;
  (detail::add_shape<Records>(hash), ...);
  return hash.value() ^ static_cast<std::uint32_t>(kEventTypes);
}

class LogAudit {
 public:
  // `before` is the state to go on from, which outlives the audit; null: a whole audit.
  LogAudit(AuditedLog& log, const LogAuditOptions& options, const StateManifest* before)
      : log_(log),
        options_(options),
        before_(before),
        sessions_({.log = options.origin,
                   .events = options.tree.size - size_before(),
                   .bytes_max = options.means.bytes_max,
                   .threads = options.means.threads,
                   .folder = options.means.folder,
                   .given_up = options.given_up,
                   .earlier = earlier_tree(),
                   .states = before == nullptr ? nullptr : options.state,
                   .keeps_states = options.state != nullptr,
                   .progress = options.judged}),
        rules_(sessions_) {}

  // Takes the text of append_pass(). False: it is none, and the audit must not run.
  bool take_pass(std::string_view pass) {
    StateReader in(pass);
    line_bytes_ = in.take<std::uint64_t>();
    counted_ = in.take<DecisionCounts>();
    return rules_.take_state(in) && in.at_end() && rules_.events() == before_->size;
  }

  LogVerdict run() {
    if (auto fault = open_before())
      return {.fault = std::move(fault), .read_before = size_before()};
    auto fault = check_events();
    if (!fault) fault = check_end();
    const PartedSessions::Verdict sessions = sessions_.judge(rules_.asked(), tree_);
    if (!sessions.is_whole) return unjudged(sessions);
    LogVerdict verdict{.read = tree_.size(), .decisions = counted_, .read_before = size_before()};
    verdict.decisions += sessions.counts;
    counted_ = verdict.decisions;
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
    if (options_.state == nullptr || verdict.fault || tree_.size() == size_before()) return verdict;
    const auto unkept = prepare_state();
    if (unkept && unkept->is_refused) return begun_anew(*unkept);
    if (unkept) verdict.unkept = unkept->why;
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

  std::uint64_t size_before() const { return before_ == nullptr ? 0 : before_->size; }

  std::optional<EarlierTree> earlier_tree() const {
    if (before_ == nullptr) return std::nullopt;
    return EarlierTree{before_->size, before_->root.value(), log_.tiles(options_.tree.size)};
  }

  // Opens the tree where the earlier audit ended.
  std::optional<LogFault> open_before() {
    if (before_ == nullptr) return std::nullopt;
    auto tree = tlog::TileBuilder::resume(
        before_->size, before_->root.value(), log_.tiles(options_.tree.size));
    if (!tree) {
      return LogFault{std::nullopt,
                      std::string(kFileOfState),
                      fmt::format("the first {} events are not those that were audited before, or "
                                  "a tile is missing: {}",
                                  before_->size,
                                  tree.error().why)};
    }
    tree_ = *std::move(tree);
    log_.begin_behind({before_->size, line_bytes_});
    return std::nullopt;
  }

  // Why the next state could not be made, if it could not.
  std::optional<StateFault> prepare_state() {
    auto run = options_.state->new_run();
    if (!run) return run.error();
    std::optional<StateFault> fault;
    if (!sessions_.write_states(*run, fault)) {
      return fault ? fault : StateFault{false, sessions_.failure().value_or(SpillFailure{}).why};
    }
    std::optional<SessionRun> written;
    if (!run->is_empty()) {
      auto finished = run->finish();
      if (!finished) return finished.error();
      written = *std::move(finished);
    }
    std::string pass;
    append_pass(pass);
    return options_.state->prepare(tree_.size(), Sha256(tree_.root()), pass, std::move(written));
  }

  LogVerdict begun_anew(const StateFault& changed) const {
    options_.state->refuse("was changed: " + changed.why);
    return {.must_begin_anew = true, .is_unfinished = true};
  }

  void append_pass(std::string& pass) const {
    put_state(pass, line_bytes_);
    put_state(pass, counted_);
    rules_.append_state(pass);
  }

  LogVerdict unjudged(const PartedSessions::Verdict& sessions) const {
    if (sessions.unread) {
      return {.fault = LogFault{std::nullopt, "tile", sessions.unread->why},
              .read_before = size_before()};
    }
    const auto& fault = sessions.state_fault;
    if (fault && fault->is_refused) return begun_anew(*fault);
    LogVerdict verdict{.is_unfinished = true};
    if (fault) {
      verdict.failure = SpillFailure{false, fault->why};
      return verdict;
    }
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
    line_bytes_ += decoded.line.size() + 1;
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
  const StateManifest* const before_;
  std::uint64_t line_bytes_ = 0;  // of all events, each with a line feed
  DecisionCounts counted_;        // of the events before
  PartedSessions sessions_;
  HistoryAudit rules_;
  tlog::TileBuilder tree_;
};

}  // namespace

StateRules audit_rules() {
  return {std::string(kVersion),
          kAuditRules,
          shape_of_all<Session,
                       Client,
                       Webhooks,
                       Reviewer,
                       KeyHistory,
                       HeldClaims,
                       AskedOfDecisions,
                       DecisionCounts>()};
}

LogVerdict audit_log(AuditedLog& log, const LogAuditOptions& options) {
  const StateManifest* const before =
      options.state == nullptr ? nullptr : options.state->manifest();
  if (before == nullptr) return LogAudit(log, options, nullptr).run();
  if (before->size > options.tree.size) {
    return {.fault =
                LogFault{std::nullopt,
                         std::string(kFileOfState),
                         fmt::format("{} events were audited before, and this log has only {}: "
                                     "it was rolled back, or is an older copy",
                                     before->size,
                                     options.tree.size)}};
  }
  const auto pass = options.state->pass();
  if (!pass && !pass.error().is_refused) {
    return {.is_unfinished = true, .failure = SpillFailure{false, pass.error().why}};
  }
  if (pass) {
    LogAudit audit(log, options, before);
    if (audit.take_pass(*pass)) return audit.run();
  }
  options.state->refuse(pass ? "is not in the form of this version"
                             : "was changed: " + pass.error().why);
  return {.must_begin_anew = true, .is_unfinished = true};
}

}  // namespace countersign
