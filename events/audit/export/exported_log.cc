#include "events/audit/export/exported_log.h"

#include <utility>

#include "core/big_endian.h"
#include "events/audit/export/export_folder.h"
#include "events/record/codec.h"
#include "events/tlog/tree/entry_bundle.h"

namespace countersign {
namespace {

using tlog::Tile;

constexpr std::size_t kBundleBytesMax =
    tlog::kTileWidth * (sizeof(std::uint16_t) + tlog::kEntryBytesMax);
constexpr std::size_t kTileBytesMax = tlog::kTileWidth * tlog::kHashBytes;

// A fault of the event with this place, from 0.
LogFault fault_at(std::uint64_t place, std::string_view file, std::string why) {
  return {Sequence(place + 1), std::string(file), std::move(why)};
}

}  // namespace

std::string_view ExportedLog::events_file() const { return export_folder::kEvents; }

std::optional<LogFault> ExportedLog::read(std::uint64_t size, const Sink& sink) {
  auto lines = LineFile::open(folder_, export_folder::kEvents, kEventBytesMax);
  if (!lines) return LogFault{std::nullopt, std::string(events_file()), lines.error().why};
  std::string_view line;
  size_ = size;
  given_ = before_.events;
  if (auto fault = open_behind()) return fault;
  if (given_ > 0 && !lines->skip_to(before_.bytes)) {
    return fault_at(given_, events_file(), "the file cannot be read");
  }
  for (; given_ < size; ++given_) {
    if (auto fault = read_line(*lines, line)) {
      // The files of the tree that would begin here are at fault before the line is.
      Parts parts;
      const bool begins = given_ % tlog::kTileWidth == 0;
      auto of_tree = begins ? open(parts, given_) : std::nullopt;
      return of_tree ? std::move(of_tree) : std::move(fault);
    }
    if (!sink(line)) return std::nullopt;
  }
  if (lines->next(line) == LineFile::Got::End) return std::nullopt;
  return fault_at(given_, events_file(), "the file has more events than the checkpoint covers");
}

std::optional<LogFault> ExportedLog::compare(std::string_view line, const Digest& leaf) {
  if (compared_ == end_) {
    if (auto fault = compare_end()) return fault;
    if (auto fault = open(parts_, compared_)) return fault;
    end_ += tlog::width_in_tree(0, compared_ / tlog::kTileWidth, size_);
  }
  if (auto fault = check_published(line, leaf)) return fault;
  ++compared_;
  return std::nullopt;
}

tlog::FetchTile ExportedLog::tiles(std::uint64_t size) const {
  return [this, size](const Tile& tile) -> Result<std::string, tlog::ReadError> {
    Tile there = tile;
    there.width = tlog::width_in_tree(tile.level, tile.index, size);
    auto bytes = export_folder::read_file(folder_, path_of(there), kTileBytesMax);
    if (!bytes) return tlog::ReadError{path_of(there) + ": " + bytes.error().why};
    if (there.width < tile.width || bytes->size() != there.width * tlog::kHashBytes) {
      return tlog::ReadError{path_of(there) + ": the tile does not have its width"};
    }
    bytes->resize(tile.width * tlog::kHashBytes);
    return bytes;
  };
}

std::optional<LogFault> ExportedLog::open_behind() {
  compared_ = before_.events;
  end_ = compared_;
  const std::uint64_t there = compared_ % tlog::kTileWidth;
  if (there == 0) return std::nullopt;
  const std::uint64_t index = compared_ / tlog::kTileWidth;
  if (auto fault = open(parts_, compared_)) return fault;
  end_ = index * tlog::kTileWidth + tlog::width_in_tree(0, index, size_);
  auto& [hashes, bundle] = parts_;
  hashes.at = there * tlog::kHashBytes;
  for (std::uint64_t left = there; left > 0; --left) {
    const auto rest = std::string_view(bundle.bytes).substr(bundle.at);
    const std::size_t length =
        rest.size() < sizeof(std::uint16_t) ? rest.size() : big_endian<std::uint16_t>(rest);
    if (length + sizeof(std::uint16_t) > rest.size()) {
      return fault_at(compared_, bundle.path, "the tile has fewer entries than the tree");
    }
    bundle.at += sizeof(std::uint16_t) + length;
  }
  if (hashes.at <= hashes.bytes.size()) return std::nullopt;
  return fault_at(compared_, hashes.path, "the tile has fewer hashes than the tree");
}

std::optional<LogFault> ExportedLog::compare_end() {
  if (compared_ < end_) return std::nullopt;
  const Sequence last(compared_);
  const auto& [hashes, bundle] = parts_;
  if (hashes.at != hashes.bytes.size()) {
    return LogFault{last, hashes.path, "the tile has bytes after its last hash"};
  }
  if (bundle.at != bundle.bytes.size()) {
    return LogFault{last, bundle.path, "the tile has bytes after its last entry"};
  }
  return std::nullopt;
}

std::optional<LogFault> ExportedLog::open(Part& part,
                                          const Tile& tile,
                                          std::uint64_t first,
                                          std::size_t bytes_max) const {
  part.path = path_of(tile);
  part.at = 0;
  auto bytes = export_folder::read_file(folder_, part.path, bytes_max);
  if (!bytes) return fault_at(first, part.path, bytes.error().why);
  part.bytes = *std::move(bytes);
  return std::nullopt;
}

std::optional<LogFault> ExportedLog::open(Parts& parts, std::uint64_t first) const {
  Tile tile{0, first / tlog::kTileWidth, 0};
  tile.width = tlog::width_in_tree(0, tile.index, size_);
  if (auto fault = open(parts.hashes, tile, first, kTileBytesMax)) return fault;
  tile.level = Tile::kEntries;
  return open(parts.bundle, tile, first, kBundleBytesMax);
}

std::optional<LogFault> ExportedLog::read_line(LineFile& lines, std::string_view& line) const {
  switch (lines.next(line)) {
    case LineFile::Got::Line:
      return std::nullopt;
    case LineFile::Got::End:
      return fault_at(
          given_, events_file(), "the file has fewer events than the checkpoint covers");
    case LineFile::Got::Cut:
      return fault_at(given_, events_file(), "the last line does not end with a line feed");
    case LineFile::Got::TooLong:
      return fault_at(given_, events_file(), "the line is longer than an event can be");
    case LineFile::Got::Failed:
      return fault_at(given_, events_file(), "the file cannot be read");
  }
  return std::nullopt;
}

// Checks that the line, the entry and the hash in the tile are of the same event.
std::optional<LogFault> ExportedLog::check_published(std::string_view line, const Digest& leaf) {
  auto& [hashes, bundle] = parts_;
  entry_.clear();
  tlog::append_entry(entry_, line);
  const bool is_entry = bundle.goes_on_with(entry_);
  const bool is_hash = hashes.goes_on_with(text_of(leaf));
  if (is_entry && is_hash) {
    bundle.at += entry_.size();
    hashes.at += tlog::kHashBytes;
    return std::nullopt;
  }
  if (is_entry) {
    return fault_at(compared_, hashes.path, "the tile has another hash for this event");
  }
  if (is_hash) {
    return fault_at(
        compared_, bundle.path, "the tile's entry for this event is not the event in events.jsonl");
  }
  return fault_at(
      compared_, events_file(), "the line is not the event that the tiles have at this place");
}

std::optional<LogFault> ExportedLog::compare(const Tile& tile, std::string_view hashes) {
  const std::string file = path_of(tile);
  const auto published = export_folder::read_file(folder_, file, kTileBytesMax);
  if (!published) return LogFault{std::nullopt, file, published.error().why};
  if (*published == hashes) return std::nullopt;
  return LogFault{std::nullopt, file, "the tile's hashes are not those of the events"};
}

}  // namespace countersign
