#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/result.h"
#include "core/schema.h"
#include "core/utc_time.h"

namespace countersign {

// What the file ANCHOR says: the log has held at least this event, with this hash. It
// is written apart from the database, so that a database which lost the end of its
// write-ahead log, and by its own account lacks nothing, is found out.
struct Anchor {
  Sequence sequence;
  Sha256 leaf;
  UtcTime at;
  bool operator==(const Anchor&) const = default;
};
template <>
inline constexpr auto fields_of<Anchor> = fields(Field{"sequence", &Anchor::sequence},
                                                 Field{"leaf", &Anchor::leaf},
                                                 Field{"at", &Anchor::at});
static_assert(record_is_sound<Anchor>);

// One line of JSON. Nothing if there is no such file; the error is a sentence.
Result<std::optional<Anchor>, std::string> read_anchor(const std::filesystem::path& folder);

// Replaces the file by write, fsync, rename, fsync of the folder: after a crash it is
// the old one or the new one. False if the disk refused; the old one is then still there.
bool write_anchor(const std::filesystem::path& folder, const Anchor& anchor);

}  // namespace countersign
