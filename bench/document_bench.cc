// How often the embedded engine refuses a document that is fit to be read, and accepts one that is
// not, for each condition; and how long it takes. Measured on drawn documents: the figures of
// docs/inspection.md.
//
//   document_bench [--smoke | DOCUMENTS [SEED [CONDITION [FOLDER]]]]
//
// DOCUMENTS is the number for each condition. Pictures that were judged wrongly are written to
// FOLDER.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/labelled_documents.h"
#include "bench/rounds.h"
#include "core/inspection/engines/embedded_engine.h"
#include "events/crypto/sha256.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kUsual = 40;
constexpr std::size_t kSmoke = 2;
constexpr std::uint64_t kSeed = 1;
// 2026-11-21. Documents that are drawn as valid expire in the 2060s.
constexpr UtcTime kNow{1'795'219'200'000'000};

struct Tally {
  std::size_t documents = 0;
  std::size_t accepted = 0;
  std::size_t zones = 0;                     // machine-readable zones that were read
  std::size_t barcodes = 0;                  // bar codes that were read
  std::map<std::string, std::size_t> codes;  // code of the worst issue
  std::vector<double> core_ms;
};

std::size_t passes(const Evaluation& found, std::string_view check) {
  return static_cast<std::size_t>(
      std::ranges::count_if(found.checks, [&](const CheckOutcome& outcome) {
        return outcome.check == check && outcome.status == CheckStatus::Passed;
      }));
}

const char* word_of(Expected expected) {
  switch (expected) {
    case Expected::Accepted:
      return "accepted";
    case Expected::Refused:
      return "refused";
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

Tally judge(const Condition& condition,
            std::size_t documents,
            std::uint64_t seed,
            const std::string& folder) {
  const EmbeddedEngine engine(sha256);
  Tally tally;
  for (std::size_t n = 0; n < documents; ++n) {
    const Shot shot = shot_of(condition, seed, n);
    const std::string file = taken(shot);
    const double start = core_ms();
    const auto found = engine.evaluate_document({file, shot.side, shot.type, kNow});
    tally.core_ms.push_back(core_ms() - start);
    if (!found) {
      std::fputs("document_bench: out of memory\n", stderr);
      std::exit(1);
    }
    ++tally.documents;
    const bool accepted = found->accepted();
    tally.accepted += accepted ? 1 : 0;
    tally.zones += passes(*found, "DOCUMENT_MRZ");
    tally.barcodes += passes(*found, "DOCUMENT_BARCODE");
    if (!accepted) ++tally.codes[found->issues.front().code];
    if (condition.expected == (accepted ? Expected::Refused : Expected::Accepted)) {
      keep(folder, condition.name, n, shot);
    }
  }
  return tally;
}

int run(std::size_t documents,
        std::uint64_t seed,
        std::string_view only,
        const std::string& folder) {
  std::map<Expected, Tally> totals;
  for (const Condition& condition : conditions()) {
    if (!only.empty() && only != condition.name) continue;
    const Tally tally = judge(condition, documents, seed, folder);
    Tally& total = totals[condition.expected];
    total.documents += tally.documents;
    total.accepted += tally.accepted;
    std::printf(
        "{\"bench\":\"document\",\"condition\":\"%s\",\"expected\":\"%s\",\"documents\":%zu,"
        "\"accepted\":%zu,\"zones\":%zu,\"barcodes\":%zu,\"codes\":{%s},\"core_ms\":%.0f,\"core_ms_"
        "max\":%.0f}\n",
        std::string(condition.name).c_str(),
        word_of(condition.expected),
        tally.documents,
        tally.accepted,
        tally.zones,
        tally.barcodes,
        codes_text(tally.codes).c_str(),
        median(tally.core_ms),
        *std::max_element(tally.core_ms.begin(), tally.core_ms.end()));
    std::fflush(stdout);
  }
  const Tally& good = totals[Expected::Accepted];
  const Tally& bad = totals[Expected::Refused];
  std::printf(
      "{\"bench\":\"document\",\"false_rejects\":%zu,\"of_good\":%zu,\"false_accepts\":%zu,"
      "\"of_bad\":%zu}\n",
      good.documents - good.accepted,
      good.documents,
      bad.accepted,
      bad.documents);
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  if (argc < 2) return run(kUsual, kSeed, "", "");
  if (std::string_view(argv[1]) == "--smoke") return run(kSmoke, kSeed, "", "");
  return run(std::stoull(argv[1]),
             argc > 2 ? std::stoull(argv[2]) : kSeed,
             argc > 3 ? argv[3] : "",
             argc > 4 ? argv[4] : "");
}
