#include "core/picture/offer.h"

#include "core/document/library.h"
#include "core/text/texts.h"

namespace qkv {

OfferPicture paint_offer(const Session& session) {
  OfferPicture offer;
  const bool back = session.previous_lesson_offered;
  if (!session.layout.present || !(session.next_lesson_offered || back)) return offer;
  const std::string offered = back ? previous_lesson_id(session) : next_lesson_id(session);
  for (const LessonInfo& lesson : lessons())
    if (lesson.id == offered) offer.title = title_of(lesson);
  offer.heading = std::string(text(back ? "offer.heading_back" : "offer.heading"));
  offer.hint = std::string(text(back ? "offer.hint_back" : "offer.hint"));
  return offer;
}

}  // namespace qkv
