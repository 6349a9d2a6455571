#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/result.h"
#include "http/objects/s3_address.h"

namespace CLI {
class App;
}

namespace countersign {

// Where the files of the vault are, as the operator says it.
struct FileStoreOptions {
  std::string store{};  // folder:PATH, shared:PATH or s3:BUCKET; empty: `files` in the data folder
  std::string endpoint{};
  std::string region{};
  std::string key_file{};
  std::string authorities_file{};
  bool path_style = false;

  friend bool operator==(const FileStoreOptions&, const FileStoreOptions&) = default;
};

// Adds `--file-store` and the settings of S3. `options` must outlive the parsing.
void add_file_store(CLI::App& app, FileStoreOptions& options);

// The store that the options name.
struct OwnFolder {};  // `files` in the data folder
struct NamedFolder {
  std::filesystem::path path;
  bool is_shared = false;
};
struct S3Bucket {
  http::S3Address address;
  std::filesystem::path key_file;
};
using FileStoreChoice = std::variant<OwnFolder, NamedFolder, S3Bucket>;

// Returns the first conflict between the options, as a sentence.
Result<FileStoreChoice, std::string> file_store_of(const FileStoreOptions& options);

// The options as lines, `NAME VALUE`, which the server keeps in the data folder for the operator's
// commands. Reading takes exactly what writing gives; nullopt otherwise.
std::string to_text(const FileStoreOptions& options);
std::optional<FileStoreOptions> parse_file_store(std::string_view text);

}  // namespace countersign
