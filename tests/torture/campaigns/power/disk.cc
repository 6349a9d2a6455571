#include "tests/torture/campaigns/power/disk.h"

#include <fcntl.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace countersign::torture {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

void write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
  file.close();
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
}

void make_folder(const fs::path& path) {
  fs::create_directory(path);
  fs::permissions(path, fs::perms::owner_all);
}

// Writes a folder of surviving names, with all that is below it.
class CutWriter {
 public:
  CutWriter(const Names& names, const std::map<Inode, Pages>& files, Left left, Draw& draw)
      : names_(names), files_(files), left_(left), draw_(draw) {}

  void write(Inode inode, const fs::path& to) {
    make_folder(to);
    const auto folder = names_.find(inode);
    if (folder == names_.end()) return;
    for (const auto& [name, below] : folder->second) {
      const auto file = files_.find(below);
      if (file == files_.end()) {
        write(below, to / name);
      } else {
        write_file(to / name, content_of(below, file->second));
      }
    }
  }

 private:
  // A file has the same content under each of its names.
  const std::string& content_of(Inode inode, const Pages& pages) {
    const auto [content, is_new] = contents_.try_emplace(inode);
    if (is_new) content->second = pages.survivor(left_, draw_);
    return content->second;
  }

  const Names& names_;
  const std::map<Inode, Pages>& files_;
  const Left left_;
  Draw& draw_;
  std::map<Inode, std::string> contents_;
};

}  // namespace

Disk::Disk(const fs::path& folder) {
  load(folder, kRoot);
  for (const Promise promise : kPromises) names_.emplace_back(promise, live_);
}

void Disk::load(const fs::path& folder, Inode inode) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (entry.is_directory()) {
      const Inode below = add_folder();
      live_[inode][name] = below;
      load(entry.path(), below);
    } else if (entry.is_regular_file()) {
      live_[inode][name] = add_file(bytes_of(entry.path()));
    }
  }
}

Inode Disk::add_folder() { return ++last_; }

Inode Disk::add_file(std::string durable) {
  files_.emplace(++last_, Pages(std::move(durable)));
  return last_;
}

// ---- names ------------------------------------------------------------------------------------

Inode Disk::inode_at(const Place& place) const {
  const auto folder = live_.find(place.folder);
  if (folder == live_.end()) return kNoInode;
  const auto entry = folder->second.find(place.name);
  return entry == folder->second.end() ? kNoInode : entry->second;
}

Inode Disk::find(std::string_view name) const {
  Inode inode = kRoot;
  while (!name.empty() && inode != kNoInode) {
    const std::size_t slash = std::min(name.find('/'), name.size());
    inode = inode_at({inode, std::string(name.substr(0, slash))});
    name.remove_prefix(std::min(slash + 1, name.size()));
  }
  return inode;
}

Disk::Place Disk::place_of(std::string_view name) const {
  const std::size_t slash = name.rfind('/');
  const bool is_in_root = slash == std::string_view::npos;
  const Inode folder = find(is_in_root ? std::string_view() : name.substr(0, slash));
  if (folder == kNoInode) throw std::runtime_error("no folder of " + std::string(name));
  return {folder, std::string(is_in_root ? name : name.substr(slash + 1))};
}

Pages* Disk::file(std::string_view name) {
  const auto file = files_.find(find(name));
  return file == files_.end() ? nullptr : &file->second;
}

std::size_t Disk::unsynced_pages(std::string_view name) const {
  return files_.at(find(name)).unsynced_pages();
}

void Disk::change_names(const std::vector<NameChange>& call) {
  for (const NameChange& change : call) torture::apply(change, live_);
  for (DiskNames& names : names_) names.change(call);
}

void Disk::create(const Act& act) {
  if (Pages* const known = file(act.name)) {
    if ((act.flags & O_TRUNC) != 0) known->resize(0);
  } else if ((act.flags & O_CREAT) != 0) {
    const Place place = place_of(act.name);
    change_names({{place.folder, place.name, add_file({})}});
  }
}

// A name that is not known belongs to a socket.
void Disk::rename(const Act& act) {
  const Place from = place_of(act.name);
  const Place to = place_of(act.other);
  const Inode inode = inode_at(from);
  if (inode == kNoInode) return;
  change_names({{to.folder, to.name, inode}, {from.folder, from.name, kNoInode}});
}

void Disk::exchange(const Act& act) {
  const Place from = place_of(act.name);
  const Place to = place_of(act.other);
  const Inode inode = inode_at(from);
  const Inode other = inode_at(to);
  if (inode == kNoInode || other == kNoInode) return;
  change_names({{to.folder, to.name, inode}, {from.folder, from.name, other}});
}

// ---- acts ---------------------------------------------------------------------------------------

void Disk::begin_sync(const Act& act) {
  const Inode inode = find(act.name);
  if (inode == kNoInode) return;
  if (syncs_.contains(act.offset)) throw std::runtime_error("two syncs of one number");
  const auto file = files_.find(inode);
  const std::uint64_t changes = file == files_.end() ? 0 : file->second.changes();
  syncs_[act.offset] = {inode, changes, names_.front().calls()};
}

void Disk::end_sync(const Act& act) {
  const auto begun = syncs_.find(act.offset);
  if (begun == syncs_.end()) return;
  const auto [inode, changes, calls] = begun->second;
  syncs_.erase(begun);
  if (ignores_syncs_) return;
  const auto file = files_.find(inode);
  const bool is_folder = file == files_.end();
  if (!is_folder) file->second.sync(changes);
  for (DiskNames& names : names_) {
    names.sync(is_folder ? std::optional(inode) : std::nullopt, calls);
  }
}

void Disk::apply(const Act& act) {
  switch (act.did) {
    case Did::Create:
      return create(act);
    case Did::Write:
      if (Pages* const written = file(act.name)) written->write(act.offset, act.bytes);
      return;
    case Did::Zero:
      if (Pages* const zeroed = file(act.name)) zeroed->zero(act.offset, act.size);
      return;
    case Did::Resize:
      if (Pages* const resized = file(act.name)) resized->resize(act.size);
      return;
    case Did::Rename:
      return rename(act);
    case Did::Exchange:
      return exchange(act);
    case Did::Link: {
      const Place to = place_of(act.other);
      return change_names({{to.folder, to.name, find(act.name)}});
    }
    case Did::Unlink:
    case Did::RemoveFolder: {
      const Place gone = place_of(act.name);
      if (inode_at(gone) != kNoInode) change_names({{gone.folder, gone.name, kNoInode}});
      return;
    }
    case Did::MakeFolder: {
      const Place made = place_of(act.name);
      return change_names({{made.folder, made.name, add_folder()}});
    }
    case Did::BeginSync:
      return begin_sync(act);
    case Did::EndSync:
      return end_sync(act);
    case Did::Unknown:
      break;
  }
  throw std::runtime_error("a journal cannot hold " + std::string(act.other) + " of " +
                           std::string(act.name));
}

// ---- contents -----------------------------------------------------------------------------------

void Disk::write_cut(const fs::path& to, const Cut& cut, Draw& draw) const {
  const DiskNames& names = names_.at(static_cast<std::size_t>(cut.promise));
  const Names left = names.survivor(cut.kept_names_percent, draw);
  CutWriter(left, files_, cut.left, draw).write(kRoot, to);
}

void Disk::add_contents(Inode folder, const std::string& path, Contents& all) const {
  const auto names = live_.find(folder);
  if (names == live_.end()) return;
  for (const auto& [name, inode] : names->second) {
    const auto file = files_.find(inode);
    if (file == files_.end()) {
      add_contents(inode, path + name + "/", all);
    } else {
      all[path + name] = file->second.latest();
    }
  }
}

Disk::Contents Disk::contents() const {
  Contents all;
  add_contents(kRoot, "", all);
  return all;
}

std::vector<std::string> Disk::differences(const fs::path& folder) const {
  Contents ours = contents();
  std::vector<std::string> differences;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().lexically_relative(folder);
    const auto found = ours.extract(name);
    if (found.empty()) {
      differences.push_back(name + " is not in the journal");
    } else if (found.mapped() != bytes_of(entry.path())) {
      differences.push_back(name + " is otherwise in the journal");
    }
  }
  for (const auto& [name, content] : ours) differences.push_back(name + " is not on the disk");
  return differences;
}

}  // namespace countersign::torture
