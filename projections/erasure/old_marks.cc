#include "projections/erasure/old_marks.h"

#include "events/vault/file_place.h"

namespace countersign {

OldMarks::OldMarks(const std::filesystem::path& files) : file_(files / "TAKEN-OVER") {
  const auto text = file_.read();
  if (!text || !*text || !(*text)->ends_with('\n')) return;
  std::string line = (*text)->substr(0, (*text)->size() - 1);
  if (line == kAll || is_vault_day(line)) done_ = std::move(line);
}

std::optional<std::string> OldMarks::set_done(const std::string& day) {
  if (auto error = file_.write(day + '\n')) return error;
  done_ = day;
  return std::nullopt;
}

}  // namespace countersign
