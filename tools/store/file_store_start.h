#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/random_source.h"
#include "core/result.h"
#include "projections/folder/data_folder.h"
#include "tools/store/file_store_option.h"

namespace countersign {

// Opens the store of the files that the options name, with the key of S3 from its file. The server
// keeps the options in `<files>/STORE`, for the operator's commands that open the folder while no
// server runs.
struct FileStoreStart {
  FileStoreOptions options{};
  std::function<void(std::string_view)> warn{};
  std::function<void(std::string_view)> tell{};
};

// DataFolderOptions::file_store; empty for the folder of the data folder itself, which is opened
// without it. `random` must outlive the function. Returns a sentence if the options conflict.
Result<DataFolderOptions::OpenStore, std::string> open_store_of(FileStoreStart start,
                                                                RandomSource& random);

// Makes the commands use these options. Returns a sentence if the file cannot be written. REQUIRES:
// the data folder exists.
std::optional<std::string> keep_file_store(const std::filesystem::path& data,
                                           const FileStoreOptions& options);

// The options that the server has kept. Returns a sentence if the file cannot be read.
Result<FileStoreOptions, std::string> kept_file_store(const std::filesystem::path& data);

// A sentence if the last server on this data folder had its files in another store; empty if not,
// or if there was none.
std::optional<std::string> other_store_than_before(const std::filesystem::path& data,
                                                   const FileStoreOptions& options);

}  // namespace countersign
