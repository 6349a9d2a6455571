// How often the embedded engine refuses a document that is fit to be read, and accepts an unfit
// one, for each condition; and how long it takes. Measured on drawn documents: the figures of
// docs/inspection.md.
//
//   document_bench [--tables] [--smoke | DOCUMENTS [SEED [CONDITION [FOLDER]]]]
//
// DOCUMENTS is the number for each condition. Pictures that were judged wrongly are written to
// FOLDER. --tables also prints tables of all conditions, in Markdown.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/arguments.h"
#include "bench/labelled_documents.h"
#include "bench/rounds.h"
#include "core/inspection/engines/embedded_engine.h"
#include "events/crypto/sha256.h"
#include "tools/measure/labels/error_rates.h"
#include "tools/measure/labels/rate_tables.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kUsual = 40;
constexpr std::size_t kSmoke = 2;
constexpr std::uint64_t kSeed = 1;
// 2026-11-21. Documents that are drawn as valid expire in the 2060s.
constexpr UtcTime kNow{1'795'219'200'000'000};

const char* word_of(Expected expected) {
  switch (expected) {
    case Expected::Accepted:
      return "accepted";
    case Expected::Refused:
      return "refused";
    case Expected::Review:
      return "review";
    case Expected::Either:
      return "either";
  }
  return "";
}

void keep(const std::string& folder, std::string_view condition, std::size_t n, const Shot& shot) {
  if (folder.empty()) return;
  std::ofstream(folder + "/" + std::string(condition) + "-" + std::to_string(n) + "." +
                    std::string(name_of(shot.format)).substr(6),
                std::ios::binary)
      << taken(shot);
}

DocumentEvaluation evaluated(const EmbeddedEngine& engine,
                             const Shot& shot,
                             const std::string& file) {
  auto found = engine.evaluate_document(
      {.image = file, .side = shot.side, .type = shot.type, .now = kNow, .mrz_values = true});
  if (!found) {
    std::fputs("document_bench: out of memory\n", stderr);
    std::exit(1);
  }
  return *std::move(found);
}

void judge(const Condition& condition,
           std::size_t documents,
           std::uint64_t seed,
           const std::string& folder,
           Tally& tally) {
  const EmbeddedEngine engine(sha256);
  for (std::size_t n = 0; n < documents; ++n) {
    const Shot shot = shot_of(condition, seed, n);
    const std::string file = taken(shot);
    const double start = core_ms();
    const DocumentEvaluation found = evaluated(engine, shot, file);
    const double ms = core_ms() - start;
    const Judged how = add({condition.expected, zone_of(shot), found, kNow, ms}, tally);
    if (how == Judged::WronglyAccepted || how == Judged::WronglyRefused) {
      keep(folder, condition.name, n, shot);
    }
  }
}

void print(const Condition& condition, const Tally& tally) {
  std::string codes;
  for (const auto& [code, count] : tally.codes) {
    codes += (codes.empty() ? "\"" : ",\"") + code + "\":" + std::to_string(count);
  }
  std::printf(
      "{\"bench\":\"document\",\"condition\":\"%s\",\"expected\":\"%s\",\"documents\":%zu,"
      "\"accepted\":%zu,\"review\":%zu,\"wrong\":%zu,\"other_code\":%zu,\"zones\":%zu,"
      "\"zones_differ\":%zu,\"barcodes\":%zu,\"codes\":{%s},\"core_ms\":%.0f,\"core_ms_max\":"
      "%.0f}\n",
      std::string(condition.name).c_str(),
      word_of(condition.expected.verdict),
      tally.pictures,
      tally.accepted,
      tally.review,
      tally.wrong,
      tally.other,
      tally.zones,
      tally.zone.differ,
      tally.barcodes,
      codes.c_str(),
      median(tally.ms),
      *std::max_element(tally.ms.begin(), tally.ms.end()));
  std::fflush(stdout);
}

int run(std::size_t documents,
        std::uint64_t seed,
        std::string_view only,
        const std::string& folder,
        bool tables) {
  ErrorRates rates;
  for (const Condition& condition : conditions()) {
    if (!only.empty() && only != condition.name) continue;
    Tally& tally = rates.of(std::string(condition.name), condition.expected.verdict);
    judge(condition, documents, seed, folder, tally);
    print(condition, tally);
  }
  const Tally good = rates.total(Expected::Accepted);
  const Tally bad = rates.total(Expected::Refused);
  const Tally others = rates.total(Expected::Review);
  std::printf(
      "{\"bench\":\"document\",\"false_rejects\":%zu,\"of_good\":%zu,\"false_accepts\":%zu,"
      "\"of_bad\":%zu,\"no_documents_passed\":%zu,\"of_no_documents\":%zu}\n",
      good.wrong,
      good.pictures,
      bad.wrong,
      bad.pictures,
      others.wrong,
      others.pictures);
  if (!tables) return 0;
  for (const RateTable& table : tables_of(rates)) std::printf("\n%s", markdown(table).c_str());
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  std::vector<std::string> given(argv + 1, argv + argc);
  const bool tables = std::erase(given, "--tables") > 0;
  if (given.empty()) return run(kUsual, kSeed, "", "", tables);
  if (given[0] == "--smoke") return run(kSmoke, kSeed, "", "", tables);
  given.resize(4);
  return run(whole_number(given[0]),
             given[1].empty() ? kSeed : whole_number(given[1]),
             given[2],
             given[3],
             tables);
}
