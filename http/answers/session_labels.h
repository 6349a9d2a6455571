#pragma once
#include <optional>
#include <string>

#include "core/session/session.h"
#include "http/json/members.h"

// The labels of a session, in a request and in answers: an object of texts. Pure.
namespace countersign::http {

// As the log has one.
template <>
inline constexpr auto members_of<SessionLabel> = members(Member{"key", &SessionLabel::key},
                                                         Member{"value", &SessionLabel::value});

// {"campaign":"autumn","shop":"berlin"}, with the keys in their order; {} without a label.
struct LabelsJson {
  using Means = AnyObject;
  std::string json;
};
LabelsJson labels_object(const std::optional<SessionLabels>& labels);
LabelsJson labels_json(const Session& session);

// The JSON Schema of the object.
std::string labels_schema();

}  // namespace countersign::http
