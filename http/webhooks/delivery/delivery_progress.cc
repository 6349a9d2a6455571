#include "http/webhooks/delivery/delivery_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "http/webhooks/delivery/delivery_schedule.h"

namespace countersign::http {
namespace {

// The grammar, each line with its newline:
//   countersign webhook progress v1
//   placed <sequence>
//   resumed <sequence>
//   cursor <sequence>
//   waits <sequence> <session> <time of the event> <failed attempts> <due>     (any number of them)
constexpr std::string_view kFirstLine = "countersign webhook progress v1";

class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  // Takes the next line, and its first word, which must be `word`.
  bool begin(std::string_view word) {
    const std::size_t end = rest_.find('\n');
    if (end == rest_.npos) return false;
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    if (!line_.starts_with(word)) return false;
    line_.remove_prefix(word.size());
    return true;
  }
  template <class Number>
  bool number(Number& into) {
    if (!line_.starts_with(' ')) return false;
    line_.remove_prefix(1);
    const char* const begin = line_.data();
    const char* const last = begin + line_.size();
    const auto [end, error] = std::from_chars(begin, last, into);
    // Each number has one text.
    if (error != std::errc() || std::string_view(begin, end) != std::to_string(into)) return false;
    line_.remove_prefix(static_cast<std::size_t>(end - begin));
    return true;
  }
  bool session(SessionId& into) {
    constexpr std::size_t kLength = 37;
    if (line_.size() < kLength || line_.front() != ' ') return false;
    const std::string_view text = line_.substr(1, kLength - 1);
    const auto uuid = parse_uuid(text);
    if (!uuid || to_string(*uuid) != text) return false;
    into = SessionId(*uuid);
    line_.remove_prefix(kLength);
    return true;
  }
  bool at_end() const { return line_.empty(); }

 private:
  std::string_view rest_;
  std::string_view line_;
};

bool take_sequence(Lines& lines, std::string_view word, Sequence& into) {
  std::uint64_t number = 0;
  if (!lines.begin(word) || !lines.number(number) || !lines.at_end()) return false;
  into = Sequence(number);
  return true;
}

bool take_outstanding(Lines& lines, OutstandingEvent& into) {
  std::uint64_t event = 0;
  std::int64_t at = 0;
  std::int64_t due = 0;
  if (!lines.begin("waits") || !lines.number(event) || !lines.session(into.session) ||
      !lines.number(at) || !lines.number(into.failed_attempts) || !lines.number(due) ||
      !lines.at_end()) {
    return false;
  }
  into.event = Sequence(event);
  into.at = UtcTime(at);
  into.due = UtcTime(due);
  return into.failed_attempts <= kDeliveryAttempts;
}

}  // namespace

std::string progress_text(const DeliveryProgress& progress) {
  std::string text = fmt::format("{}\nplaced {}\nresumed {}\ncursor {}\n",
                                 kFirstLine,
                                 progress.placed_by.value(),
                                 progress.resumed_by.value(),
                                 progress.cursor.value());
  for (const OutstandingEvent& each : progress.outstanding) {
    text += fmt::format("waits {} {} {} {} {}\n",
                        each.event.value(),
                        to_string(each.session),
                        each.at.value(),
                        each.failed_attempts,
                        each.due.value());
  }
  return text;
}

std::optional<DeliveryProgress> parse_progress(std::string_view text) {
  DeliveryProgress progress;
  Lines lines(text);
  if (!lines.begin(kFirstLine) || !lines.at_end() ||
      !take_sequence(lines, "placed", progress.placed_by) ||
      !take_sequence(lines, "resumed", progress.resumed_by) ||
      !take_sequence(lines, "cursor", progress.cursor)) {
    return std::nullopt;
  }
  Sequence before(0);
  while (!lines.done()) {
    OutstandingEvent each;
    if (!take_outstanding(lines, each)) return std::nullopt;
    if (each.event <= before || each.event > progress.cursor) return std::nullopt;
    if (progress.outstanding.size() == DeliveryProgress::kOutstandingMax) return std::nullopt;
    before = each.event;
    progress.outstanding.push_back(each);
  }
  return progress;
}

DeliveryProgress progress_of(const Webhook& webhook,
                             std::optional<DeliveryProgress> kept,
                             Sequence head,
                             UtcTime now) {
  if (!kept || kept->placed_by != webhook.placed_by || kept->cursor > head) {
    return {webhook.placed_by, webhook.resumed_by, webhook.after, {}};
  }
  // However the wall clock was set meanwhile, nothing waits longer than the longest delay.
  const UtcTime latest = now + with_longest_jitter(*delay_after(kDeliveryAttempts - 1));
  const bool is_resumed = kept->resumed_by != webhook.resumed_by;
  for (OutstandingEvent& each : kept->outstanding) {
    if (is_resumed) each.failed_attempts = 0;
    each.due = is_resumed ? now : std::min(each.due, latest);
  }
  kept->resumed_by = webhook.resumed_by;
  return *std::move(kept);
}

}  // namespace countersign::http
