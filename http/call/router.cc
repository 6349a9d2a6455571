#include "http/call/router.h"

#include <algorithm>

#include "core/check.h"
#include "http/wire/header_parameters.h"

namespace countersign::http {
namespace {

bool is_parameter(std::string_view segment) { return segment.starts_with('{'); }
bool is_rest(std::string_view segment) { return segment.ends_with("...}"); }

// Returns the segments of an absolute path, without the empty text before its first slash.
std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> segments;
  segments.reserve(8);
  while (path.starts_with('/')) {
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    segments.push_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return segments;
}

std::string_view method_name(Method method) {
  switch (method) {
    case Method::Get:
      return "GET, HEAD";
    case Method::Post:
      return "POST";
    case Method::Put:
      return "PUT";
    case Method::Patch:
      return "PATCH";
    case Method::Delete:
      return "DELETE";
    case Method::Head:
    case Method::Options:
    case Method::Other:
      break;
  }
  check(false, "the method of an endpoint is GET, POST, PUT, PATCH or DELETE");
  return {};
}

}  // namespace

Router::Router(std::span<const Endpoint> table) {
  std::vector<std::string_view> paths;
  for (const Endpoint& row : table) {
    const auto known = std::ranges::find(paths, row.path);
    const auto index = static_cast<std::size_t>(known - paths.begin());
    if (known == paths.end()) {
      paths.push_back(row.path);
      Resource& added = resources_.emplace_back();
      added.segments = segments_of(row.path);
      added.parameters =
          static_cast<std::size_t>(std::ranges::count_if(added.segments, is_parameter));
      added.takes_rest = is_rest(added.segments.back());
      check(std::ranges::count_if(added.segments, is_rest) == (added.takes_rest ? 1 : 0),
            "only the last segment of a path in the table takes the rest");
    }
    resources_[index].rows.push_back(&row);
    resources_[index].allow += method_name(row.method);
    resources_[index].allow += ", ";
  }
  for (Resource& resource : resources_) resource.allow += "OPTIONS";
}

bool Router::fits(const Resource& resource,
                  const std::vector<std::string_view>& raw,
                  const std::vector<std::string>& decoded) const {
  const std::size_t named = resource.segments.size();
  if (resource.takes_rest ? raw.size() < named : raw.size() != named) return false;
  for (std::size_t i = 0; i < named; ++i) {
    const std::string_view given = decoded.empty() ? raw[i] : std::string_view(decoded[i]);
    if (is_parameter(resource.segments[i]) ? given.empty() : resource.segments[i] != given) {
      return false;
    }
  }
  return std::ranges::none_of(raw.begin() + static_cast<std::ptrdiff_t>(named),
                              raw.end(),
                              [](std::string_view segment) { return segment.empty(); });
}

Router::Found Router::find(Method method, std::string_view path) const {
  if (!path.starts_with('/')) return NoSuchPath{};
  const std::vector<std::string_view> raw = segments_of(path);
  std::vector<std::string> decoded;  // empty if decoding changes nothing
  if (path.find('%') != std::string_view::npos) {
    for (const std::string_view segment : raw) {
      decoded.push_back(percent_decoded(segment).value_or(std::string(segment)));
    }
  }
  const auto resource = std::ranges::find_if(
      resources_, [&](const Resource& candidate) { return fits(candidate, raw, decoded); });
  if (resource == resources_.end()) return NoSuchPath{};

  const Method wanted = method == Method::Head ? Method::Get : method;
  const auto row = std::ranges::find_if(
      resource->rows, [&](const Endpoint* candidate) { return candidate->method == wanted; });
  if (row == resource->rows.end()) return NoSuchMethod{resource->allow};

  Match match{*row, {}};
  match.parameters.reserve(resource->parameters);
  for (std::size_t i = 0; i < resource->segments.size(); ++i) {
    if (!is_parameter(resource->segments[i])) continue;
    if (is_rest(resource->segments[i])) {
      match.parameters.emplace_back(raw[i].begin(), path.end());
      continue;
    }
    match.parameters.push_back(decoded.empty() ? std::string(raw[i]) : decoded[i]);
  }
  return match;
}

}  // namespace countersign::http
