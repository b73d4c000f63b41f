#include "core/picture/offer.h"

#include "core/document/library.h"
#include "core/text/texts.h"

namespace qkv {

OfferPicture paint_offer(const Session& session) {
  OfferPicture offer;
  if (!session.layout.present || !session.next_lesson_offered) return offer;
  const std::string next = next_lesson_id(session);
  for (const LessonInfo& lesson : lessons())
    if (lesson.id == next) offer.title = title_of(lesson);
  offer.heading = std::string(text("offer.heading"));
  offer.hint = std::string(text("offer.hint"));
  return offer;
}

}  // namespace qkv
