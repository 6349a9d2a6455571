#include "projections/erasure/purging_record.h"

#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

namespace countersign {
namespace {

constexpr std::string_view kSince = "since ";
constexpr std::string_view kMembers = "members ";

std::optional<std::uint64_t> number_behind(std::string_view word, std::string_view line) {
  if (!line.starts_with(word)) return std::nullopt;
  line.remove_prefix(word.size());
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (error != std::errc() || end != line.data() + line.size()) return std::nullopt;
  return number;
}

// Takes the first line off the text, without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// Takes so many sessions off the text. Empty if a line is none.
std::optional<PurgingRecord::Members> take_members(std::string_view& text, std::uint64_t count) {
  if (count > PurgingRecord::kMembersMost) return std::nullopt;
  PurgingRecord::Members members;
  std::string_view rest = text;
  for (; count > 0; --count) {
    const auto session = parse_uuid(take_line(rest));
    if (!session) return std::nullopt;
    members.emplace_back(*session);
  }
  text = rest;
  return members;
}

}  // namespace

std::string to_text(const PurgingRecord& record) {
  std::string text;
  if (record.since) text += std::string(kSince) + std::to_string(record.since->value()) + '\n';
  std::size_t written = 0;
  for (const auto& [slot, members] : record.slots) {
    text += to_string(slot) + '\n';
    if (!members || written + members->size() > PurgingRecord::kMembersMost) continue;
    written += members->size();
    text += std::string(kMembers) + std::to_string(members->size()) + '\n';
    for (const SessionId& session : *members) text += to_string(session) + '\n';
  }
  return text;
}

PurgingRecord parse_purging(std::string_view text) {
  PurgingRecord record;
  std::optional<KeySlotId> last;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const auto slot = parse_key_slot_id(line);
    const auto count = number_behind(kMembers, line);
    if (const auto since = number_behind(kSince, line)) {
      record.since = Sequence(*since);
    } else if (slot && *slot != kServiceSlot) {
      record.slots.emplace(*slot, std::nullopt);
    } else if (last && count) {
      record.slots[*last] = take_members(text, *count);
    }
    last = slot && *slot != kServiceSlot ? slot : std::nullopt;
  }
  return record;
}

std::string without_members(std::string_view text) {
  PurgingRecord record = parse_purging(text);
  for (auto& [slot, members] : record.slots) members.reset();
  return to_text(record);
}

}  // namespace countersign
