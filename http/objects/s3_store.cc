#include "http/objects/s3_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/machine/files/at_offset.h"
#include "core/text/bytes.h"
#include "events/crypto/sha256.h"
#include "http/objects/s3_answers.h"
#include "http/objects/s3_bucket.h"

namespace countersign::http {
namespace {

using Method = SignedRequest::Method;

constexpr ::mode_t kFileMode = 0600;
constexpr std::size_t kPieceBytes = 256 << 10;
// No file of the vault is nearly as large: a request is bounded.
constexpr std::uint64_t kObjectBytesMost = std::uint64_t{1} << 30;
constexpr std::string_view kNew = "new/";
constexpr std::string_view kOwner = "LOG";
constexpr std::size_t kOwnerBytesMost = 1024;

Result<std::string, VaultError> sha256_of_file(int file, std::uint64_t size_bytes) {
  std::vector<std::uint8_t> piece(kPieceBytes);
  Sha256Stream stream;
  for (std::uint64_t at = 0; at < size_bytes;) {
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, size_bytes - at));
    const auto read = read_at(file, std::span(piece).first(wanted), at);
    if (!read || *read != wanted) return VaultError::Io;
    stream.update(ByteView(piece).first(wanted));
    at += wanted;
  }
  return to_hex(stream.finish());
}

std::string refused(const S3Address& address, std::string_view why) {
  return fmt::format("--file-store: {} cannot hold the files: {}", address.name(), why);
}

// The place of an object by its name behind the prefix; nullopt if the vault gives no such name.
std::optional<FilePlace> place_of_object(std::string_view name) {
  constexpr std::size_t kDay = 8;
  if (name.size() <= kDay || name[kDay] != '/') return std::nullopt;
  const std::size_t slash = name.rfind('/');
  auto place = place_of_new_name(std::string(name.substr(0, kDay)) + '.' +
                                 std::string(name.substr(slash + 1)));
  if (!place || place->path() != name) return std::nullopt;
  return place;
}

}  // namespace

Result<std::unique_ptr<FileStore>, std::string> S3Store::open(S3Settings settings,
                                                              std::filesystem::path staging,
                                                              std::string node,
                                                              bool read_only) {
  const S3Address address = settings.address;
  std::unique_ptr<S3Store> store(
      new S3Store(std::move(settings), std::move(staging), std::move(node)));
  if (read_only) return std::unique_ptr<FileStore>(std::move(store));
  const auto keeps = why_bucket_keeps(*store->client_);
  if (!keeps) return refused(address, keeps.error().why);
  if (*keeps) return refused(address, **keeps);
  const auto file = store->nameless();
  if (!file) return refused(address, "a file beside the log cannot be made");
  const auto otherwise = try_bucket(*store->client_, store->node_, file->get());
  if (!otherwise) return refused(address, otherwise.error().why);
  if (*otherwise) return refused(address, **otherwise);
  store->watch_.start();
  return std::unique_ptr<FileStore>(std::move(store));
}

S3Store::S3Store(S3Settings settings, std::filesystem::path staging, std::string node)
    : client_(std::make_unique<S3Client>(std::move(settings))),
      staging_(std::move(staging)),
      node_(std::move(node)),
      watch_(*client_, node_, [this] { settle_late(); }) {}

// ---- files of this machine --------------------------------------------------------

Result<OwnedFd, VaultError> S3Store::nameless() const {
  OwnedFd file(::open(staging_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kFileMode));
  if (file) return file;
  if (errno != EOPNOTSUPP && errno != EISDIR) return error_of_errno();
  std::string name = (staging_ / "sent-XXXXXX").string();
  OwnedFd named(::mkostemp(name.data(), O_CLOEXEC));
  if (!named || ::unlink(name.c_str()) != 0) return error_of_errno();
  return named;
}

Result<FileStore::Made, VaultError> S3Store::create(const FilePlace&) {
  auto file = nameless();
  if (!file) return file.error();
  return Made{*std::move(file), 0};
}

Result<OwnedFd, VaultError> S3Store::open_made(const FilePlace&, const Made& made) const {
  OwnedFd file(::fcntl(made.file.get(), F_DUPFD_CLOEXEC, 0));
  if (!file) return error_of_errno();
  return file;
}

// ---- objects ----------------------------------------------------------------------

std::string S3Store::mark_of(const FilePlace& place) const {
  return fmt::format("{}{}/{}", kNew, node_, place.new_name());
}

VaultError S3Store::corrupt(const std::string& object, std::string_view why) const {
  if (client_->settings().warn) {
    client_->settings().warn(
        fmt::format("files: {}: {} for {}: the file is not given out", name(), why, object));
  }
  return VaultError::Corrupt;
}

Result<Done, VaultError> S3Store::put(const std::string& object,
                                      int file,
                                      std::uint64_t size_bytes) {
  const auto digest = sha256_of_file(file, size_bytes);
  if (!digest) return digest.error();
  const auto answer = client_->ask({.method = Method::Put,
                                    .object = object,
                                    .payload_sha256 = *digest,
                                    .source = file,
                                    .source_bytes = size_bytes});
  if (!answer || answer->status != kOk) return VaultError::Io;
  if (answer->version_id.empty() || answer->version_id == "null") return Done{};
  watch_.note_kept("it has begun to keep versions, so that it would keep what is removed");
  return VaultError::Io;
}

Result<Done, VaultError> S3Store::erase(const std::string& object) {
  if (watch_.removes_nothing_now()) return VaultError::Io;
  const auto answer = client_->ask({.method = Method::Delete, .object = object});
  if (!answer) return VaultError::Io;
  if (!answer->delete_marker.empty()) {
    watch_.note_kept("it marks objects as removed, and keeps them");
    return VaultError::Io;
  }
  const bool is_erased =
      answer->status == kOk || answer->status == kNoContent || answer->status == kNotFound;
  if (!is_erased) return VaultError::Io;
  return Done{};
}

Result<Done, VaultError> S3Store::commit(const FilePlace& place, const Made& made) {
  struct ::stat status {};
  if (::fstat(made.file.get(), &status) != 0) return error_of_errno();
  if (watch_.keeps()) return VaultError::Io;
  if (const auto marked = put(mark_of(place), made.file.get(), 0); !marked) return marked;
  auto stored = put(place.path(), made.file.get(), static_cast<std::uint64_t>(status.st_size));
  const MutexLock lock(mutex_);
  if (stored) {
    late_.erase(place.new_name());
    return stored;
  }
  late_.try_emplace(place.new_name(), place, std::chrono::steady_clock::now());
  return stored;
}

Result<Done, VaultError> S3Store::mark_named(const FilePlace& place) {
  return erase(mark_of(place));
}

Result<OwnedFd, VaultError> S3Store::open_for_reading(const FilePlace& place,
                                                      const Stretch& stretch) const {
  auto file = nameless();
  if (!file) return file.error();
  const std::string object = place.path();
  const bool has_range =
      stretch.size_bytes != std::numeric_limits<std::uint64_t>::max() && stretch.size_bytes > 0;
  S3Call call{.object = object,
              .sink = file->get(),
              .sink_offset = stretch.offset,
              .sink_bytes_max = kObjectBytesMost};
  if (has_range) {
    const std::uint64_t last = stretch.offset + stretch.size_bytes - 1;
    // A store that ignores the range gives what is before it too.
    call.sink_bytes_max = std::min(kObjectBytesMost, last + 1);
    call.headers.push_back(fmt::format("Range: bytes={}-{}", stretch.offset, last));
  }
  const auto answer = client_->ask(call);
  if (!answer) return VaultError::Io;
  if (answer->status == kNotFound) return VaultError::NotFound;
  std::uint64_t whole = answer->sunk_bytes;
  if (answer->status == kPartialContent) {
    const auto range = read_content_range(answer->content_range);
    const bool is_asked = range && has_range && range->first == stretch.offset &&
                          range->last - range->first < stretch.size_bytes &&
                          answer->sunk_bytes == range->last - range->first + 1 &&
                          range->whole <= kObjectBytesMost;
    if (!is_asked) return corrupt(object, "the store answered with other bytes than were asked");
    whole = range->whole;
  } else if (answer->status != kOk) {
    return corrupt(object, "the store has fewer bytes than were written");
  }
  if (::ftruncate(file->get(), static_cast<::off_t>(whole)) != 0) return error_of_errno();
  return file;
}

// One byte in place of HEAD, whose answers have no code: 404 may mean that the bucket is gone.
Result<bool, VaultError> S3Store::has(const FilePlace& place) const {
  const auto answer = client_->ask({.object = place.path(), .headers = {"Range: bytes=0-0"}});
  if (!answer) return VaultError::Io;
  return answer->status != kNotFound;
}

Result<Done, VaultError> S3Store::keep(const FilePlace& place) {
  const auto is_there = has(place);
  if (!is_there) return is_there.error();
  if (!*is_there) return VaultError::NotFound;
  return Done{};
}

Result<Done, VaultError> S3Store::remove(const FilePlace& place) { return erase(place.path()); }

Result<Done, VaultError> S3Store::remove_unnamed(const FilePlace& place) {
  if (const auto removed = erase(place.path()); !removed) return removed;
  {
    const MutexLock lock(mutex_);
    if (late_.contains(place.new_name())) return Done{};
  }
  return forget_new(place);
}

void S3Store::settle_late() {
  std::vector<FilePlace> due;
  {
    const MutexLock lock(mutex_);
    const auto before = std::chrono::steady_clock::now() - kLateMost;
    std::erase_if(late_, [&](const auto& each) {
      const auto& [place, since] = each.second;
      if (since <= before) due.push_back(place);
      return since <= before;
    });
  }
  // If one fails, the mark stays for the next start.
  for (const FilePlace& place : due) (void)remove_unnamed(place);
}

// Two nodes that claim an empty bucket in the same moment may both be told that it is theirs: no
// condition of S3 is relied on.
Result<std::string, VaultError> S3Store::claim(const std::string& log) {
  const auto read = [&]() -> Result<std::string, VaultError> {
    const auto answer = client_->ask({.object = std::string(kOwner)});
    if (!answer) return VaultError::Io;
    if (answer->status == kNotFound) return std::string();
    if (answer->status != kOk || answer->body.size() > kOwnerBytesMost) {
      return corrupt(std::string(kOwner), "the store answered with other bytes than were written");
    }
    return answer->body;
  };
  auto owner = read();
  if (!owner || !owner->empty()) return owner;
  const auto file = nameless();
  if (!file) return file.error();
  if (!write_at(file->get(), bytes_of(log), 0)) return VaultError::Io;
  if (const auto written = put(std::string(kOwner), file->get(), log.size()); !written) {
    return written.error();
  }
  return read();
}

// ---- lists ------------------------------------------------------------------------

Result<Done, VaultError> S3Store::list_pages(
    const std::string& below,
    bool by_folder,
    const std::function<bool(const S3Page&)>& visit) const {
  const std::string prefix = client_->address().prefix + below;
  for (std::string next;;) {
    std::string query;
    if (!next.empty()) query += "continuation-token=" + percent_encoded(next) + '&';
    if (by_folder) query += "delimiter=%2F&";
    query += "list-type=2&prefix=" + percent_encoded(prefix);
    const auto answer = client_->ask({.query = query});
    if (!answer || answer->status != kOk) return VaultError::Io;
    const auto page = read_s3_page(answer->body);
    if (!page) return corrupt(below, "the store answered with no list of objects");
    if (!visit(*page) || page->next.empty()) return Done{};
    if (page->next == next) return corrupt(below, "the store answered with a list without an end");
    next = page->next;
  }
}

Result<std::vector<S3Store::Mark>, VaultError> S3Store::marks() const {
  std::vector<Mark> marks;
  const std::size_t behind = client_->address().prefix.size() + kNew.size();
  const auto listed = list_pages(std::string(kNew), false, [&](const S3Page& page) {
    for (const S3Page::Object& object : page.objects) {
      const std::size_t slash = object.key.find('/', behind);
      if (object.key.size() < behind || slash == std::string::npos) continue;
      auto place = place_of_new_name(object.key.substr(slash + 1));
      if (place) marks.push_back({object.key.substr(behind, slash - behind), *std::move(place)});
    }
    return true;
  });
  if (!listed) return listed.error();
  return marks;
}

Result<bool, VaultError> S3Store::is_new(const FilePlace& place) const {
  const auto all = marks();
  if (!all) return all.error();
  return std::ranges::any_of(
      *all, [&](const Mark& mark) { return mark.place.new_name() == place.new_name(); });
}

Result<std::vector<FilePlace>, VaultError> S3Store::new_files() const {
  auto all = marks();
  if (!all) return all.error();
  std::vector<FilePlace> ours;
  for (Mark& mark : *all) {
    if (mark.node == node_) ours.push_back(std::move(mark.place));
  }
  return ours;
}

Result<std::vector<FilePlace>, VaultError> S3Store::left_by_others() const {
  auto all = marks();
  if (!all) return all.error();
  std::vector<FilePlace> others;
  for (Mark& mark : *all) {
    if (mark.node != node_) others.push_back(std::move(mark.place));
  }
  return others;
}

Result<Done, VaultError> S3Store::forget_new(const FilePlace& place) {
  const auto all = marks();
  if (!all) return all.error();
  for (const Mark& mark : *all) {
    if (mark.place.new_name() != place.new_name()) continue;
    const auto erased = erase(fmt::format("{}{}/{}", kNew, mark.node, place.new_name()));
    if (!erased) return erased;
  }
  return Done{};
}

Result<std::vector<std::string>, VaultError> S3Store::days() const {
  std::vector<std::string> days;
  const std::size_t behind = client_->address().prefix.size();
  const auto listed = list_pages("", true, [&](const S3Page& page) {
    for (const std::string& prefix : page.prefixes) {
      if (prefix.size() <= behind) continue;
      std::string day = prefix.substr(behind, prefix.size() - behind - 1);
      if (is_vault_day(day)) days.push_back(std::move(day));
    }
    return true;
  });
  if (!listed) return listed.error();
  std::ranges::sort(days);
  return days;
}

Result<Done, VaultError> S3Store::list_day(
    const std::string& day,
    const std::function<bool(const std::vector<PlaceEntry>&)>& visit) const {
  const std::size_t behind = client_->address().prefix.size();
  return list_pages(day + '/', false, [&](const S3Page& page) {
    std::vector<PlaceEntry> entries;
    for (const S3Page::Object& object : page.objects) {
      if (object.key.size() < behind) continue;
      auto place = place_of_object(std::string_view(object.key).substr(behind));
      if (place) entries.push_back({*std::move(place), true});
    }
    return entries.empty() || visit(entries);
  });
}

std::optional<std::string> S3Store::fault() const {
  const auto failing = watch_.fault();
  if (!failing) return std::nullopt;
  return fmt::format("{}: {}", name(), *failing);
}

}  // namespace countersign::http
