#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/stream/recorded_event.h"
#include "events/event_store.h"

namespace countersign {

// A version of the programs, by which later ones are greater.
struct ProgramVersion {
  std::array<std::uint32_t, 3> parts{};
  auto operator<=>(const ProgramVersion&) const = default;
};
// Three numbers with dots between them, as core/version.h has them; nullopt for anything else.
// Pure.
std::optional<ProgramVersion> parse_program_version(std::string_view text);
std::string to_string(const ProgramVersion& version);

// The versions that have served a data folder, as its file SERVED-BY lists them: each with the last
// event of the log when it came. Later versions stand behind earlier ones, and so do their events.
// With the list an older program knows which events a newer one may have recorded.
struct Served {
  ProgramVersion version;
  Sequence after;
  bool operator==(const Served&) const = default;
};
// A line for each: the version, a space and the number. Only what to_text() writes is read; nullopt
// for anything else. Pure.
std::string to_text(const std::vector<Served>& list);
std::optional<std::vector<Served>> parse_served(std::string_view text);

// Takes a folder over for a program of this version, before anything is written to it. If newer
// programs have served the folder, reads the events since the first of them came, all of which have
// to be known to this one: `tell` gets a sentence about that, and the newer versions are off the
// list. Otherwise the error is a sentence that names the version to use, and nothing has changed.
// With `read_only` nothing is written. A version of another form, such as "", is not looked at.
//
// One thread, which holds the folder.
std::optional<std::string> take_over(const std::filesystem::path& data,
                                     std::string_view version,
                                     const EventStore& log,
                                     bool read_only,
                                     const std::function<void(std::string_view)>& tell);

}  // namespace countersign
