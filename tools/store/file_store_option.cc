#include "tools/store/file_store_option.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace countersign {
namespace {

using Text = std::pair<std::string_view, std::string FileStoreOptions::*>;

constexpr auto kTexts = std::to_array<Text>({
    {"file-store", &FileStoreOptions::store},
    {"s3-endpoint", &FileStoreOptions::endpoint},
    {"s3-region", &FileStoreOptions::region},
    {"s3-key-file", &FileStoreOptions::key_file},
    {"s3-ca", &FileStoreOptions::authorities_file},
});
constexpr std::string_view kPathStyle = "s3-path-style yes\n";
constexpr std::size_t kTextBytesMost = 64 << 10;

bool has_control_character(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

Result<FileStoreChoice, std::string> chosen_folder(std::string_view path, bool is_shared) {
  if (path.starts_with('/') && !has_control_character(path)) {
    return FileStoreChoice(NamedFolder{std::string(path), is_shared});
  }
  return "--file-store names a folder by its whole path, which begins with /, not '" +
         std::string(path) + "'";
}

Result<FileStoreChoice, std::string> chosen_bucket(std::string_view name,
                                                   const FileStoreOptions& options) {
  S3Bucket chosen;
  if (auto wrong = http::wrong_with_bucket(name, chosen.address); !wrong.empty()) {
    return "--file-store s3: " + wrong;
  }
  http::S3Address& address = chosen.address;
  address.region = options.region.empty() ? "us-east-1" : options.region;
  address.endpoint = options.endpoint.empty() ? "https://s3." + address.region + ".amazonaws.com"
                                              : options.endpoint;
  if (address.endpoint.ends_with('/')) address.endpoint.pop_back();
  address.path_style = options.path_style;
  address.authorities_file = options.authorities_file;
  if (auto wrong = http::wrong_with_endpoint(address); !wrong.empty()) return wrong;
  if (options.key_file.empty()) return std::string("--file-store s3: needs --s3-key-file");
  chosen.key_file = options.key_file;
  return FileStoreChoice(std::move(chosen));
}

}  // namespace

void add_file_store(CLI::App& app, FileStoreOptions& options) {
  const auto add = [&](const char* flag, std::string& target, const char* meaning) {
    return app.add_option(flag, target, meaning)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  };
  add("--file-store",
      options.store,
      "where the files are: a folder, a folder that several machines mount, or a bucket of S3, "
      "with a prefix if it has others' objects [folder:DIR/files]")
      ->type_name("folder:PATH|shared:PATH|s3:BUCKET[/PREFIX]");
  add("--s3-endpoint", options.endpoint, "store of objects [Amazon's in the region]")
      ->type_name("URL");
  add("--s3-region", options.region, "region that calls are signed for [us-east-1]")
      ->type_name("NAME");
  add("--s3-key-file",
      options.key_file,
      "file with the id and, on a second line, the secret of the key that signs calls")
      ->type_name("FILE");
  add("--s3-ca", options.authorities_file, "certificates of the authorities to trust [system's]")
      ->type_name("FILE");
  app.add_flag("--s3-path-style",
               options.path_style,
               "the bucket is in the path of a URL, and not in the name of its host")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

Result<FileStoreChoice, std::string> file_store_of(const FileStoreOptions& options) {
  const std::string_view store = options.store;
  constexpr std::string_view kS3 = "s3:";
  if (store.starts_with(kS3)) return chosen_bucket(store.substr(kS3.size()), options);
  const bool has_s3 = options.path_style || std::ranges::any_of(kTexts, [&](const Text& text) {
                        return text.first.starts_with("s3-") && !(options.*text.second).empty();
                      });
  if (has_s3) return std::string("the settings that begin with --s3- need --file-store s3:BUCKET");
  constexpr std::string_view kFolder = "folder:";
  constexpr std::string_view kShared = "shared:";
  if (store.empty()) return FileStoreChoice(OwnFolder{});
  if (store.starts_with(kFolder)) return chosen_folder(store.substr(kFolder.size()), false);
  if (store.starts_with(kShared)) return chosen_folder(store.substr(kShared.size()), true);
  return std::string("--file-store must be folder:PATH, shared:PATH or s3:BUCKET[/PREFIX], not '") +
         options.store + "'";
}

std::string to_text(const FileStoreOptions& options) {
  std::string text;
  for (const auto& [name, member] : kTexts) {
    if ((options.*member).empty()) continue;
    text += std::string(name) + ' ' + options.*member + '\n';
  }
  if (options.path_style) text += kPathStyle;
  return text;
}

std::optional<FileStoreOptions> parse_file_store(std::string_view text) {
  FileStoreOptions options;
  if (text.size() > kTextBytesMost) return std::nullopt;
  const std::string_view whole = text;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view name = line.substr(0, space);
    const auto* const known = std::ranges::find(kTexts, name, &Text::first);
    if (known != kTexts.end() && space < line.size()) {
      options.*known->second = line.substr(space + 1);
    } else if (std::string(line) + '\n' == kPathStyle) {
      options.path_style = true;
    }
  }
  if (to_text(options) != whole) return std::nullopt;
  return options;
}

}  // namespace countersign
