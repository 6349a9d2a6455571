#include "projections/backup/manifest.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "core/check.h"
#include "core/machine/files/write_all.h"
#include "events/record/record_json.h"

namespace countersign {
namespace {

constexpr std::size_t kLinesBytes = 1 << 20;
constexpr std::size_t kLineBytesMax = 1 << 20;
constexpr std::uint64_t kLinesBetweenQuestions = 1024;
// Larger than any file of a database or of the vault.
constexpr std::uint64_t kFileBytesMax = std::uint64_t{1} << 40;
constexpr std::string_view kPurged = "purged ";
constexpr std::string_view kMissing = "missing ";
constexpr std::string_view kRecord = "backup ";
constexpr std::string_view kSeal = "countersign-backup ";

std::uint64_t bytes_max_of(const BackupName& name) {
  if (std::holds_alternative<CheckpointFile>(name)) return tlog::kNoteBytesMax;
  const auto* const database = std::get_if<DatabaseFile>(&name);
  if (database != nullptr && database->describes()) return kDescriptionBytesMax;
  return kFileBytesMax;
}

// Accepts a digest only as it is written: in lower case.
std::optional<Digest> parse_plain_digest(std::string_view hex) {
  const auto digest = parse_digest(hex);
  if (!digest || to_hex(*digest) != hex) return std::nullopt;
  return digest;
}

std::optional<ManifestEntry> parse_purged(std::string_view session) {
  const auto id = parse_uuid(session);
  if (!id || to_string(*id) != session) return std::nullopt;
  return ManifestEntry{.kind = ManifestEntry::Kind::Purged, .session = SessionId(*id)};
}

std::optional<ManifestEntry> parse_missing(std::string_view text) {
  auto name = parse_backup_name(text);
  if (!name || !std::holds_alternative<FilePlace>(*name)) return std::nullopt;
  return ManifestEntry{.kind = ManifestEntry::Kind::Missing, .name = *std::move(name)};
}

std::optional<ManifestEntry> parse_file(std::string_view line) {
  constexpr std::size_t kHexDigits = 64;
  if (line.size() <= kHexDigits || line[kHexDigits] != ' ') return std::nullopt;
  const auto digest = parse_plain_digest(line.substr(0, kHexDigits));
  const std::string_view rest = line.substr(kHexDigits + 1);
  const std::size_t space = rest.find(' ');
  if (!digest || space == rest.npos) return std::nullopt;
  const auto size = parse_plain_number(rest.substr(0, space));
  auto name = parse_backup_name(rest.substr(space + 1));
  if (!size || !name || *size > bytes_max_of(*name)) return std::nullopt;
  return ManifestEntry{.name = *std::move(name), .size = *size, .sha256 = *digest};
}

std::string text_of(const ManifestEntry& entry) {
  switch (entry.kind) {
    case ManifestEntry::Kind::File:
      return fmt::format("{} {} {}", to_hex(entry.sha256), entry.size, to_text(entry.name));
    case ManifestEntry::Kind::Missing:
      return fmt::format("{}{}", kMissing, to_text(entry.name));
    case ManifestEntry::Kind::Purged:
      return fmt::format("{}{}", kPurged, to_string(entry.session));
  }
  check(false, "the kind of a manifest entry is an enumerator of ManifestEntry::Kind");
  return {};
}

std::string fresh_of(std::string name) { return name += ".new"; }

}  // namespace

std::optional<ManifestEntry> parse_manifest_entry(std::string_view line) {
  if (line.starts_with(kPurged)) return parse_purged(line.substr(kPurged.size()));
  if (line.starts_with(kMissing)) return parse_missing(line.substr(kMissing.size()));
  return parse_file(line);
}

// ---- line by line --------------------------------------------------------------------------

std::optional<std::string> ManifestParser::take(std::string_view line) {
  entry_.reset();
  switch (place_) {
    case Place::Entries:
      hash_.update(line);
      hash_.update("\n");
      if (line.starts_with(kRecord)) return take_record(line.substr(kRecord.size()));
      return take_entry(line);
    case Place::RecordedEvent:
      return take_seal(line);
    case Place::Sealed:
      if (!line.empty()) return "the line after the seal is not empty";
      place_ = Place::Signatures;
      return std::nullopt;
    case Place::Signatures:
      return take_signature(line);
  }
  check(false, "the place of a manifest parser is an enumerator of Place");
  return std::nullopt;
}

std::optional<std::string> ManifestParser::end() const {
  if (place_ < Place::Sealed) return "the manifest is cut short";
  if (place_ == Place::Signatures && signatures_.empty()) return "a signature is missing";
  return std::nullopt;
}

std::optional<std::string> ManifestParser::take_entry(std::string_view line) {
  auto entry = parse_manifest_entry(line);
  if (!entry) return "a line is not an entry of a manifest";
  if (auto why = follow(*entry)) return why;
  entry_ = std::move(entry);
  return std::nullopt;
}

std::optional<std::string> ManifestParser::follow(const ManifestEntry& entry) {
  if (entry.kind == ManifestEntry::Kind::Purged) {
    if (last_purged_ && entry.session <= *last_purged_)
      return "the purged sessions are not in order";
    last_purged_ = entry.session;
    return std::nullopt;
  }
  if (last_purged_) return "a file comes after the purged sessions";
  const auto* const place = std::get_if<FilePlace>(&entry.name);
  return place != nullptr ? follow_file(place->file, entry) : follow_other(entry);
}

std::optional<std::string> ManifestParser::follow_file(const FileId& file,
                                                       const ManifestEntry& entry) {
  if (last_file_ && file <= *last_file_) return "the files are not in order, or one is named twice";
  last_file_ = file;
  if (entry.kind == ManifestEntry::Kind::Missing) {
    ++missing_;
    return std::nullopt;
  }
  if (entry.size > std::numeric_limits<std::uint64_t>::max() - bytes_) {
    return "the sizes of the files add up to more than a disk can hold";
  }
  bytes_ += entry.size;
  ++files_;
  return std::nullopt;
}

std::optional<std::string> ManifestParser::follow_other(const ManifestEntry& entry) {
  if (last_file_) return "the files are not in order";
  std::string name = to_text(entry.name);
  if (name <= last_name_) return "the files are not in order, or one is named twice";
  last_name_ = std::move(name);
  const auto* const database = std::get_if<DatabaseFile>(&entry.name);
  return database != nullptr ? follow_in_database(*database) : std::nullopt;
}

// The description of the database comes before its files, by the order of names.
std::optional<std::string> ManifestParser::follow_in_database(const DatabaseFile& file) {
  if (file.describes()) {
    if (backup_ != 0) return "the manifest has two databases";
    backup_ = file.backup;
    return std::nullopt;
  }
  if (backup_ == 0)
    return "the manifest has files of a database, and no description of the database";
  if (file.backup != 0 && file.backup != backup_)
    return "the manifest has a file of another backup's database";
  if (file.restored == last_restored_)
    return "two files would have one name in the restored database";
  last_restored_ = file.restored;
  return std::nullopt;
}

std::optional<std::string> ManifestParser::take_record(std::string_view json) {
  auto record = from_json<BackupRecord>(json);
  if (!record) return "the record of the backup cannot be read";
  if (record->number != backup_) return "the database is that of another backup";
  if (record->files != files_ || record->bytes != bytes_ || record->missing != missing_) {
    return "the totals in the record are not those of the files";
  }
  record_ = *std::move(record);
  seal_line_ = std::string(kSeal) + to_hex(hash_.finish());
  place_ = Place::RecordedEvent;
  return std::nullopt;
}

std::optional<std::string> ManifestParser::take_seal(std::string_view line) {
  if (line != seal_line_) return "the checksum is not that of the lines before it";
  place_ = Place::Sealed;
  return std::nullopt;
}

std::optional<std::string> ManifestParser::take_signature(std::string_view line) {
  auto parsed = tlog::parse_signatures(std::string(line) + '\n');
  if (!parsed || parsed->size() != 1 || signatures_.size() == tlog::kNoteSignaturesMax) {
    return "a signature cannot be read";
  }
  signatures_.push_back(std::move(parsed->front()));
  return std::nullopt;
}

// ---- writing -------------------------------------------------------------------------------

Result<ManifestWriter, std::string> ManifestWriter::create(const HeldFolder& folder,
                                                           std::string name) {
  auto file = folder.create(fresh_of(name));
  if (!file) return file.error().why;
  return ManifestWriter(folder, std::move(name), *std::move(file));
}

bool ManifestWriter::put(std::string_view line) {
  if (!failure_.empty()) return false;
  if (const auto why = parser_.take(line)) {
    failure_ = fmt::format(
        "{} would be refused when it is read: {}", (folder_->path() / name_).string(), *why);
    return false;
  }
  buffer_.append(line).push_back('\n');
  return buffer_.size() < kLinesBytes || flush();
}

bool ManifestWriter::flush() {
  if (failure_.empty() && !write_all(file_, buffer_)) {
    failure_ = fmt::format(
        "cannot write {}: {}", (folder_->path() / name_).string(), std::strerror(errno));
  }
  buffer_.clear();
  return failure_.empty();
}

bool ManifestWriter::add(const ManifestEntry& entry) { return put(text_of(entry)); }

std::optional<std::string> ManifestWriter::finish(const BackupRecord& record, const Sign& sign) {
  if (!put(fmt::format("{}{}", kRecord, to_json(record)))) return failure_;
  const std::string seal = parser_.seal_line();
  put(seal);
  if (sign) {
    const std::array signatures = {sign(seal + '\n')};
    std::string line = tlog::to_text(std::span(signatures));
    line.pop_back();
    put("");
    put(line);
  }
  if (!flush()) return failure_;
  if (::fsync(file_.get()) != 0) {
    return fmt::format(
        "cannot sync {}: {}", (folder_->path() / name_).string(), std::strerror(errno));
  }
  if (auto failed = folder_->rename(fresh_of(name_), name_)) return std::move(failed->why);
  const std::size_t slash = name_.rfind('/');
  const auto folder =
      slash == name_.npos ? std::string_view() : std::string_view(name_).substr(0, slash);
  if (auto failed = folder_->sync(folder)) return std::move(failed->why);
  return std::nullopt;
}

// ---- reading -------------------------------------------------------------------------------

Result<ManifestReader, std::string> ManifestReader::open(const HeldFolder& folder,
                                                         std::string_view name,
                                                         const GivenUp& given_up) {
  const std::string path = (folder.path() / name).string();
  const auto damaged = [&](std::string_view why) {
    return fmt::format("{} is damaged: {}", path, why);
  };
  auto lines = LineFile::open(folder, name, kLineBytesMax);
  if (!lines) return fmt::format("{}: {}", path, lines.error().why);
  ManifestParser parser;
  LineFile::Got got;
  std::uint64_t read = 0;
  for (std::string_view line; (got = lines->next(line)) == LineFile::Got::Line;) {
    if (++read % kLinesBetweenQuestions == 0 && given_up()) return std::string(kBackupGivenUp);
    if (const auto why = parser.take(line)) return damaged(*why);
  }
  if (got == LineFile::Got::Failed) return "cannot read " + path;
  if (got == LineFile::Got::Cut) return damaged("it ends in the middle of a line");
  if (got == LineFile::Got::TooLong) {
    return damaged(fmt::format("a line is longer than {} bytes", kLineBytesMax));
  }
  if (const auto why = parser.end()) return damaged(*why);
  if (!lines->rewind()) return "cannot read " + path;
  ManifestReader reader(*std::move(lines), *parser.record(), parser.seal_line());
  reader.signatures_ = parser.signatures();
  return reader;
}

std::optional<std::string> ManifestReader::refusal(const tlog::VerifierKey& key) const {
  if (signatures_.empty()) return "the manifest is not signed";
  if (key.type() == tlog::KeyType::Log &&
      tlog::verify_note({seal_line_ + '\n', signatures_}, std::span(&key, 1))) {
    return std::nullopt;
  }
  return "the manifest was not signed with the key of " + key.name();
}

std::optional<ManifestEntry> ManifestReader::next() {
  std::string_view line;
  if (failed_ || lines_.next(line) != LineFile::Got::Line || parser_.take(line)) {
    failed_ = true;
    return std::nullopt;
  }
  failed_ = parser_.record() && parser_.seal_line() != seal_line_;
  return parser_.entry();
}

}  // namespace countersign
