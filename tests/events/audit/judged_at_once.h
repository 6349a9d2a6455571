#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "events/audit/history_audit.h"
#include "events/audit/log_audit.h"
#include "events/record/codec.h"
#include "events/tlog/tree/frontier.h"

// The verdict of an audit with all of its memory, which judges each decision when it is read: what
// every other audit has to find as well.
namespace countersign {

// The lines of a log, without tiles.
class LinesLog : public AuditedLog {
 public:
  explicit LinesLog(const std::vector<std::string>& lines) : lines_(lines) {}

  std::string_view events_file() const override { return "events"; }
  std::optional<LogFault> read(std::uint64_t, const Sink& sink) override {
    for (const std::string& line : lines_) {
      ++times_read;
      if (!sink(line)) break;
    }
    return std::nullopt;
  }
  std::optional<LogFault> compare(std::string_view, const Digest&) override { return std::nullopt; }
  std::optional<LogFault> compare_end() override { return std::nullopt; }
  std::optional<LogFault> compare(const tlog::Tile&, std::string_view) override {
    return std::nullopt;
  }

  std::uint64_t times_read = 0;  // lines

 private:
  const std::vector<std::string>& lines_;
};

// The words of an audit about a log.
struct Said {
  std::uint64_t events = 0;
  std::optional<LogFault> fault{};
  DecisionCounts decisions{};
};

inline bool operator==(const Said& a, const Said& b) {
  const auto counts = [](const DecisionCounts& of) {
    return std::tuple(of.signed_by_reviewers,
                      of.unsigned_by_reviewers,
                      of.by_clients,
                      of.passkeys.by_passkeys,
                      of.passkeys.by_links,
                      of.passkeys.by_providers,
                      of.passkeys.unsaid);
  };
  return a.events == b.events && a.fault == b.fault && counts(a.decisions) == counts(b.decisions);
}

// Does not compare the roots that were signed.
inline Said judged_at_once(const std::vector<std::string>& lines, const std::string& origin = {}) {
  HistoryAudit audit(origin);
  std::uint64_t events = 0;
  const auto said = [&](const std::optional<AuditFault>& fault) {
    return Said{events, LogFault{fault->sequence, "events", fault->why}, audit.decisions()};
  };
  for (const std::string& line : lines) {
    StoredEvent& event = audit.next();
    if (const auto error = decode_into(line, event.recorded)) {
      return said(AuditFault{Sequence(events + 1),
                             "the line is not an event in its stored form: " + *error});
    }
    event.leaf = Sha256(tlog::leaf_hash(line));
    if (const auto fault = audit.take()) return said(fault);
    ++events;
  }
  if (const auto fault = audit.end()) return said(fault);
  return {events, std::nullopt, audit.decisions()};
}

inline Said judged_apart(const std::vector<std::string>& lines,
                         const AuditMeans& means,
                         const std::string& origin = {}) {
  LinesLog log(lines);
  tlog::Frontier tree;
  for (const std::string& line : lines) tree.append(tlog::leaf_hash(line));
  LogAuditOptions options{.tree = {"tree", lines.size(), tree.root()}};
  options.origin = origin;
  options.means = means;
  const LogVerdict verdict = audit_log(log, options);
  if (verdict.is_unfinished) {
    return {0, LogFault{std::nullopt, "unfinished", verdict.failure->why}, {}};
  }
  return {verdict.events, verdict.fault, verdict.decisions};
}

}  // namespace countersign
