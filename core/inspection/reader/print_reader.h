#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/ids.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/printed/printed_text.h"
#include "core/result.h"

namespace countersign::reader {

// Reads print in the picture of a flat document. The only user of Tesseract, with its English model
// for Latin letters: Debian's tesseract-ocr-eng.
//
// For one thread. The text depends only on the picture, the model and the versions of Tesseract and
// Leptonica.
class PrintReader {
 public:
  using Hash = Digest (*)(std::span<const std::uint8_t> bytes);  // SHA-256
  // Whether to stop. Asked between lines.
  using Stop = std::function<bool()>;

  // Loads the model. Returns a sentence that names the file if it cannot be read, or is no such
  // model. Nothing is read from a file afterwards.
  static Result<std::unique_ptr<PrintReader>, std::string> load(const std::filesystem::path& model,
                                                                Hash hash);
  ~PrintReader();

  // Debian's model of English has 4 MB, and larger ones have 15 and 23 MB.
  static constexpr std::uint64_t kModelMaxBytes = 64ull << 20;

  const Sha256& model_hash() const { return model_hash_; }
  // The version of the library, on which every letter depends.
  static std::string tesseract_version();

  // Returns the words anywhere in a picture, line by line, or nullopt if `stop` said so.
  std::optional<PrintedText> read_page(const LumaImage& page, const Stop& stop);
  // Takes the whole picture for one line.
  std::optional<PrintedText> read_line(const LumaImage& line, const Stop& stop);

 private:
  struct Library;
  explicit PrintReader(std::unique_ptr<Library> library, const Sha256& model_hash);

  const std::unique_ptr<Library> library_;
  const Sha256 model_hash_;
};

}  // namespace countersign::reader
