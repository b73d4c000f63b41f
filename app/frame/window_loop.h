#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/frame/hooks.h"
#include "app/frame/opener.h"
#include "app/frame/place_file.h"
#include "app/frame/presenter_screen.h"
#include "app/frame/progress_file.h"
#include "app/frame/recovery.h"
#include "app/frame/run_window.h"
#include "app/frame/scene_file.h"
#include "app/frame/stopwatch.h"
#include "app/platform/file_dialog.h"
#include "app/platform/imgui_compat.h"
#include "app/platform/process.h"
#include "app/platform/system_fonts.h"
#include "app/platform/window.h"
#include "app/render/image.h"
#include "app/render/kept_page.h"
#include "app/render/page_painter.h"
#include "app/views/view_state.h"
#include "core/share/exporter.h"

namespace qkv {

/// The window's life: sleep until something happens, events → intents → session, and where that
/// changed anything session → picture → page → pixels.
class WindowLoop {
 public:
  WindowLoop(const WindowRequest& request, Hooks hooks);
  int run();

 private:
  static constexpr int kGuiFrames = 3;  ///< Dear ImGui's windows take their size a frame late

  /// What of the last frame still holds.
  enum class Stale { nothing, pixels, overlay, page };

  std::vector<Event> wait_for_events(double now);
  void take_events(const std::vector<Event>& events);
  void take_event(const Event& event);
  void carry_out(Intents& intents);
  Action from_what_is_seen(const Action& action);
  void pass_time(double now);
  void take_opened();
  void run_stopwatch();
  void show(DocumentPtr document, const std::string& path);
  void tell(const std::string& text, bool error);
  void speak(const std::string& language);
  void save_progress();
  void look_after_motion();
  void follow_motion(bool chosen);

  // window_hall.cpp
  void follow_present(double now);
  void pass_hall(double now);
  void switch_presenter();
  void open_presenter_anew();
  void look_after_presenter();
  void follow_freeze();
  void tell_time(double now);
  void count_down(float dt);
  double clock_due(double now) const;
  void keep_place();
  void keep_settings(const std::string& before);
  std::string hall_text() const;

  // window_files.cpp
  void start_files(const std::string& path);
  void carry_out_files(const Intents& intents);
  void look_after_files();
  void look_after_fonts();
  bool put_away();
  bool replace_session(Session opened, SceneFile file);
  void open_fresh();
  void ask_for_file(const std::string& what);
  void browse(const FileRequest& request);
  void take_chosen_file();
  void save();
  void save_as(const std::string& path);
  void save_picture(const std::string& path);
  void save_code(const std::string& path);
  void recover(const KeptWork& work);
  void answer_offer(OfferAnswer answer);
  void refresh_file_lists();

  // window_share.cpp
  void share(const Exporter& exporter, const std::string& path, bool every_stop);
  void go_on_sharing();
  void give_up_sharing();
  void copy_the_picture();

  void lay_out();
  void draw(double now);
  void draw_page(const std::vector<Item>& over);
  void show_page(bool gui);
  void settle_window();
  Image picture_of_page();
  void draw_gui();
  float ui_scale(glm::ivec2 pixels) const;
  float band_of(glm::ivec2 pixels) const;  ///< PageSize::band
  void mark(Stale stale);
  void measure();
  void write_state();
  void finish();

  Hooks hooks_;
  bool verbose_ = false;
  Kept kept_progress_;  ///< as it was read or written last
  Session session_;
  TraceCache traces_;
  ViewState view_;
  Opener opener_;
  /// What Next and Back open is not opened where it was left.
  enum class Opened { where_left, as_next, at_end } opened_ = Opened::where_left;
  Stopwatch stopwatch_;

  SceneFile file_;
  Recovery recovery_;
  Autosave autosave_;
  FileDialog dialog_;
  std::string dialog_for_;  ///< "open", "save", "picture" or "code"
  std::string warned_of_;   ///< hash of another program's version that was told of
  std::string told_error_;  ///< of keeping unsaved work
  std::vector<KeptWork> kept_work_, offered_;
  bool put_away_failed_ = false;
  SystemFonts fonts_;
  DocumentPtr fonts_for_;  ///< whose characters were looked for last
  std::string fonts_words_;

  float ui_scale_ = 0;  ///< of the command line; 0: none
  Window window_;
  std::string title_;
  KeptPage kept_;
  std::unique_ptr<PagePainter> painter_;  ///< made for the first film
  struct Sharing {
    std::unique_ptr<ExportJob> job;  ///< null: nothing is being written
    std::string path;
    int percent = -1;  ///< that was told
  } sharing_;
  std::unique_ptr<Gui> gui_;  ///< made for the first popup

  std::unique_ptr<PresenterScreen> presenter_;  ///< null: none is open
  bool presenter_wanted_ = true;                ///< in Present, where there is a screen for it
  bool presenter_stale_ = true;
  double present_since_ = 0;
  bool was_counting_ = false;
  std::string language_;  ///< that was chosen for good; empty: the system's
  OwnPlace own_place_{place_path()};
  std::future<bool> motion_asked_;    ///< of the system, beside the drawing thread
  std::optional<bool> system_still_;  ///< its answer: things are not to move

  std::optional<Page> hall_page_;        ///< what a hall goes on seeing while its picture is frozen
  std::optional<Session> hall_session_;  ///< that it was laid out from
  Page page_;
  glm::ivec2 laid_out_for_{0};
  float laid_out_band_ = 0;     ///< pixels
  glm::ivec2 shown_pixels_{0};  ///< of the last frame
  double settles_at_ = 0;       ///< 0: the window keeps its size
  Stale stale_ = Stale::page;
  bool screen_follows_ = false;  ///< screen and back buffer hold what the kept page held
  int gui_frames_ = 0;           ///< frames that a popup still needs to come to rest
  bool tip_pending_ = false;     ///< the last frame was drawn before its tooltip was due
  bool was_moving_ = false;
  bool quit_ = false;
  double last_time_ = 0;         ///< when time was last passed to the session
  double last_frame_ = 0;        ///< when the last frame was begun
  int inputs_ = 0, frames_ = 0;  ///< keys and buttons pressed, frames drawn, for QKV_STATE_FILE
  int written_inputs_ = -1, written_frames_ = -1;
  ProcessUse first_frame_;             ///< at its end, for QKV_TIMING
  std::vector<double> frame_seconds_;  ///< of frames while something moved, for QKV_TIMING
};

}  // namespace qkv
