#include "tools/doctor/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "core/text/json_writer.h"
#include "core/text/printable.h"

namespace countersign {
namespace {

std::size_t count_of(std::span<const Finding> findings, Verdict verdict) {
  return static_cast<std::size_t>(std::ranges::count(findings, verdict, &Finding::verdict));
}

Verdict worst_verdict(std::span<const Finding> findings) {
  if (count_of(findings, Verdict::Error) > 0) return Verdict::Error;
  if (count_of(findings, Verdict::Warning) > 0) return Verdict::Warning;
  if (count_of(findings, Verdict::Good) > 0) return Verdict::Good;
  return Verdict::NotChecked;
}

// As people read them: never `ok` for what was not checked.
std::string_view word_of_verdict(Verdict verdict) {
  switch (verdict) {
    case Verdict::Good:
      return "ok";
    case Verdict::NotChecked:
      return "NOT CHECKED";
    case Verdict::Warning:
      return "WARNING";
    case Verdict::Error:
      return "ERROR";
  }
  return "";
}

Style style_of_verdict(Verdict verdict) {
  switch (verdict) {
    case Verdict::Good:
      return Style::Good;
    case Verdict::NotChecked:
      return Style::Plain;
    case Verdict::Warning:
      return Style::Doubtful;
    case Verdict::Error:
      return Style::Bad;
  }
  return Style::Plain;
}

}  // namespace

int exit_status_of(std::span<const Finding> findings) {
  if (count_of(findings, Verdict::Error) > 0) return 2;
  return count_of(findings, Verdict::Warning) > 0 ? 1 : 0;
}

std::string findings_json(std::span<const Finding> findings) {
  JsonWriter json;
  json.begin_object()
      .member("ok", exit_status_of(findings) == 0)
      .member("verdict", name_of(worst_verdict(findings)))
      .member("good", std::uint64_t{count_of(findings, Verdict::Good)})
      .member("warnings", std::uint64_t{count_of(findings, Verdict::Warning)})
      .member("errors", std::uint64_t{count_of(findings, Verdict::Error)})
      .member("notChecked", std::uint64_t{count_of(findings, Verdict::NotChecked)})
      .key("findings")
      .begin_array();
  for (const Finding& finding : findings) {
    json.begin_object()
        .member("check", finding.check)
        .member("verdict", name_of(finding.verdict))
        .member("found", finding.found)
        .key("remedy");
    if (finding.remedy.empty()) {
      json.null();
    } else {
      json.text(finding.remedy);
    }
    json.end_object();
  }
  return json.end_array().end_object().take();
}

StyledText findings_text(std::span<const Finding> findings) {
  constexpr std::size_t kColumnsOfVerdict = 13;
  StyledText text;
  for (const Finding& finding : findings) {
    const std::string word(word_of_verdict(finding.verdict));
    text.append(word, style_of_verdict(finding.verdict));
    text.append(std::string(kColumnsOfVerdict - word.size(), ' '));
    text.append(fmt::format("{}: {}\n", printable(finding.check), printable(finding.found)));
    if (finding.remedy.empty()) continue;
    text.append(fmt::format("{:{}}-> {}\n", "", kColumnsOfVerdict, printable(finding.remedy)));
  }
  text.append(fmt::format("\n{} ok, {} to be mended now, {} to be mended soon, {} not checked\n",
                          count_of(findings, Verdict::Good),
                          count_of(findings, Verdict::Error),
                          count_of(findings, Verdict::Warning),
                          count_of(findings, Verdict::NotChecked)));
  return text;
}

}  // namespace countersign
