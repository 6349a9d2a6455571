#include "http/inspectors/inspector_folder.h"

#include <utility>

#include "core/check.h"
#include "core/machine/threads/mutex.h"
#include "events/crypto/peer/peer_file.h"

namespace countersign::http {
namespace {

constexpr std::size_t kInspectorFileBytes = 65;  // 64 hex digits and the end of the line

// Two changes of one name would write to the same new file.
Mutex& writing_inspectors() {
  static Mutex mutex;
  return mutex;
}

Result<KnownInspector, FolderFault> read_inspector(const HeldFolder& folder,
                                                   const std::string& name) {
  const auto text = folder.read(name, kInspectorFileBytes);
  if (!text) return text.error();
  const bool whole = text->size() == kInspectorFileBytes && text->back() == '\n';
  const auto key = whole ? parse_digest(std::string_view(*text).substr(0, kInspectorFileBytes - 1))
                         : std::nullopt;
  if (!key) {
    return FolderFault{.why = (folder.path() / name).string() +
                              " is not a key of an inspector: remove it with `countersign "
                              "inspector remove`, and add the inspector again"};
  }
  return KnownInspector{name, Sha256(*key)};
}

}  // namespace

Result<KnownInspectors, FolderFault> InspectorFolder::all() const {
  KnownInspectors known;
  const auto folder = HeldFolder::open(folder_);
  if (!folder && folder.error().not_there) return known;
  if (!folder) return folder.error();
  const auto entries = folder->list();
  if (!entries) return entries.error();
  for (const HeldFolder::Entry& entry : *entries) {
    if (entry.kind != HeldFolder::Kind::File || !is_peer_name(entry.name)) continue;
    auto one = read_inspector(*folder, entry.name);
    if (!one && one.error().not_there) continue;  // removed meanwhile
    if (one) {
      known.inspectors.push_back(std::move(*one));
    } else {
      known.damaged.push_back({entry.name, one.error().why});
    }
  }
  return known;
}

Result<std::optional<KnownInspector>, FolderFault> InspectorFolder::named(
    const std::string& name) const {
  check(is_peer_name(name), "an inspector is looked up by a name that one may have");
  const auto folder = HeldFolder::open(folder_);
  if (!folder && folder.error().not_there) return std::optional<KnownInspector>();
  if (!folder) return folder.error();
  auto one = read_inspector(*folder, name);
  if (one) return std::optional(std::move(*one));
  if (one.error().not_there) return std::optional<KnownInspector>();
  return one.error();
}

std::optional<FolderFault> InspectorFolder::put(const KnownInspector& inspector) const {
  check(is_peer_name(inspector.name), "an inspector is stored by a name that one may have");
  const MutexLock lock(writing_inspectors());
  const auto folder = HeldFolder::make(folder_);
  if (!folder) return folder.error();
  return folder->replace(inspector.name, to_hex(inspector.key.value()) + "\n");
}

std::optional<FolderFault> InspectorFolder::remove(const std::string& name) const {
  check(is_peer_name(name), "an inspector is removed by a name that one may have");
  const MutexLock lock(writing_inspectors());
  const auto folder = HeldFolder::open(folder_);
  if (!folder && folder.error().not_there) return std::nullopt;
  if (!folder) return folder.error();
  for (const std::string& each : {name, HeldFolder::fresh_name_of(name)}) {
    if (auto fault = folder->remove(each)) return fault;
  }
  return folder->sync();
}

}  // namespace countersign::http
