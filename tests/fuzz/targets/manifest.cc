// A backup's manifest, passed to its parser line by line, from somebody who knows how its seal is
// made; a name in a manifest; RocksDB's description of a backup's files.
#include "projections/backup/manifest.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/check.h"
#include "core/ids.h"
#include "events/crypto/sha256.h"
#include "projections/backup/backup_name.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::manifest_target {

// Checks that a name leads to a place below the folder and nowhere else.
void check_name(const BackupName& name, std::string_view text) {
  check(to_text(name) == text, "a parsed backup name is written back as the same text");
  check(!text.starts_with('/') && text.find("..") == text.npos && text.find("//") == text.npos,
        "a backup name has no leading slash, no double dot and no double slash");
  check(std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; }),
        "a backup name is visible ASCII");
}

void check_entry(const ManifestEntry& entry, std::string_view line) {
  if (entry.kind == ManifestEntry::Kind::Purged) {
    check(line == "purged " + to_string(entry.session),
          "a parsed line of a purged session is written back as the same line");
    return;
  }
  const std::string name = to_text(entry.name);
  check_name(entry.name, name);
  const std::string text =
      entry.kind == ManifestEntry::Kind::Missing
          ? "missing " + name
          : to_hex(entry.sha256) + ' ' + std::to_string(entry.size) + ' ' + name;
  check(line == text, "a parsed line of a manifest entry is written back as the same line");
}

void check_lines(std::string_view input) {
  ManifestParser parser;
  std::string text;
  while (!input.empty()) {
    const std::string line(take_until(input, '\n'));
    const bool recorded = parser.record().has_value();
    // Anybody who writes a manifest can seal it.
    const std::string taken = recorded && parser.signatures().empty() && !text.empty() &&
                                      !line.starts_with("\xe2\x80\x94") && !line.empty()
                                  ? parser.seal_line()
                                  : line;
    if (const auto why = parser.take(taken)) {
      check(!why->empty(), "the refusal of a manifest line has a reason");
      return;
    }
    if (recorded) continue;
    text += taken + '\n';
    if (parser.entry()) {
      const auto alone = parse_manifest_entry(taken);
      check(alone.has_value(), "a manifest line with an entry parses on its own");
      check_entry(*alone, taken);
    }
    if (parser.record()) {
      check(parser.seal_line() == "countersign-backup " + to_hex(sha256(text)),
            "the seal of a manifest is the SHA-256 of the lines before the seal");
    }
  }
  if (const auto why = parser.end())
    return check(!why->empty(), "the refusal of the end of a manifest has a reason");
  check(parser.record().has_value(), "a complete manifest has a record");
}

void run(std::string_view input) {
  if (const auto name = parse_backup_name(input)) check_name(*name, input);
  if (const auto number = parse_plain_number(input)) {
    check(std::to_string(*number) == input, "a parsed number is written back as the same text");
  }
  if (const auto entry = parse_manifest_entry(input)) check_entry(*entry, input);
  if (const auto files = parse_database_description(input, 7)) {
    for (const auto& file : *files) {
      check_name(file, "log/" + file.path);
      check(!file.describes(), "a file in a database description is not a description");
    }
  }
  check_lines(input);
}

const Target kTarget("manifest", run);

}  // namespace countersign::fuzz::manifest_target
