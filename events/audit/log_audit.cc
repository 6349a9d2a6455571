#include "events/audit/log_audit.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "events/record/codec.h"
#include "events/tlog/tree/frontier.h"

namespace countersign {
namespace {

constexpr std::uint64_t kProgressEvents = 65'536;
constexpr const char* kChanged = "the log was changed while it was being read";

class LogAudit {
 public:
  LogAudit(AuditedLog& log, const LogAuditOptions& options)
      : log_(log), options_(options), rules_(options.bytes_max, {}, options.origin) {}

  LogVerdict run() {
    auto fault = check_events();
    if (!fault) fault = check_end();
    const auto left = check_left_streams();
    decisions_ += rules_.decisions();
    if (left && !(fault && fault->sequence && *fault->sequence <= left->sequence)) {
      return {left->sequence.value() - 1, decisions_, of_event(*left)};
    }
    return {tree_.size(), decisions_, std::move(fault)};
  }

 private:
  LogFault of_event(const AuditFault& fault) const {
    return {fault.sequence, std::string(log_.events_file()), fault.why};
  }

  std::optional<LogFault> check_events() {
    std::optional<LogFault> fault;
    auto unread = log_.read(options_.tree.size, [&](std::string_view line, const Digest& leaf) {
      fault = take(line, leaf);
      if (!fault && tree_.size() % kProgressEvents == 0) report();
      return !fault;
    });
    if (!fault) fault = std::move(unread);
    if (!fault) report();
    return fault;
  }

  std::optional<LogFault> take(std::string_view line, const Digest& leaf) {
    StoredEvent& event = rules_.next();
    if (const auto error = decode_into(line, event.recorded)) {
      return of_event(
          {Sequence(tree_.size() + 1), "the line is not an event in its stored form: " + *error});
    }
    event.leaf = Sha256(leaf);
    if (const auto fault = rules_.take(line.size())) return of_event(*fault);
    if (options_.each) options_.each(event.recorded);
    std::optional<LogFault> fault;
    tree_.append(leaf, [&](const tlog::Tile& tile, std::string_view hashes) {
      if (!fault && tile.level > 0) fault = log_.compare(tile, hashes);
    });
    if (!fault && options_.grown) fault = options_.grown(tree_, leaf);
    return fault;
  }

  void report() const {
    if (options_.progress) options_.progress(tree_.size(), options_.tree.size);
  }

  std::optional<LogFault> check_end() {
    ended_ = true;
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

  // Compares the roots that were seen, and audits the streams that the first pass had no memory
  // for. Their first fault may come before the fault that the first pass has found.
  std::optional<AuditFault> check_left_streams() {
    std::vector<StreamShare> left = rules_.left();
    std::optional<AuditFault> earliest = check_seen(rules_);
    while (!left.empty()) {
      HistoryAudit rules(options_.bytes_max, left.back(), options_.origin);
      left.pop_back();
      auto fault = take_again(rules);
      const auto unseen = check_seen(rules);
      if (unseen && (!fault || unseen->sequence < fault->sequence)) fault = unseen;
      left.insert(left.end(), rules.left().begin(), rules.left().end());
      decisions_ += rules.decisions();
      if (fault && (!earliest || fault->sequence < earliest->sequence)) earliest = std::move(fault);
    }
    return earliest;
  }

  // Reads the log again, and compares the roots that decisions of these rules were signed over.
  // Returns the fault of the first such decision.
  std::optional<AuditFault> check_seen(const HistoryAudit& rules) {
    std::vector<SeenRoot> seen = rules.seen();
    if (seen.empty()) return std::nullopt;
    std::ranges::sort(seen, {}, &SeenRoot::size);
    auto next = seen.cbegin();
    std::optional<Sequence> wrong;
    tlog::Frontier tree;
    const auto compare = [&] {
      for (; next != seen.cend() && next->size == tree.size(); ++next) {
        if (next->root == Sha256(tree.root())) continue;
        wrong = std::min(wrong.value_or(next->decision), next->decision);
      }
    };
    compare();
    log_.read_again([&](std::string_view line) {
      if (tree.size() == tree_.size()) return false;
      tree.append(tlog::leaf_hash(line));
      compare();
      return true;
    });
    if (tree.size() < tree_.size() || tree.root() != tree_.root()) {
      return AuditFault{Sequence(tree.size() + 1), kChanged};
    }
    if (!wrong) return std::nullopt;
    return AuditFault{*wrong, "the decision was signed over a log with other events than this one"};
  }

  // Takes the events of the first pass again: each was decoded then, and most are in the tree.
  std::optional<AuditFault> take_again(HistoryAudit& rules) {
    std::optional<AuditFault> fault;
    tlog::Frontier tree;
    log_.read_again([&](std::string_view line) {
      if (rules.events() == rules_.events()) return false;
      StoredEvent& event = rules.next();
      if (decode_into(line, event.recorded)) return false;
      const Digest leaf = tlog::leaf_hash(line);
      event.leaf = Sha256(leaf);
      fault = rules.take(line.size());
      if (tree.size() < tree_.size()) tree.append(leaf);
      return !fault;
    });
    if (fault) return fault;
    if (rules.events() < rules_.events() || tree.root() != tree_.root()) {
      return AuditFault{Sequence(rules.events() + 1), kChanged};
    }
    return ended_ ? rules.end() : std::nullopt;
  }

  AuditedLog& log_;
  const LogAuditOptions& options_;
  HistoryAudit rules_;
  tlog::TileBuilder tree_;
  DecisionCounts decisions_;
  bool ended_ = false;  // rules_.end() was called
};

}  // namespace

LogVerdict audit_log(AuditedLog& log, const LogAuditOptions& options) {
  return LogAudit(log, options).run();
}

}  // namespace countersign
