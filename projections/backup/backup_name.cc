#include "projections/backup/backup_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <utility>

#include "core/ascii.h"
#include "core/ids.h"
#include "events/tlog/tree/line_reader.h"

namespace countersign {
namespace {

constexpr std::string_view kCheckpoints = "checkpoints/";
constexpr std::string_view kFilesPrefix = "files/";
constexpr std::string_view kLogPrefix = "log/";
constexpr std::string_view kMeta = "meta/";
constexpr std::string_view kPrivate = "private/";
constexpr std::string_view kShared = "shared_checksum/";
constexpr std::size_t kSizeDigits = 20;
// RocksDB writes the numbers of its files with at least this many digits.
constexpr std::size_t kFileDigitsMin = 6;
constexpr std::size_t kTableNameMax = 200;

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

// Removes `beginning` from the front; returns false and removes nothing if the text begins
// otherwise.
bool take(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.remove_prefix(beginning.size());
  return true;
}

bool take_end(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

// Removes the text before the next `separator`, and the separator, and returns that text.
std::optional<std::string_view> take_until(std::string_view& text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == text.npos) return std::nullopt;
  const std::string_view before = text.substr(0, at);
  text.remove_prefix(at + 1);
  return before;
}

std::optional<std::uint32_t> parse_backup_number(std::string_view text) {
  const auto number = parse_plain_number(text);
  if (!number || *number == 0 || *number > std::numeric_limits<std::uint32_t>::max()) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(*number);
}

// A number as RocksDB writes it: "%06llu".
bool is_file_number(std::string_view text) {
  if (!is_digits(text) || text.size() < kFileDigitsMin) return false;
  if (text.size() > kFileDigitsMin) return parse_plain_number(text).has_value();
  return true;
}

bool is_private_name(std::string_view name) {
  if (name == "CURRENT") return true;
  if (take(name, "MANIFEST-") || take(name, "OPTIONS-")) return is_file_number(name);
  return take_end(name, ".log") && is_file_number(name);
}

// The table's name in a database, e.g. `000012.sst` for `000012_sQKI3F57BGOCLMFBPLA0K_1085.sst`.
std::optional<std::string> restored_table(std::string_view name) {
  if (name.size() > kTableNameMax || !take_end(name, ".sst")) return std::nullopt;
  const auto number = take_until(name, '_');
  const auto writer = take_until(name, '_');
  const auto of_writer = [](char c) { return is_letter_or_digit(c); };
  if (!number || !writer || !is_file_number(*number) || !parse_plain_number(name)) {
    return std::nullopt;
  }
  if (writer->empty() || !std::ranges::all_of(*writer, of_writer)) return std::nullopt;
  return std::string(*number) + ".sst";
}

// `path` is below `log/`.
std::optional<DatabaseFile> parse_database_file(std::string_view path) {
  DatabaseFile file{.path = std::string(path)};
  if (take(path, kMeta)) {
    const auto number = parse_backup_number(path);
    if (!number) return std::nullopt;
    file.backup = *number;
    return file;
  }
  if (take(path, kPrivate)) {
    const auto folder = take_until(path, '/');
    const auto number = folder ? parse_backup_number(*folder) : std::nullopt;
    if (!number || !is_private_name(path)) return std::nullopt;
    file.backup = *number;
    file.restored = path;
    return file;
  }
  if (!take(path, kShared)) return std::nullopt;
  auto restored = restored_table(path);
  if (!restored) return std::nullopt;
  file.restored = *std::move(restored);
  return file;
}

std::optional<CheckpointFile> parse_checkpoint_file(std::string_view digits) {
  if (digits.size() != kSizeDigits || !is_digits(digits)) return std::nullopt;
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (error != std::errc()) return std::nullopt;
  return CheckpointFile{size};
}

bool is_day_of_calendar(std::string_view day) {
  constexpr std::size_t kDigits = 8;
  if (day.size() != kDigits || !is_digits(day)) return false;
  const auto number = [&](std::size_t at, std::size_t count) {
    int value = 0;
    std::from_chars(day.data() + at, day.data() + at + count, value);
    return value;
  };
  return (std::chrono::year(number(0, 4)) / number(4, 2) / number(6, 2)).ok();
}

std::optional<FilePlace> parse_file_place(std::string_view path) {
  const auto day = take_until(path, '/');
  const auto bucket = take_until(path, '/');
  const auto id = parse_uuid(path);
  if (!day || !bucket || !id || !is_day_of_calendar(*day)) return std::nullopt;
  FilePlace place{FileId(*id), std::string(*day)};
  // UUIDs are parsed in either case but written in one.
  if (place.bucket != *bucket || place.name != path) return std::nullopt;
  return place;
}

template <class Name>
std::optional<BackupName> as_name(std::optional<Name> name) {
  if (!name) return std::nullopt;
  return BackupName(*std::move(name));
}

struct Text {
  std::string operator()(const DatabaseFile& file) const {
    return fmt::format("log/{}", file.path);
  }
  std::string operator()(const CheckpointFile& checkpoint) const {
    return fmt::format("checkpoints/{:020}", checkpoint.size);
  }
  std::string operator()(const FilePlace& place) const {
    return fmt::format("files/{}", place.path());
  }
};

// A line of a description that names a file: `<name> crc32 <number>`.
std::optional<DatabaseFile> parse_described(std::string_view line, std::uint32_t backup) {
  const auto name = take_until(line, ' ');
  const auto crc = take(line, "crc32 ") ? parse_plain_number(line) : std::nullopt;
  if (!name || !crc || *crc > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  auto file = parse_database_file(*name);
  if (!file || file->describes() || (file->backup != 0 && file->backup != backup)) {
    return std::nullopt;
  }
  return file;
}

}  // namespace

std::optional<std::uint64_t> parse_plain_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  return number;
}

std::optional<BackupName> parse_backup_name(std::string_view text) {
  if (take(text, kCheckpoints)) return as_name(parse_checkpoint_file(text));
  if (take(text, kFilesPrefix)) return as_name(parse_file_place(text));
  if (take(text, kLogPrefix)) return as_name(parse_database_file(text));
  return std::nullopt;
}

std::string to_text(const BackupName& name) { return std::visit(Text(), name); }

DatabaseFile description_of_database(std::uint32_t backup) {
  return {.path = fmt::format("{}{}", kMeta, backup), .backup = backup, .restored = {}};
}

Result<std::vector<DatabaseFile>, std::string> parse_database_description(std::string_view text,
                                                                          std::uint32_t backup) {
  tlog::LineReader lines(text);
  const auto number = [&]() -> std::optional<std::uint64_t> {
    const auto line = lines.line();
    return line ? parse_plain_number(*line) : std::nullopt;
  };
  const auto time = number();
  const auto sequence = number();
  const auto count = number();
  if (!time || !sequence || !count)
    return std::string("the file does not begin as RocksDB's description of a backup does");
  std::vector<DatabaseFile> files;
  while (const auto line = lines.line()) {
    auto file = parse_described(*line, backup);
    if (!file) {
      return fmt::format("the file's entry {} does not name a file of a backup", files.size() + 1);
    }
    files.push_back(*std::move(file));
  }
  if (!lines.rest().empty()) return std::string("the last line does not end with a line feed");
  if (files.size() != *count) return std::string("the file names more or fewer files than it says");
  std::ranges::sort(files, {}, &DatabaseFile::path);
  const auto same = std::ranges::adjacent_find(files, {}, &DatabaseFile::path);
  if (same != files.end()) return std::string("the file names another file twice");
  return files;
}

}  // namespace countersign
