#include "tools/store/file_store_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>
#include <utility>
#include <variant>

#include "core/machine/files/atomic_file.h"
#include "core/machine/files/held_folder.h"
#include "events/crypto/keys/key_file.h"
#include "events/vault/shared_folder.h"
#include "http/objects/s3_store.h"

namespace countersign {
namespace {

using Opened = Result<std::unique_ptr<FileStore>, std::string>;
namespace fs = std::filesystem;

constexpr std::size_t kKeyBytesMost = 1024;
constexpr std::size_t kCertificateBytesMost = 4 << 20;

AtomicFile kept_file(const fs::path& data) { return AtomicFile(data / "files" / "STORE"); }

bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
}

struct S3Key {
  std::string id;
  Secret secret;
};

Result<S3Key, std::string> read_s3_key(const fs::path& file) {
  const auto content = read_key_file(file, "key file of S3", kKeyBytesMost);
  if (!content) return content.error();
  std::string_view text = content->reveal();
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::size_t line = std::min(text.find('\n'), text.size());
  const std::string_view id = text.substr(0, line);
  const std::string_view secret = line < text.size() ? text.substr(line + 1) : "";
  if (text.size() > kKeyBytesMost || !is_word(id) || !is_word(secret)) {
    return fmt::format(
        "the key file of S3 {} must hold two lines of visible ASCII characters: the "
        "id of the key, and its secret",
        file.string());
  }
  return S3Key{std::string(id), Secret(secret)};
}

Opened open_folder(const NamedFolder& folder,
                   const FileStoreStart& start,
                   const NodeName& node,
                   bool read_only) {
  if (folder.is_shared) {
    auto opened = open_shared_folder(folder.path, node, read_only, {start.warn, start.tell});
    if (!opened) return opened.error();
    return std::unique_ptr<FileStore>(*std::move(opened));
  }
  auto opened = FileFolder::open(folder.path, read_only);
  if (opened) return std::unique_ptr<FileStore>(*std::move(opened));
  return fmt::format(
      "--file-store: {} cannot be opened: {}", folder.path.string(), std::strerror(errno));
}

Opened open_bucket(const S3Bucket& bucket,
                   const FileStoreStart& start,
                   const fs::path& files,
                   const NodeName& node,
                   bool read_only) {
  auto key = read_s3_key(bucket.key_file);
  if (!key) return key.error();
  const std::string& authorities = bucket.address.authorities_file;
  if (!authorities.empty()) {
    const auto text = read_named_file(authorities, kCertificateBytesMost);
    if (!text || text->find("-----BEGIN CERTIFICATE-----") == text->npos) {
      return "--s3-ca: there is no certificate in PEM in " + authorities;
    }
  }
  return http::S3Store::open({.address = bucket.address,
                              .key_id = std::move(key->id),
                              .secret = std::move(key->secret),
                              .warn = start.warn,
                              .tell = start.tell},
                             files,
                             node.value(),
                             read_only);
}

}  // namespace

Result<DataFolderOptions::OpenStore, std::string> open_store_of(FileStoreStart start,
                                                                RandomSource& random) {
  auto choice = file_store_of(start.options);
  if (!choice) return choice.error();
  if (std::holds_alternative<OwnFolder>(*choice)) return DataFolderOptions::OpenStore();
  return DataFolderOptions::OpenStore([start = std::move(start),
                                       choice = *std::move(choice),
                                       &random](const fs::path& files, bool read_only) -> Opened {
    const auto node = node_of(files, random, read_only);
    if (!node) return node.error();
    if (const auto* folder = std::get_if<NamedFolder>(&choice)) {
      return open_folder(*folder, start, *node, read_only);
    }
    return open_bucket(std::get<S3Bucket>(choice), start, files, *node, read_only);
  });
}

std::optional<std::string> keep_file_store(const fs::path& data, const FileStoreOptions& options) {
  const AtomicFile file = kept_file(data);
  if (options == FileStoreOptions()) return file.remove();
  const auto made = HeldFolder::make(data / "files");
  if (!made) return made.error().why;
  return file.write(to_text(options));
}

Result<FileStoreOptions, std::string> kept_file_store(const fs::path& data) {
  const auto text = kept_file(data).read();
  if (!text) return text.error();
  if (!*text) return FileStoreOptions();
  auto options = parse_file_store(**text);
  if (options) return *std::move(options);
  return fmt::format("the file {} is damaged; start the server once, which writes it again",
                     (data / "files" / "STORE").string());
}

std::optional<std::string> other_store_than_before(const fs::path& data,
                                                   const FileStoreOptions& options) {
  std::error_code ignored;
  if (!fs::exists(data / "files", ignored)) return std::nullopt;
  const auto kept = kept_file_store(data);
  if (!kept || kept->store == options.store) return std::nullopt;
  const auto name = [&](const std::string& store) {
    return store.empty() ? "folder:" + (data / "files").string() : store;
  };
  return fmt::format("files: the store is {}, and was {} at the last start",
                     name(options.store),
                     name(kept->store));
}

}  // namespace countersign
