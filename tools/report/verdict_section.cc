#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "tools/report/figures.h"
#include "tools/report/html_table.h"
#include "tools/report/html_text.h"
#include "tools/report/report_page.h"

namespace countersign {
namespace {

constexpr const char* kTick = "<path class=\"sign\" d=\"M8.5 15.5l4.5 4.5 8.5-9.5\"/>";
constexpr const char* kBang = "<path class=\"sign\" d=\"M15 8v8.5M15 21.5v.2\"/>";
constexpr const char* kCross = "<path class=\"sign\" d=\"M10 10l10 10M20 10l-10 10\"/>";

struct Judgement {
  const char* tone;  // CSS class
  const char* sign;
  std::string headline;
  std::string words;  // HTML
};

Judgement wrong(const ExportFindings& verdict) {
  const LogFault& fault = *verdict.first_error;
  const std::string place =
      fault.sequence ? fmt::format("The first wrong event is number <strong>{}</strong>. ",
                                   html_number(fault.sequence->value()))
                     : std::string("Which event is the first wrong one cannot be known. ");
  return {"bad",
          kCross,
          "This log is not what it should be",
          fmt::format("{}In <code>{}</code>: {}. Nothing was looked at after that.",
                      place,
                      html_text(fault.file),
                      html_text(fault.why))};
}

Judgement judge(const ReportInput& input) {
  const ExportFindings& verdict = input.verdict;
  if (!verdict.ok()) return wrong(verdict);
  const std::string all =
      fmt::format("Every event was read, {} in all. The events are", html_number(verdict.size));
  if (verdict.keys_from == KeysFrom::Caller) {
    return {"good",
            kTick,
            "This log is what its signer signed, to the last byte",
            all + " the ones that the key below signed, in their order, and the rules allow each."};
  }
  return {
      "warn",
      kBang,
      "Nothing is wrong, but the key came with the log",
      all +
          " the ones that the key below signed, in their order, and the rules allow each. Whoever "
          "made the log may have made the key too: compare it with one that you got from "
          "elsewhere, and give that with <code>--vkey</code>."};
}

std::string root_of(const Digest& root) {
  return "<code>" + html_text(to_base64(ByteView(root))) + "</code>";
}

std::string facts(const ReportInput& input) {
  const ExportFindings& verdict = input.verdict;
  std::string html = "<dl class=\"facts\">\n";
  const auto fact = [&](const char* name, const std::string& what) {
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, what);
  };
  fact("Log",
       verdict.origin.empty() ? std::string("unknown")
                              : fmt::format("<bdi>{}</bdi>", html_text(verdict.origin)));
  fact("Events found good",
       fmt::format("{} of {}", html_number(verdict.events), html_number(verdict.size)));
  fact("Root of the tree", verdict.root ? root_of(*verdict.root) : std::string("not believed"));
  std::string keys;
  for (const std::string& key : verdict.keys) {
    keys += fmt::format("<code class=\"sub\">{}</code>", html_text(key));
  }
  fact("Believed",
       keys.empty() ? std::string("no key")
                    : (verdict.keys_from == KeysFrom::Caller
                           ? "the key given by who made this report"
                           : (input.from_export ? "the key that the export itself names"
                                                : "the key that the server itself names")) +
                          keys);
  return html + "</dl>\n";
}

std::string list_of(const char* title, const std::vector<std::string>& items) {
  std::string html = fmt::format("<div><h3>{}</h3><ul>\n", title);
  for (const std::string& item : items) html += fmt::format("<li>{}</li>\n", item);
  return html + "</ul></div>\n";
}

std::string scope_of(const ReportInput& input) {
  const ExportFindings& verdict = input.verdict;
  if (!verdict.ok()) {
    return "<h3>What this means</h3>\n<p>The figures below are of the events before the fault. "
           "They say "
           "nothing about what comes after it.</p>\n";
  }
  std::vector<std::string> checked{
      "the signature of the checkpoint",
      "each event: its stored form, its hash, its place, its time",
      "each session, client and key: run again under the rules, event by event"};
  if (input.from_export) {
    checked.emplace_back("each hash and entry in the tiles, and that no file is left over");
    if (verdict.checkpoints > 0) {
      checked.push_back(fmt::format("earlier checkpoints, from which this history goes on: {}",
                                    html_number(verdict.checkpoints)));
    }
    if (verdict.receipts > 0) {
      checked.push_back(
          fmt::format("receipts, whose events are in the log: {}", html_number(verdict.receipts)));
    }
  }
  std::vector<std::string> unchecked{
      "an event that was never logged is found by no log",
      "whether an image shows what its checks say; images are not in the log",
      "sealed addresses and user agents, which only the operator can read"};
  if (verdict.keys_from != KeysFrom::Caller) {
    unchecked.emplace_back("that the key is the operator's");
  }
  if (!input.from_export) {
    unchecked.emplace_back("tiles and earlier checkpoints: make an export for these");
  } else if (verdict.checkpoints == 0) {
    unchecked.emplace_back("an earlier checkpoint: none was given to compare with");
  }
  return "<div class=\"two\">\n" + list_of("What was checked", checked) +
         list_of("What was not", unchecked) + "</div>\n";
}

}  // namespace

std::string verdict_section(const ReportInput& input) {
  const Judgement judgement = judge(input);
  return fmt::format(
      "<section class=\"verdict {}\" id=\"verdict\" aria-label=\"Verdict\">\n"
      "<h2><svg viewBox=\"0 0 30 30\" aria-hidden=\"true\"><circle class=\"mark\" cx=\"15\" "
      "cy=\"15\" "
      "r=\"15\"/>{}</svg><span>{}</span></h2>\n<p>{}</p>\n</section>\n"
      "<section aria-label=\"What was verified\">\n<h2>What was verified</h2>\n{}{}</section>\n",
      judgement.tone,
      judgement.sign,
      judgement.headline,
      judgement.words,
      facts(input),
      scope_of(input));
}

std::string checkpoints_section(const ExportFindings& verdict) {
  HtmlTable table{"Signed checkpoints, each found to belong to this history",
                  {{"File"}, {"Events", true}, {"Added", true}, {"Up to"}, {"Signed by"}, {"Root"}},
                  {},
                  {},
                  "No checkpoint was found to be of this history."};
  std::uint64_t before = 0;
  for (const SeenCheckpoint& seen : verdict.history) {
    std::string signers;
    for (const std::string& signer : seen.signers) {
      signers += fmt::format("<bdi class=\"sub\">{}</bdi>", html_text(signer));
    }
    table.rows.push_back({fmt::format("<code>{}</code>", html_text(seen.file)),
                          html_number(seen.size),
                          html_number(seen.size - before),
                          seen.at ? html_time(*seen.at) : std::string("-"),
                          signers,
                          root_of(seen.root)});
    before = seen.size;
  }
  return "<section id=\"checkpoints\">\n<h2>Checkpoints</h2>\n<p>A checkpoint is the size and the "
         "root of "
         "the log at a time, signed. Who keeps one can hold the operator to every event up to "
         "it. “Up to” is the time of the last event that it covers.</p>\n" +
         to_html(table) + "</section>\n";
}

}  // namespace countersign
