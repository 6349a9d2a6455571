#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "events/audit/range/range_file.h"
#include "events/audit/range/write_range.h"
#include "tests/events/audit/export/exported_log.h"

namespace countersign {

// The source of the range behind the first `from` events of a log, up to `to`.
inline RangeSource range_source(const ExportableLog& log, std::uint64_t from, std::uint64_t to) {
  tlog::StoredTree tree(log.leaves());
  return {log.source(log.size()).read,
          log.note(from),
          log.note(to),
          *prove_range(tree, from, to),
          ExportableLog::keys(),
          {}};
}

// The folder that write_range() makes of it.
inline FolderImage range_image(const ExportableLog& log, std::uint64_t from, std::uint64_t to) {
  const RangeSource source = range_source(log, from, to);
  FolderImage image;
  std::string& lines = image[std::string(export_folder::kEvents)];
  for (std::uint64_t i = from; i < to; ++i) lines += log.events()[i] + '\n';
  image[export_folder::path_of_older(from)] = source.older;
  image[std::string(export_folder::kCheckpoint)] = source.newer;
  image[std::string(export_folder::kVerifierKeys)] = export_folder::to_text(source.keys);
  image[std::string(range_folder::kRange)] = to_text(source.range);
  return image;
}

}  // namespace countersign
