#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/result.h"
#include "http/coding/coded_content.h"
#include "http/pages/docs/doc_answers.h"

namespace countersign::http {

// A file of the documentation, with the bytes as they are sent.
struct DocFile {
  std::string_view content_type;  // with its charset, where it has one
  std::string bytes;
  std::string tag;       // with its quotes
  std::string packed{};  // by gzip; empty: that is no smaller, or the type is compressed itself
  std::string packed_tag{};

  CodedContent content() const { return {{bytes, tag}, {packed, packed_tag}}; }
};

// How much a site may have. A site of `./dev site` has 300 files of 9 MiB together.
struct DocLimits {
  std::size_t files = 4096;
  std::size_t file_bytes = std::size_t{4} << 20;
  std::size_t bytes = std::size_t{64} << 20;         // of all files, before they are compressed
  std::size_t answer_bytes = std::size_t{64} << 20;  // of all answers under way
};

// The documentation as a site, read whole from a folder. A later change of the folder does not
// change this object.
//
// A path is that of a file below the folder, `operators/index.html`, and is compared as it came: it
// is not percent-decoded, and a dot segment equals no name. The files have the types of a closed
// list, by their endings. A file of another type, or with a name of other characters than letters,
// digits, `.`, `_` and `-`, is left out, and so is a hidden one.
//
// Constant and thread-safe, but for answers(), which is thread-safe too.
class DocSite {
 public:
  // Fails with a sentence for the operator that names the folder or the file: it cannot be read,
  // another user could write to the folder, it has a link or no `index.html`, or is too large.
  static Result<std::unique_ptr<const DocSite>, std::string> read(
      const std::filesystem::path& folder, const DocLimits& limits = {});

  // Returns the file; for a path that ends with a slash, or is empty, the `index.html` there. null:
  // there is no such file. Valid as long as this object.
  const DocFile* find(std::string_view path) const;
  // Returns whether the path names, without a slash at its end, a folder with an `index.html`.
  bool is_folder(std::string_view path) const;

  std::size_t files() const { return files_.size(); }
  std::size_t left_out() const { return left_out_; }
  DocAnswers& answers() const { return *answers_; }

 private:
  DocSite() = default;

  std::map<std::string, DocFile, std::less<>> files_;
  std::size_t left_out_ = 0;
  std::unique_ptr<DocAnswers> answers_;
};

}  // namespace countersign::http
