#include "http/pages/docs/doc_site.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/ascii.h"
#include "core/machine/files/file_access.h"
#include "core/machine/files/held_folder.h"
#include "events/crypto/sha256.h"
#include "http/coding/gzip.h"
#include "http/wire/entity_tag.h"

namespace countersign::http {
namespace {

struct DocType {
  std::string_view ending;
  std::string_view content_type;
  bool is_text = false;
};
// The types that are served. A file that a browser should show as text is plain text.
constexpr DocType kTypes[] = {
    {".html", "text/html; charset=utf-8", true},
    {".css", "text/css; charset=utf-8", true},
    {".js", "text/javascript; charset=utf-8", true},
    {".json", "application/json", true},
    {".svg", "image/svg+xml", true},
    {".xml", "application/xml", true},
    {".md", "text/plain; charset=utf-8", true},
    {".txt", "text/plain; charset=utf-8", true},
    {".yml", "text/plain; charset=utf-8", true},
    {".conf", "text/plain; charset=utf-8", true},
    {".py", "text/plain; charset=utf-8", true},
    {".webp", "image/webp"},
    {".png", "image/png"},
    {".woff2", "font/woff2"},
};

// Below this many bytes a file is not worth the field that says how it is compressed.
constexpr std::size_t kPackedFromBytes = 512;
constexpr std::string_view kIndex = "index.html";

const DocType* type_of(std::string_view name) {
  const auto found = std::ranges::find_if(
      kTypes, [&](const DocType& type) { return name.ends_with(type.ending); });
  return found == std::end(kTypes) ? nullptr : &*found;
}

// Whether each part of the path has plain characters, and none is hidden.
bool is_plain(std::string_view path) {
  if (path.starts_with('.') || path.find("/.") != std::string_view::npos) return false;
  return std::ranges::all_of(path, [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-' || c == '/';
  });
}

DocFile file_with(std::string bytes, const DocType& type) {
  DocFile file{type.content_type, std::move(bytes), {}};
  file.tag = entity_tag(sha256(file.bytes));
  if (!type.is_text || file.bytes.size() < kPackedFromBytes) return file;
  std::string packed = gzipped(file.bytes);
  if (packed.size() >= file.bytes.size()) return file;
  file.packed = std::move(packed);
  file.packed_tag = entity_tag(sha256(file.packed));
  return file;
}

// The names of the folder's files, as far as they are looked at.
struct Listing {
  std::vector<std::string> names;
  std::optional<std::string> wrong;  // a sentence about what must not lie there

  void add(const HeldFolder& held, const std::string& name, HeldFolder::Kind kind) {
    switch (kind) {
      case HeldFolder::Kind::File:
        names.push_back(name);
        return;
      case HeldFolder::Kind::Folder:
        return;
      case HeldFolder::Kind::Link:
      case HeldFolder::Kind::Other:
        break;
    }
    if (wrong) return;
    wrong = fmt::format("{} is neither a file nor a folder: put a copy of the file in its place",
                        (held.path() / name).string());
  }
};

Result<std::vector<std::string>, std::string> names_in(const HeldFolder& held) {
  const auto entries = held.list();
  if (!entries) return entries.error().why;
  Listing listing;
  for (const HeldFolder::Entry& entry : *entries) {
    listing.add(held, entry.name, entry.kind);
    if (entry.kind != HeldFolder::Kind::Folder) continue;
    const auto fault = held.walk(entry.name, [&](const std::string& name, HeldFolder::Kind kind) {
      listing.add(held, name, kind);
    });
    if (fault) return fault->why;
  }
  if (listing.wrong) return *listing.wrong;
  return std::move(listing.names);
}

}  // namespace

Result<std::unique_ptr<const DocSite>, std::string> DocSite::read(
    const std::filesystem::path& folder, const DocLimits& limits) {
  // A user who writes there has scripts run under the origin of the capture page.
  if (auto wrong = wrong_with_folder(folder, "folder of the documentation")) return *wrong;
  const auto held = HeldFolder::open(folder);
  if (!held) return held.error().why;
  auto names = names_in(*held);
  if (!names) return names.error();
  std::unique_ptr<DocSite> site(new DocSite());
  site->answers_ = std::make_unique<DocAnswers>(limits.answer_bytes);
  std::size_t bytes = 0;
  for (const std::string& name : *names) {
    const DocType* const type = type_of(name);
    if (type == nullptr || !is_plain(name)) {
      ++site->left_out_;
      continue;
    }
    auto read = held->read(name, limits.file_bytes);
    if (!read) return read.error().why;
    bytes += read->size();
    if (bytes > limits.bytes || site->files_.size() == limits.files) {
      return fmt::format(
          "{} has more than {} files, or than {} bytes of them: name a folder with "
          "the documentation alone",
          folder.string(),
          limits.files,
          limits.bytes);
    }
    site->files_.emplace(name, file_with(std::move(read).value(), *type));
  }
  if (site->find("") == nullptr) {
    return fmt::format("{} has no index.html: name the folder that ./dev site has made",
                       folder.string());
  }
  return std::unique_ptr<const DocSite>(std::move(site));
}

const DocFile* DocSite::find(std::string_view path) const {
  std::string name(path);
  if (path.empty() || path.ends_with('/')) name += kIndex;
  const auto found = files_.find(name);
  return found == files_.end() ? nullptr : &found->second;
}

bool DocSite::is_folder(std::string_view path) const {
  if (path.empty() || path.ends_with('/')) return false;
  return files_.contains(std::string(path).append("/").append(kIndex));
}

}  // namespace countersign::http
