#include "events/audit/export/exported_log.h"

#include <utility>

#include "events/audit/export/export_folder.h"
#include "events/record/codec.h"
#include "events/tlog/tree/entry_bundle.h"

namespace countersign {
namespace {

using tlog::Tile;

constexpr std::size_t kBundleBytesMax =
    tlog::kTileWidth * (sizeof(std::uint16_t) + tlog::kEntryBytesMax);
constexpr std::size_t kTileBytesMax = tlog::kTileWidth * tlog::kHashBytes;

}  // namespace

std::string_view ExportedLog::events_file() const { return export_folder::kEvents; }

// A fault of the event that is being read.
LogFault ExportedLog::wrong_here(std::string_view file, std::string why) const {
  return {Sequence(passed_ + 1), std::string(file), std::move(why)};
}

std::optional<LogFault> ExportedLog::read(std::uint64_t size, const Sink& sink) {
  auto lines = LineFile::open(folder_, export_folder::kEvents, kEventBytesMax);
  if (!lines) return LogFault{std::nullopt, std::string(events_file()), lines.error().why};
  std::string_view line;
  for (passed_ = 0; passed_ < size;) {
    Tile tile{0, passed_ / tlog::kTileWidth, 0};
    const std::uint32_t width = tile.width = tlog::width_in_tree(0, tile.index, size);
    if (auto fault = open(hashes_, tile, kTileBytesMax)) return fault;
    tile.level = Tile::kEntries;
    if (auto fault = open(bundle_, tile, kBundleBytesMax)) return fault;
    for (const std::uint64_t end = passed_ + width; passed_ < end; ++passed_) {
      if (auto fault = read_line(*lines, line)) return fault;
      const Digest leaf = tlog::leaf_hash(line);
      if (auto fault = check_published(line, leaf)) return fault;
      if (!sink(line, leaf)) return std::nullopt;
    }
    if (auto fault = check_part_ends()) return fault;
  }
  if (lines->next(line) == LineFile::Got::End) return std::nullopt;
  return wrong_here(events_file(), "the file has more events than the checkpoint covers");
}

std::optional<LogFault> ExportedLog::open(Part& part, const Tile& tile, std::size_t bytes_max) {
  part.path = path_of(tile);
  part.at = 0;
  auto bytes = export_folder::read_file(folder_, part.path, bytes_max);
  if (!bytes) return wrong_here(part.path, bytes.error().why);
  part.bytes = *std::move(bytes);
  return std::nullopt;
}

std::optional<LogFault> ExportedLog::read_line(LineFile& lines, std::string_view& line) {
  switch (lines.next(line)) {
    case LineFile::Got::Line:
      return std::nullopt;
    case LineFile::Got::End:
      return wrong_here(events_file(), "the file has fewer events than the checkpoint covers");
    case LineFile::Got::Cut:
      return wrong_here(events_file(), "the last line does not end with a line feed");
    case LineFile::Got::TooLong:
      return wrong_here(events_file(), "the line is longer than an event can be");
    case LineFile::Got::Failed:
      return wrong_here(events_file(), "the file cannot be read");
  }
  return std::nullopt;
}

// Checks that the line, the entry and the hash in the tile are of the same event.
std::optional<LogFault> ExportedLog::check_published(std::string_view line, const Digest& leaf) {
  entry_.clear();
  tlog::append_entry(entry_, line);
  const bool is_entry = bundle_.goes_on_with(entry_);
  const bool is_hash = hashes_.goes_on_with(text_of(leaf));
  if (is_entry && is_hash) {
    bundle_.at += entry_.size();
    hashes_.at += tlog::kHashBytes;
    return std::nullopt;
  }
  if (is_entry) return wrong_here(hashes_.path, "the tile has another hash for this event");
  if (is_hash)
    return wrong_here(bundle_.path,
                      "the tile's entry for this event is not the event in events.jsonl");
  return wrong_here(events_file(), "the line is not the event that the tiles have at this place");
}

// Called after the last event of both files.
std::optional<LogFault> ExportedLog::check_part_ends() const {
  const Sequence last(passed_);
  if (hashes_.at != hashes_.bytes.size()) {
    return LogFault{last, hashes_.path, "the tile has bytes after its last hash"};
  }
  if (bundle_.at != bundle_.bytes.size()) {
    return LogFault{last, bundle_.path, "the tile has bytes after its last entry"};
  }
  return std::nullopt;
}

std::optional<LogFault> ExportedLog::compare(const Tile& tile, std::string_view hashes) {
  const std::string file = path_of(tile);
  const auto published = export_folder::read_file(folder_, file, kTileBytesMax);
  if (!published) return LogFault{std::nullopt, file, published.error().why};
  if (*published == hashes) return std::nullopt;
  return LogFault{std::nullopt, file, "the tile's hashes are not those of the events"};
}

}  // namespace countersign
