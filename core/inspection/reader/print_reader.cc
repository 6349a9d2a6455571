#include "core/inspection/reader/print_reader.h"

#include <leptonica/allheaders.h>
#include <tesseract/baseapi.h>
#include <tesseract/ocrclass.h>
#include <tesseract/resultiterator.h>

#include <span>
#include <utility>
#include <vector>

#include "core/machine/files/held_folder.h"

// A function of libgomp, which Tesseract is linked with. It is declared here because clang's
// <omp.h> is in another package.
extern "C" void omp_set_max_active_levels(int levels);

namespace countersign::reader {
namespace {

constexpr const char* kLanguage = "eng";
// Only decides at which size Tesseract expects letters.
constexpr int kDotsPerInch = 300;

// A number or a name is no word of a dictionary. The paper of a document has patterns and shades,
// so what is ink is decided by Leptonica for each part of the picture, not once for all of it.
// Lines that are read poorly, of which a pattern has many, are not read again as white on black.
const std::vector<std::pair<std::string, std::string>>& variables() {
  static const std::vector<std::pair<std::string, std::string>> all{{"load_system_dawg", "0"},
                                                                    {"load_freq_dawg", "0"},
                                                                    {"load_punc_dawg", "0"},
                                                                    {"thresholding_method", "1"},
                                                                    {"invert_threshold", "0"}};
  return all;
}

// Tesseract and Leptonica print what they think of a picture. A worker has nowhere to print to.
void silence_leptonica() { ::setMsgSeverity(L_SEVERITY_NONE); }

// A worker cannot start threads: all loops run on the calling thread.
void use_one_thread() { ::omp_set_max_active_levels(0); }

TextBox box_of(const tesseract::ResultIterator& at) {
  TextBox box;
  at.BoundingBox(tesseract::RIL_WORD, &box.left, &box.top, &box.right, &box.bottom);
  return box;
}

// Collects the symbols at which an iterator stands, one after the other, as words and lines.
class Collector {
 public:
  void add(const tesseract::ResultIterator& at) {
    if (at.IsAtBeginningOf(tesseract::RIL_TEXTLINE)) text_.emplace_back();
    if (at.IsAtBeginningOf(tesseract::RIL_WORD) || text_.empty() || text_.back().empty()) {
      if (++words_ > kWordsMax) return;
      if (text_.empty()) text_.emplace_back();
      text_.back().push_back({.letters = {}, .sure = {}, .box = box_of(at)});
    }
    const std::unique_ptr<char[]> symbol(at.GetUTF8Text(tesseract::RIL_SYMBOL));
    if (!symbol) return;
    append_letter(symbol.get(), at.Confidence(tesseract::RIL_SYMBOL), text_.back().back());
  }
  bool is_full() const { return words_ > kWordsMax; }
  PrintedText take() && { return std::move(text_); }

 private:
  PrintedText text_;
  std::size_t words_ = 0;
};

}  // namespace

struct PrintReader::Library {
  tesseract::TessBaseAPI tesseract;

  std::optional<PrintedText> read(const LumaImage& picture,
                                  tesseract::PageSegMode mode,
                                  const Stop& stop) {
    tesseract.SetPageSegMode(mode);
    const auto width = static_cast<int>(picture.width);
    tesseract.SetImage(picture.bytes.data(), width, static_cast<int>(picture.height), 1, width);
    tesseract.SetSourceResolution(kDotsPerInch);
    tesseract::ETEXT_DESC monitor;
    monitor.cancel = [](void* asked, int) { return (*static_cast<const Stop*>(asked))(); };
    monitor.cancel_this = const_cast<Stop*>(&stop);
    const bool done = tesseract.Recognize(&monitor) == 0;
    if (!done || stop()) return std::nullopt;
    Collector collector;
    const std::unique_ptr<tesseract::ResultIterator> at(tesseract.GetIterator());
    if (at != nullptr && !at->Empty(tesseract::RIL_SYMBOL)) {
      do {
        collector.add(*at);
      } while (!collector.is_full() && at->Next(tesseract::RIL_SYMBOL));
    }
    tesseract.Clear();
    return std::move(collector).take();
  }
};

PrintReader::PrintReader(std::unique_ptr<Library> library, const Sha256& model_hash)
    : library_(std::move(library)), model_hash_(model_hash) {}

PrintReader::~PrintReader() = default;

std::string PrintReader::tesseract_version() { return tesseract::TessBaseAPI::Version(); }

Result<std::unique_ptr<PrintReader>, std::string> PrintReader::load(
    const std::filesystem::path& model, Hash hash) {
  auto bytes = read_named_file(model, kModelMaxBytes);
  if (!bytes) return "the model " + model.string() + " cannot be read: " + bytes.error().why;
  use_one_thread();
  silence_leptonica();
  auto library = std::make_unique<Library>();
  std::vector<std::string> names;
  std::vector<std::string> values;
  for (const auto& [name, value] : variables()) {
    names.push_back(name);
    values.push_back(value);
  }
  const bool loaded = library->tesseract.Init(bytes->data(),
                                              static_cast<int>(bytes->size()),
                                              kLanguage,
                                              tesseract::OEM_LSTM_ONLY,
                                              nullptr,
                                              0,
                                              &names,
                                              &values,
                                              false,
                                              nullptr) == 0;
  if (!loaded) return "the model " + model.string() + " is no model of Tesseract 5's network";
  const Sha256 model_hash(
      hash({reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()}));
  return std::unique_ptr<PrintReader>(new PrintReader(std::move(library), model_hash));
}

std::optional<PrintedText> PrintReader::read_page(const LumaImage& page, const Stop& stop) {
  return library_->read(page, tesseract::PSM_SPARSE_TEXT, stop);
}

std::optional<PrintedText> PrintReader::read_line(const LumaImage& line, const Stop& stop) {
  return library_->read(line, tesseract::PSM_SINGLE_LINE, stop);
}

}  // namespace countersign::reader
