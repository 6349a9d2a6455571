#pragma once
#include <cstddef>
#include <tuple>
#include <type_traits>

#include "core/inspection/confined/message.h"
#include "core/schema.h"

// The members of each message, in the order in which they are carried.
namespace countersign {

template <>
inline constexpr auto fields_of<confined::Setup> =
    fields(Field{"protocol", &confined::Setup::protocol},
           Field{"maxPixels", &confined::Setup::max_pixels},
           Field{"imageMaxBytes", &confined::Setup::image_max_bytes},
           Field{"engineBytes", &confined::Setup::engine_bytes});
template <>
inline constexpr auto fields_of<confined::StartWorker> = fields(Field{
    "number", &confined::StartWorker::number});
template <>
inline constexpr auto fields_of<confined::EndWorker> = fields(
    Field{"number", &confined::EndWorker::number}, Field{"tell", &confined::EndWorker::tell});
template <>
inline constexpr auto fields_of<confined::MeasureWorker> = fields(Field{
    "number", &confined::MeasureWorker::number});
template <>
inline constexpr auto fields_of<confined::Greeting> =
    fields(Field{"protocol", &confined::Greeting::protocol},
           Field{"confined", &confined::Greeting::confined},
           Field{"capabilities", &confined::Greeting::capabilities});
template <>
inline constexpr auto fields_of<confined::Refused> = fields(Field{"why", &confined::Refused::why});
template <>
inline constexpr auto fields_of<confined::WorkerEnded> =
    fields(Field{"number", &confined::WorkerEnded::number},
           Field{"waitStatus", &confined::WorkerEnded::wait_status});
template <>
inline constexpr auto fields_of<confined::WorkerMeasured> =
    fields(Field{"number", &confined::WorkerMeasured::number},
           Field{"processorMs", &confined::WorkerMeasured::processor_ms});
template <>
inline constexpr auto fields_of<confined::DocumentTask> =
    fields(Field{"side", &confined::DocumentTask::side},
           Field{"type", &confined::DocumentTask::type},
           Field{"now", &confined::DocumentTask::now},
           Field{"imageBytes", &confined::DocumentTask::image_bytes},
           Field{"thresholds", &confined::DocumentTask::thresholds},
           Field{"trace", &confined::DocumentTask::trace},
           Field{"mrzValues", &confined::DocumentTask::mrz_values});
template <>
inline constexpr auto fields_of<confined::LivenessTask> =
    fields(Field{"frameCount", &confined::LivenessTask::frame_count},
           Field{"actions", &confined::LivenessTask::actions},
           Field{"thresholds", &confined::LivenessTask::thresholds},
           Field{"trace", &confined::LivenessTask::trace});
template <>
inline constexpr auto fields_of<confined::MatchTask> =
    fields(Field{"frameCount", &confined::MatchTask::frame_count},
           Field{"thresholds", &confined::MatchTask::thresholds});
template <>
inline constexpr auto fields_of<confined::FaceTask> =
    fields(Field{"imageBytes", &confined::FaceTask::image_bytes},
           Field{"thresholds", &confined::FaceTask::thresholds});
template <>
inline constexpr auto fields_of<confined::DataTask> =
    fields(Field{"side", &confined::DataTask::side},
           Field{"type", &confined::DataTask::type},
           Field{"now", &confined::DataTask::now},
           Field{"imageBytes", &confined::DataTask::image_bytes},
           Field{"hasFront", &confined::DataTask::has_front},
           Field{"thresholds", &confined::DataTask::thresholds},
           Field{"values", &confined::DataTask::values});
template <>
inline constexpr auto fields_of<confined::ImageGiven> = fields(Field{
    "imageBytes", &confined::ImageGiven::image_bytes});
template <>
inline constexpr auto fields_of<confined::RenderingTask> =
    fields(Field{"imageBytes", &confined::RenderingTask::image_bytes},
           Field{"side", &confined::RenderingTask::side},
           Field{"type", &confined::RenderingTask::type},
           Field{"mark", &confined::RenderingTask::mark},
           Field{"thresholds", &confined::RenderingTask::thresholds});
template <>
inline constexpr auto fields_of<confined::PresentationTask> =
    fields(Field{"frameCount", &confined::PresentationTask::frame_count},
           Field{"thresholds", &confined::PresentationTask::thresholds});
template <>
inline constexpr auto fields_of<confined::Ready> = fields();
template <>
inline constexpr auto fields_of<confined::Unfit> = fields(Field{"why", &confined::Unfit::why});
template <>
inline constexpr auto fields_of<confined::ImageWanted> = fields(Field{
    "index", &confined::ImageWanted::index});
template <>
inline constexpr auto fields_of<confined::Failed> = fields(Field{"outOfMemory",
                                                                 &confined::Failed::out_of_memory});
template <>
inline constexpr auto fields_of<confined::RenderingHead> =
    fields(Field{"decoded", &confined::RenderingHead::decoded},
           Field{"width", &confined::RenderingHead::width},
           Field{"height", &confined::RenderingHead::height},
           Field{"seen", &confined::RenderingHead::seen},
           Field{"jpegBytes", &confined::RenderingHead::jpeg_bytes});

// An evaluation is carried without the engine, because a worker cannot be trusted to name it. A
// match, a judgement of presentation and a comparison of data have no trace.
template <>
inline constexpr auto fields_of<DocumentEvaluation> =
    fields(Field{"issues", &DocumentEvaluation::issues},
           Field{"checks", &DocumentEvaluation::checks},
           Field{"trace", &DocumentEvaluation::trace},
           Field{"image", &DocumentEvaluation::image},
           Field{"mrz", &DocumentEvaluation::mrz},
           Field{"barcode", &DocumentEvaluation::barcode},
           Field{"printed", &DocumentEvaluation::printed});
template <>
inline constexpr auto fields_of<LivenessEvaluation> =
    fields(Field{"issues", &LivenessEvaluation::issues},
           Field{"checks", &LivenessEvaluation::checks},
           Field{"trace", &LivenessEvaluation::trace},
           Field{"frames", &LivenessEvaluation::frames},
           Field{"failedAction", &LivenessEvaluation::failed_action});
template <>
inline constexpr auto fields_of<MatchEvaluation> =
    fields(Field{"issues", &MatchEvaluation::issues}, Field{"checks", &MatchEvaluation::checks});
template <>
inline constexpr auto fields_of<FaceDescription> =
    fields(Field{"decoded", &FaceDescription::decoded},
           Field{"faces", &FaceDescription::faces},
           Field{"feature", &FaceDescription::feature},
           Field{"live", &FaceDescription::live_milli});
template <>
inline constexpr auto fields_of<PresentationEvaluation> =
    fields(Field{"issues", &PresentationEvaluation::issues},
           Field{"checks", &PresentationEvaluation::checks});
template <>
inline constexpr auto fields_of<DataEvaluation> = fields(Field{"issues", &DataEvaluation::issues},
                                                         Field{"checks", &DataEvaluation::checks},
                                                         Field{"printed",
                                                               &DataEvaluation::printed});

namespace confined {

template <class... Messages>
inline constexpr bool is_carried_whole = (record_is_sound<Messages> && ...);
static_assert(is_carried_whole<Setup, StartWorker, EndWorker, MeasureWorker>);
static_assert(is_carried_whole<Greeting, Refused, WorkerEnded, WorkerMeasured>);
static_assert(
    is_carried_whole<DocumentTask, LivenessTask, MatchTask, FaceTask, DataTask, ImageGiven>);
static_assert(is_carried_whole<RenderingTask, RenderingHead, PresentationTask>);
static_assert(is_carried_whole<Ready, Unfit, ImageWanted, Failed, FaceDescription>);

// Members of the base, counted by the assertion below.
inline constexpr std::size_t kEvaluationMembers = 4;
static_assert(detail::has_members<Evaluation, kEvaluationMembers>);

// Whether all members of `Found` are carried except `left_out` members of its base. The base counts
// as one member of the aggregate.
template <class Found, std::size_t left_out>
inline constexpr bool is_carried_but_for =
    detail::has_members<Found, 1 + fields_of<Found>.size() + left_out - kEvaluationMembers>;
static_assert(is_carried_but_for<DocumentEvaluation, 1>);
static_assert(is_carried_but_for<LivenessEvaluation, 1>);
static_assert(is_carried_but_for<MatchEvaluation, 2>);
static_assert(is_carried_but_for<DataEvaluation, 2>);
static_assert(is_carried_but_for<PresentationEvaluation, 2>);

}  // namespace confined
}  // namespace countersign
