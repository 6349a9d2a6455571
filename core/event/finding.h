#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/schema.h"
#include "core/terms.h"

namespace countersign {

// The findings of an inspection. Numbers are whole thousandths of their unit, because the log holds
// no floating point: 12.5 is 12500.

// One problem of a submission, as the outcome of the step lists it.
struct Issue {
  std::string code;  // e.g. DOCUMENT_BLURRY; part of the public API
  Severity severity = Severity::Error;
  std::int64_t value_milli = 0;
  std::int64_t threshold_milli = 0;
  std::string hint;  // what the person can do about the problem
  bool operator==(const Issue&) const = default;
};
template <>
inline constexpr auto fields_of<Issue> = fields(Field{"code", &Issue::code},
                                                Field{"severity", &Issue::severity},
                                                Field{"valueMilli", &Issue::value_milli},
                                                Field{"thresholdMilli", &Issue::threshold_milli},
                                                Field{"hint", &Issue::hint});
static_assert(record_is_sound<Issue>);

// One check that was made or could not be made, as the result record lists it.
struct CheckOutcome {
  std::string check;  // e.g. DOCUMENT_SHARPNESS
  CheckStatus status = CheckStatus::NotPerformed;
  std::optional<std::string> code;
  std::optional<std::int64_t> value_milli;
  std::optional<std::int64_t> threshold_milli;
  std::optional<Side> side{};            // of a document; set by the decision, not by the engine
  std::optional<std::uint32_t> frame{};  // of a sequence, from 1: the frame that shows the value
  std::optional<std::string> engine{};   // if it differs from the others' engine: "name version"
  bool operator==(const CheckOutcome&) const = default;
};
template <>
inline constexpr auto fields_of<CheckOutcome> =
    fields(Field{"check", &CheckOutcome::check},
           Field{"status", &CheckOutcome::status},
           Field{"code", &CheckOutcome::code},
           Field{"valueMilli", &CheckOutcome::value_milli},
           Field{"thresholdMilli", &CheckOutcome::threshold_milli},
           Field{"side", &CheckOutcome::side},
           Field{"frame", &CheckOutcome::frame},
           Field{"engine", &CheckOutcome::engine});
static_assert(record_is_sound<CheckOutcome>);

// A model file that an operator gave to an engine.
struct ModelFile {
  std::string name;  // without folders
  Sha256 sha256;
  bool operator==(const ModelFile&) const = default;
};
template <>
inline constexpr auto fields_of<ModelFile> = fields(Field{"name", &ModelFile::name},
                                                    Field{"sha256", &ModelFile::sha256});
static_assert(record_is_sound<ModelFile>);

// The engine that judged, with its thresholds and models; part of every outcome.
struct EngineVersion {
  std::string name;
  std::string version;
  std::optional<Sha256> thresholds{};  // hash that names the threshold set; none: no thresholds
  std::vector<ModelFile> models{};
  bool operator==(const EngineVersion&) const = default;
};
template <>
inline constexpr auto fields_of<EngineVersion> = fields(Field{"name", &EngineVersion::name},
                                                        Field{"version", &EngineVersion::version},
                                                        Field{"thresholds",
                                                              &EngineVersion::thresholds},
                                                        Field{"models", &EngineVersion::models});
static_assert(record_is_sound<EngineVersion>);

}  // namespace countersign
