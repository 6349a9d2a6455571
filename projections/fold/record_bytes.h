#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/binary_record.h"
#include "core/check.h"
#include "events/view.h"

// The stored form of a view's record: binary_record.h, with numbers as CompactForm writes them.
//
// Views are rebuilt from the log whenever their shape changes, so this form needs neither names nor
// versions inside. It is compact because the writer's one thread reads a record to decide on a
// command, and writes one to fold an event.
namespace countersign {

namespace detail {

// Folds of this program wrote the records.
using StoredForm = CompactForm;

// Takes the members of a stored record one by one.
using RecordReader = BinaryReader<StoredForm>;

}  // namespace detail

template <class T>
std::string to_bytes(const T& value) {
  thread_local std::string bytes;  // allocated once; the returned copy has the exact size
  bytes.clear();
  append_binary<detail::StoredForm>(bytes, value);
  return bytes;
}

// Empty unless `bytes` is exactly what to_bytes() gives for some T. Memory stays in proportion to
// `bytes`, whatever their content.
template <class T>
std::optional<T> from_bytes(std::string_view bytes) {
  return read_binary<detail::StoredForm, T>(bytes);
}

// The record at `key`, as an open batch sees it. This program's folds never store a record of
// another shape: such a record is a bug, and aborts.
template <class T>
std::optional<T> load(ViewBatch& views, ViewSpace space, std::string_view key) {
  const std::optional<std::string> bytes = views.get(space, key);
  if (!bytes) return std::nullopt;
  std::optional<T> record = from_bytes<T>(*bytes);
  check(record.has_value(), "a record in a view has the shape of its type");
  return record;
}

}  // namespace countersign
