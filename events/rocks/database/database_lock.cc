#include "events/rocks/database/database_lock.h"

#include <rocksdb/env.h>

namespace countersign {

DatabaseLock::DatabaseLock(const std::filesystem::path& folder) : env_(rocksdb::Env::Default()) {
  env_->LockFile(folder.string() + "/LOCK", &lock_).PermitUncheckedError();
}

DatabaseLock::~DatabaseLock() {
  if (lock_ != nullptr) env_->UnlockFile(lock_).PermitUncheckedError();
}

}  // namespace countersign
