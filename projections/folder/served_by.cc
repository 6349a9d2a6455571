#include "projections/folder/served_by.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "core/machine/files/atomic_file.h"
#include "core/text/counted.h"

namespace countersign {
namespace {

AtomicFile file_in(const std::filesystem::path& data) { return AtomicFile(data / "SERVED-BY"); }

// Takes the number at the front of the text off. Only its shortest form is one.
template <class N>
bool take_number(std::string_view& text, N& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || (length > 1 && text.front() == '0')) return false;
  text.remove_prefix(length);
  return true;
}

bool take(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(1);
  return true;
}

bool take_version(std::string_view& text, ProgramVersion& version) {
  auto& [major, minor, patch] = version.parts;
  return take_number(text, major) && take(text, '.') && take_number(text, minor) &&
         take(text, '.') && take_number(text, patch);
}

// The sentence that refuses a folder with an event that only a newer program knows, or that is
// damaged; nothing if all events behind `after` can be read.
std::optional<std::string> unknown_event(const std::filesystem::path& data,
                                         const ProgramVersion& own,
                                         const Served& newest,
                                         Sequence after,
                                         const EventStore& log) {
  if (log.head().sequence <= after) return std::nullopt;
  Sequence read = after;
  const auto all = log.read(Sequence(after.value() + 1), [&](const StoredEvent& event) {
    read = event.recorded.sequence;
    return true;
  });
  if (all) return std::nullopt;
  if (all.error() != StoreError::Corrupt) {
    return fmt::format("the events that version {} may have recorded cannot be read: {}",
                       to_string(newest.version),
                       describe(all.error()));
  }
  return fmt::format(
      "{0} is refused: version {1} has served it, and this program is {2}, which cannot read event "
      "{3}; install {1} again, or restore a backup from before the upgrade",
      data.string(),
      to_string(newest.version),
      to_string(own),
      read.value() + 1);
}

}  // namespace

std::optional<ProgramVersion> parse_program_version(std::string_view text) {
  ProgramVersion version;
  if (!take_version(text, version) || !text.empty()) return std::nullopt;
  return version;
}

std::string to_string(const ProgramVersion& version) {
  return fmt::format("{}.{}.{}", version.parts[0], version.parts[1], version.parts[2]);
}

std::string to_text(const std::vector<Served>& list) {
  std::string text;
  for (const Served& each : list) {
    text += fmt::format("{} {}\n", to_string(each.version), each.after.value());
  }
  return text;
}

std::optional<std::vector<Served>> parse_served(std::string_view text) {
  std::vector<Served> list;
  while (!text.empty()) {
    Served one;
    std::uint64_t after = 0;
    if (!take_version(text, one.version) || !take(text, ' ') || !take_number(text, after) ||
        !take(text, '\n')) {
      return std::nullopt;
    }
    one.after = Sequence(after);
    if (!list.empty() && (one.version <= list.back().version || one.after < list.back().after)) {
      return std::nullopt;
    }
    list.push_back(one);
  }
  return list;
}

std::optional<std::string> take_over(const std::filesystem::path& data,
                                     std::string_view version,
                                     const EventStore& log,
                                     bool read_only,
                                     const std::function<void(std::string_view)>& tell) {
  const auto own = parse_program_version(version);
  if (!own) return std::nullopt;
  const auto text = file_in(data).read();
  if (!text) return text.error();
  auto list = parse_served(text->value_or(""));
  if (!list) {
    return fmt::format(
        "{0} is refused: its file SERVED-BY is no list of versions; remove the file if no newer "
        "program than {1} has ever served the folder",
        data.string(),
        version);
  }
  const auto newer =
      std::ranges::find_if(*list, [&](const Served& each) { return each.version > *own; });
  if (newer != list->end()) {
    if (auto why = unknown_event(data, *own, list->back(), newer->after, log)) return why;
    const Sequence head = std::max(log.head().sequence, newer->after);
    if (tell) {
      tell(
          fmt::format("the newer version {} has served the folder: this program, {}, knows the {} "
                      "since",
                      to_string(list->back().version),
                      version,
                      counted(head.value() - newer->after.value(), "event")));
    }
    list->erase(newer, list->end());
  } else if (!list->empty() && list->back().version == *own) {
    return std::nullopt;
  }
  if (read_only) return std::nullopt;
  const Sequence before = list->empty() ? Sequence(0) : list->back().after;
  if (list->empty() || list->back().version != *own) {
    list->push_back({*own, std::max(log.head().sequence, before)});
  }
  return file_in(data).write(to_text(*list));
}

}  // namespace countersign
