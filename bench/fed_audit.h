#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace countersign::bench {

// Audits a log of bench/open_log.h while another process makes it, so that no file has its events:
// what is measured is what the audit itself needs. Returns the audit's fault, or "". `spilled` gets
// the bytes of its temporary file, which lies in `folder`. Does not wait for the other process, so
// that the time of its work is not counted as this process's.
std::string audit_fed(std::uint64_t sessions,
                      std::uint64_t open,
                      const std::filesystem::path& folder,
                      std::uint64_t& spilled);

}  // namespace countersign::bench
