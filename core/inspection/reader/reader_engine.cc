#include "core/inspection/reader/reader_engine.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/printed/data_judgement.h"
#include "core/inspection/printed/printed_values.h"
#include "core/inspection/reader/flat_page.h"
#include "core/inspection/review/located_document.h"

namespace countersign::reader {
namespace {

constexpr std::string_view kName = "countersign-reader";
constexpr std::string_view kVersion = "1.0.2";  // changes with everything but the model

// The sizes at which a page is read, in pixels a millimetre: the smallest print that matters, 1.5
// mm high, has 16 and 12 pixels. Each reads words that the other does not.
constexpr std::array<double, 2> kReadingScales = {11, 8};
// A difference is read again at these sizes, of the one at which it was read first, and so many of
// these looks must confirm it. Chosen on the 55 specimens of docs/inspection.md.
constexpr std::array<double, 4> kCloserScales = {1, 1.3, 1.6, 2};
constexpr int kConfirmationsMin = 2;

EngineVersion version_of(const PrintReader& reader, const std::filesystem::path& model) {
  EngineVersion version;
  version.name = kName;
  version.version = fmt::format("{}+tesseract{}", kVersion, PrintReader::tesseract_version());
  version.models = {{model.filename().string(), reader.model_hash()}};
  return version;
}

std::chrono::milliseconds processor_time() {
  ::timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return std::chrono::milliseconds(1000 * used.tv_sec + used.tv_nsec / 1'000'000);
}

// One side of the document, and what its machine-readable data states.
struct Page {
  FlatPage flat;
  std::optional<StatedData> stated;
};

std::optional<StatedData> stated_in(const DocumentContents& contents,
                                    UtcTime now,
                                    const MrzThresholds& thresholds) {
  if (contents.card) return stated_by(*contents.card);
  if (!proven(contents.reading(), thresholds)) return std::nullopt;
  return stated_by(*parse_mrz(contents.reading().lines), now);
}

std::optional<Page> page_in(const Picture& picture,
                            const DocumentClaim& claim,
                            const Thresholds& thresholds) {
  const LumaImage photograph = shrunk_luma(picture.pixels, kPhotographPixels);
  LocatedDocument document = locate_document(picture, photograph, claim, thresholds);
  if (refused(judge_detection(document.found, thresholds.document))) return std::nullopt;
  read_foot(photograph,
            corners_in(photograph, picture, *document.found),
            document.found->size,
            claim,
            thresholds.mrz,
            document.contents);
  auto flat = FlatPage::of(picture, photograph, document);
  if (!flat) return std::nullopt;
  return Page{*std::move(flat), stated_in(document.contents, claim.now, thresholds.mrz)};
}

std::optional<FieldValues> printed_values(const StatedData& stated, const DataFindings& findings) {
  FieldValues values = values_in_print(stated, findings);
  if (!values.has_any()) return std::nullopt;
  return values;
}

// A text, and how its page was looked at.
struct Look {
  FlatPage page;
  double px_per_mm;
};

// Compares the pages of one document with what one of them states.
class Comparison {
 public:
  Comparison(PrintReader& reader, const StatedData& stated)
      : reader_(reader), stated_(stated), until_(processor_time() + ReaderEngine::kReadingTime) {}

  // Returns nullopt if the time was used up.
  std::optional<DataFindings> of(const std::vector<Page>& pages) {
    for (const double px_per_mm : kReadingScales) {
      for (const Page& page : pages) {
        if (!read(page, px_per_mm)) return std::nullopt;
      }
      findings_ = compare_data(stated_, texts_);
      if (findings_.all_agree(stated_)) break;
    }
    for (FieldFinding* finding : {&findings_.number, &findings_.birth, &findings_.expiry}) {
      if (!look_again(*finding)) return std::nullopt;
    }
    return findings_;
  }

 private:
  bool read(const Page& page, double px_per_mm) {
    if (!read_at(page.flat, px_per_mm)) return false;
    // Only a zone tells which way up a page is.
    const bool may_be_upside_down = !page.flat.has_zone() && !says_anything(texts_.back());
    return !may_be_upside_down || read_at(page.flat.upside_down(), px_per_mm);
  }
  bool read_at(const FlatPage& page, double px_per_mm) {
    auto text = reader_.read_page(page.at(px_per_mm), stop_);
    if (!text) return false;
    leave_out_zone_lines(*text);
    texts_.push_back(*std::move(text));
    looks_.push_back({page, px_per_mm});
    return true;
  }
  bool says_anything(const PrintedText& text) const {
    return compare_data(stated_, {text}).count(FieldVerdict::Agrees) > 0;
  }
  bool look_again(FieldFinding& finding) {
    if (finding.verdict != FieldVerdict::Differs) return true;
    const Contradiction& other = *finding.contradiction;
    const Look& look = looks_[other.page];
    int confirmations = 0;
    bool contradicted = false;
    for (const double closer : kCloserScales) {
      const auto text = reader_.read_line(
          look.page.closer(other.box, look.px_per_mm, closer * look.px_per_mm), stop_);
      if (!text) return false;
      const SecondLook said = second_look(other, *text);
      if (said == SecondLook::Confirms) ++confirmations;
      if (said == SecondLook::Contradicts) contradicted = true;
    }
    if (contradicted || confirmations < kConfirmationsMin) finding = {};
    return true;
  }

  PrintReader& reader_;
  const StatedData& stated_;
  const std::chrono::milliseconds until_;
  const PrintReader::Stop stop_ = [this] { return processor_time() >= until_; };
  std::vector<PrintedText> texts_;
  std::vector<Look> looks_;  // one for each text
  DataFindings findings_;
};

}  // namespace

ReaderEngine::ReaderEngine(std::unique_ptr<PrintReader> reader,
                           const std::filesystem::path& model,
                           InspectionLimits limits)
    : reader_(std::move(reader)), version_(version_of(*reader_, model)), limits_(limits) {}

Capabilities ReaderEngine::capabilities() const {
  Capabilities capabilities;
  capabilities.engine = version_;
  capabilities.reads_print = true;
  return capabilities;
}

Result<DocumentEvaluation, InspectionFailure> ReaderEngine::evaluate_document(
    const DocumentRequest&) const {
  check(false, "a reader is asked to compare data, not to judge a document");
  return DocumentEvaluation{};
}

Result<LivenessEvaluation, InspectionFailure> ReaderEngine::evaluate_liveness(
    const LivenessRequest&) const {
  check(false, "a reader is asked to compare data, not to judge liveness");
  return LivenessEvaluation{};
}

Result<MatchEvaluation, InspectionFailure> ReaderEngine::match_faces(const MatchRequest&) const {
  check(false, "a reader is asked to compare data, not to compare faces");
  return MatchEvaluation{};
}

Result<DataEvaluation, InspectionFailure> ReaderEngine::compare_data(
    const DataRequest& request) const {
  std::vector<Page> pages;
  // Only one decoded picture is in memory at a time.
  const auto look = [&](std::string_view bytes, Side side) -> std::optional<InspectionFailure> {
    const auto image = decode_image(bytes, limits_, {.enough_pixels = FlatPage::kPixelsMax});
    if (!image && image.error() == DecodeError::OutOfMemory) return InspectionFailure::OutOfMemory;
    if (!image) return std::nullopt;  // there is nothing to read
    auto page = page_in(image->picture(), {side, request.type, request.now}, request.thresholds);
    if (page) pages.push_back(*std::move(page));
    return std::nullopt;
  };
  try {
    DataEvaluation evaluation;
    evaluation.engine = version_;
    if (const auto failure = look(request.image, request.side)) return *failure;
    if (request.load_front) {
      const auto front = request.load_front();
      if (!front) return InspectionFailure::ImageNotLoaded;
      if (const auto failure = look(*front, Side::Front)) return *failure;
    }
    const auto page =
        std::ranges::find_if(pages, [](const Page& p) { return p.stated.has_value(); });
    if (page == pages.end()) return evaluation;
    const StatedData stated = *page->stated;
    const auto findings = Comparison(*reader_, stated).of(pages);
    const auto judgement =
        findings ? judge_data(*findings, stated, request.thresholds.document) : std::nullopt;
    if (judgement) record({*judgement}, evaluation);
    if (findings && request.values) evaluation.printed = printed_values(stated, *findings);
    return evaluation;
  } catch (const std::bad_alloc&) {
    return InspectionFailure::OutOfMemory;
  }
}

}  // namespace countersign::reader
