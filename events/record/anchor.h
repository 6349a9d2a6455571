#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/result.h"
#include "core/schema.h"
#include "core/utc_time.h"

namespace countersign {

// The content of the file ANCHOR: the log has held at least this event, with this hash. ANCHOR is
// written apart from the database. So it reveals that a database has lost the end of its
// write-ahead log, even if the database itself finds nothing missing.
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

// Reads the one line of JSON. Empty if the file does not exist; the error is a sentence.
Result<std::optional<Anchor>, std::string> read_anchor(const std::filesystem::path& folder);

// Replaces the file by write, fsync, rename, fsync of the folder: after a crash the file is the old
// one or the new one. False if the disk refused; the old file is then still there, unless only the
// last fsync failed.
bool write_anchor(const std::filesystem::path& folder, const Anchor& anchor);

}  // namespace countersign
