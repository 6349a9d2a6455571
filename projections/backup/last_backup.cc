#include "projections/backup/last_backup.h"

#include "core/machine/files/atomic_file.h"

namespace countersign {
namespace {

constexpr std::string_view kNever = "never";

// The text behind `name` and a space in the first line, which is taken off; nullopt if the line is
// another one, or has no end.
std::optional<std::string_view> take_value(std::string_view& text, std::string_view name) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view line = text.substr(0, end);
  if (!line.starts_with(name) || line.substr(name.size(), 1) != " ") return std::nullopt;
  text.remove_prefix(end + 1);
  line.remove_prefix(name.size() + 1);
  return line;
}

AtomicFile file_in(const std::filesystem::path& data) { return AtomicFile(data / "LAST-BACKUP"); }

}  // namespace

std::string to_text(const LastBackup& backup) {
  std::string text = "tried " + to_string(backup.tried_at);
  text.append("\noutcome ").append(name_of(backup.outcome)).append("\nmade ");
  text += backup.made_at ? to_string(*backup.made_at) : std::string(kNever);
  return text + '\n';
}

std::optional<LastBackup> parse_last_backup(std::string_view text) {
  const auto tried = take_value(text, "tried");
  const auto outcome = tried ? take_value(text, "outcome") : std::nullopt;
  const auto made = outcome ? take_value(text, "made") : std::nullopt;
  if (!made || !text.empty()) return std::nullopt;
  const auto tried_at = parse_utc_time(*tried);
  const auto named = parse_name<BackupOutcome>(*outcome);
  const auto made_at = parse_utc_time(*made);
  if (!tried_at || !named || (!made_at && *made != kNever)) return std::nullopt;
  return LastBackup{*tried_at, *named, made_at};
}

std::optional<LastBackup> last_backup_of(const std::filesystem::path& data) {
  const auto text = file_in(data).read();
  return text && *text ? parse_last_backup(**text) : std::nullopt;
}

std::optional<std::string> note_backup(const std::filesystem::path& data,
                                       UtcTime tried_at,
                                       BackupOutcome outcome) {
  const auto before = last_backup_of(data);
  LastBackup now{tried_at, outcome, before ? before->made_at : std::nullopt};
  if (outcome == BackupOutcome::Made) now.made_at = tried_at;
  return file_in(data).write(to_text(now));
}

}  // namespace countersign
