#pragma once
// What a moment looks like, as plain numbers: no pixels, no colours, no fonts. layout() gives it a
// place on a page. A pure function of session and traces.

#include "core/picture/chain.h"
#include "core/picture/landscape.h"
#include "core/picture/panels.h"
#include "core/picture/sentence.h"
#include "core/session/session.h"

namespace qkv {

struct Picture {
  ToolbarPicture toolbar;
  StoryPicture story;
  TablePicture table;
  BarsPicture bars;
  RibbonPicture ribbon;
  ContentsPicture contents;    ///< filled when the session shows it
  ChainPicture chain;          ///< filled when a number is pinned
  CodePicture code;            ///< filled when it stands in the story's place
  PresenterPicture presenter;  ///< filled when the strip is shown
  Scene scene = Scene::landscape;
  LandscapePicture landscape;  ///< filled when scene == landscape
  SentencePicture sentence;    ///< filled when scene == sentence
};

/// While undo or redo moves vectors they are painted on their way there.
/// `before` is the trace before a running options blend, or null.
Picture paint(const Session& session, const Trace& now, const Trace* before);

}  // namespace qkv
