// How much processor time it takes to compare the print of a document with its zone or bar code,
// and how many documents pass, differ, or cannot be judged: the figures of docs/inspection.md.
//
//   reader_bench [--smoke | FILE]
//
// Compares drawn passports, and drawn cards with both sides; or the pictures that FILE names, a CSV
// file without a header: the declared type, the side, the picture, and the front if it is a back
// and there is one. Paths are relative to FILE. Prints nothing of what it reads.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "bench/rounds.h"
#include "core/inspection/engines/data_reader.h"
#include "core/inspection/reader/reader_engine.h"
#include "events/crypto/sha256.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"
#include "tools/measure/labels/csv.h"

namespace countersign::bench {
namespace {

// Before the last day of any picture that is worth measuring, so that no century is mistaken.
constexpr std::string_view kNow = "2010-01-01T00:00:00Z";
constexpr std::uint64_t kDrawn = 20;

struct Document {
  DocumentType type = DocumentType::Passport;
  Side side = Side::Front;
  std::string image;
  std::string front{};  // empty: there is none
};

Digest sha256_of(std::span<const std::uint8_t> bytes) { return sha256(bytes); }

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return std::move(bytes).str();
}

std::string drawn(std::uint64_t seed, DocumentType type, Side side) {
  return drawing::encode(drawing::draw_document(drawing::printed_plan(seed, type, side)), {});
}

std::vector<Document> drawn_documents(std::uint64_t count) {
  std::vector<Document> all;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    using enum DocumentType;
    all.push_back({Passport, Side::Front, drawn(seed, Passport, Side::Front)});
    all.push_back(
        {IdCard, Side::Back, drawn(seed, IdCard, Side::Back), drawn(seed, IdCard, Side::Front)});
  }
  return all;
}

std::vector<Document> documents_of(const std::filesystem::path& file) {
  const std::string csv = read_file(file);
  std::vector<Document> all;
  CsvReader reader(csv);
  for (;;) {
    const auto record = reader.next();
    if (!record || !*record) break;
    const std::vector<std::string>& fields = (*record)->fields;
    if (fields.size() < 3) continue;
    const auto type = parse_name<DocumentType>(fields[0]);
    const auto side = parse_name<Side>(fields[1]);
    if (!type || !side) continue;
    Document document{*type, *side, read_file(file.parent_path() / fields[2])};
    if (fields.size() > 3 && !fields[3].empty()) {
      document.front = read_file(file.parent_path() / fields[3]);
    }
    all.push_back(std::move(document));
  }
  return all;
}

std::string verdict_on(const reader::ReaderEngine& engine, const Document& document) {
  DataRequest request;
  request.image = document.image;
  request.side = document.side;
  request.type = document.type;
  request.now = parse_utc_time(kNow).value();
  if (!document.front.empty()) request.load_front = [&] { return document.front; };
  const auto found = engine.compare_data(request);
  if (!found) return "failure";
  return found->checks.empty() ? "not judged" : std::string(name_of(found->checks.front().status));
}

int run(const std::vector<Document>& documents) {
  auto reader = reader::PrintReader::load(kReaderModel, sha256_of);
  if (!reader) {
    std::fprintf(stderr, "%s\n", reader.error().c_str());
    return 1;
  }
  const reader::ReaderEngine engine(std::move(*reader), kReaderModel, InspectionLimits{});
  std::map<std::string, std::size_t> verdicts;
  std::vector<double> times;
  for (const Document& document : documents) {
    const double before = process_ms();
    ++verdicts[verdict_on(engine, document)];
    times.push_back(process_ms() - before);
  }
  if (times.empty()) return 1;
  double sum = 0;
  for (const double each : times) sum += each;
  std::printf(
      "{\"documents\":%zu,\"verdicts\":{%s},"
      "\"mean_ms\":%.0f,\"median_ms\":%.0f,\"most_ms\":%.0f}\n",
      times.size(),
      codes_text(verdicts).c_str(),
      sum / static_cast<double>(times.size()),
      median(times),
      *std::ranges::max_element(times));
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int count, char** arguments) {
  using namespace countersign::bench;
  const std::string given = count > 1 ? arguments[1] : "";
  if (given.empty() || given == "--smoke") return run(drawn_documents(given.empty() ? kDrawn : 1));
  return run(documents_of(given));
}
