#include "projections/folder/master_key_id.h"

#include <fmt/format.h>

#include "core/ids.h"

namespace countersign {

AtomicFile master_key_id_file(const std::filesystem::path& folder) {
  return AtomicFile(folder / "MASTER-KEY-ID");
}

std::string master_key_id_line(const Digest& id) { return to_hex(id) + '\n'; }

std::optional<std::string> wrong_master_key(const std::filesystem::path& folder,
                                            const MasterKey& key) {
  const auto known = master_key_id_file(folder).read();
  if (!known) return known.error();
  const std::string own = master_key_id_line(key.id());
  if (!*known || **known == own) return std::nullopt;
  if ((*known)->size() != own.size()) {
    return fmt::format(
        "the file MASTER-KEY-ID in {} is damaged; put the file back from a copy of the keys",
        folder.string());
  }
  return fmt::format("{} was written with another master key; start with that key",
                     folder.string());
}

}  // namespace countersign
