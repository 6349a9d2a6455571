#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "tools/terminal/styled_text.h"

namespace countersign {

enum class Verdict : std::uint8_t {
  Good,
  NotChecked,  // the check could not be made: nothing is known, and nothing is promised
  Warning,     // to be mended soon
  Error,       // to be mended now
};
template <>
inline constexpr auto enum_names<Verdict> =
    std::to_array<Named<Verdict>>({{Verdict::Good, "GOOD"},
                                   {Verdict::NotChecked, "NOT_CHECKED"},
                                   {Verdict::Warning, "WARNING"},
                                   {Verdict::Error, "ERROR"}});

// The outcome of a check of `countersign doctor`. The texts may contain names of files and hosts of
// the operator's, and are made printable where they are shown.
struct Finding {
  std::string check;  // its name, such as `clock`; monitors may rely on it
  Verdict verdict = Verdict::NotChecked;
  std::string found;     // a sentence, without a full stop
  std::string remedy{};  // what to do, the same; empty if there is nothing to be done
};
using Diagnosis = std::vector<Finding>;

inline Finding good(std::string check, std::string found) {
  return {std::move(check), Verdict::Good, std::move(found)};
}
inline Finding not_checked(std::string check, std::string why, std::string remedy = {}) {
  return {std::move(check), Verdict::NotChecked, std::move(why), std::move(remedy)};
}
inline Finding warning(std::string check, std::string found, std::string remedy) {
  return {std::move(check), Verdict::Warning, std::move(found), std::move(remedy)};
}
inline Finding error(std::string check, std::string found, std::string remedy) {
  return {std::move(check), Verdict::Error, std::move(found), std::move(remedy)};
}

// The exit status for monitors: 0 if all that was checked is good, 1 with a warning, 2 with an
// error. A check that was not made does not count.
int exit_status_of(std::span<const Finding> findings);

// {ok, verdict, good, warnings, errors, notChecked, findings: [{check, verdict, found, remedy}]}
std::string findings_json(std::span<const Finding> findings);
// The same for people: a paragraph for each finding, and the sum.
StyledText findings_text(std::span<const Finding> findings);

}  // namespace countersign
