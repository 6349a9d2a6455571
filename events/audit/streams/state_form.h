#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/binary_record.h"

// The form in which an audit keeps what its rules know, for the audit that goes on from there:
// core/binary_record.h with compact numbers. A set and a map have the number of their items, and
// these in the order of their keys. So each state has one form. The readers take any bytes.
//
// Two functions of each class write and read its state:
//
//   void append_state(std::string& out) const;
//   bool take_state(StateReader& in);           false: not what append_state() writes; the object
//                                               must not be used then. REQUIRES: it is new.
namespace countersign {

using StateReader = BinaryReader<CompactForm>;

template <class T>
void put_state(std::string& out, const T& value) {
  append_binary<CompactForm>(out, value);
}

// Each item by `put`.
template <class Items, class Put>
void put_items(std::string& out, const Items& items, Put put) {
  put_state(out, std::uint64_t{items.size()});
  for (const auto& item : items) put(item);
}

template <class T, class Less>
void put_set(std::string& out, const std::set<T, Less>& items) {
  put_items(out, items, [&](const T& item) { put_state(out, item); });
}

template <class T, class Less>
bool take_set(StateReader& in, std::set<T, Less>& items) {
  for (auto left = in.take<std::uint64_t>(); left > 0 && in.good(); --left) {
    T item = in.take<T>();
    if (!items.empty() && !(*items.rbegin() < item)) return false;
    items.insert(items.end(), std::move(item));
  }
  return in.good();
}

// Each value by `take`, which returns false if it cannot.
template <class Key, class Value, class Less, class Take>
bool take_map(StateReader& in, std::map<Key, Value, Less>& items, Take take) {
  for (auto left = in.take<std::uint64_t>(); left > 0 && in.good(); --left) {
    Key key = in.take<Key>();
    if (!in.good() || (!items.empty() && !(items.rbegin()->first < key))) return false;
    if (!take(items.emplace_hint(items.end(), std::move(key), Value())->second)) return false;
  }
  return in.good();
}

template <class Key, class Value, class Less>
bool take_map(StateReader& in, std::map<Key, Value, Less>& items) {
  return take_map(in, items, [&](Value& value) {
    value = in.take<Value>();
    return in.good();
  });
}

template <class Key, class Value, class Less>
void put_map(std::string& out, const std::map<Key, Value, Less>& items) {
  put_items(out, items, [&](const auto& item) {
    put_state(out, item.first);
    put_state(out, item.second);
  });
}

}  // namespace countersign
