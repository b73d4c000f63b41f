#pragma once
// A list that copies share until one of them is changed: texts and questions are large, and every
// edit of a vector copies the document that holds them.

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace qkv {

template <class T>
class SharedList {
 public:
  SharedList() = default;
  SharedList(std::vector<T> items) : SharedList() { edit() = std::move(items); }
  SharedList(std::initializer_list<T> items) : SharedList(std::vector<T>(items)) {}

  const std::vector<T>& items() const {
    static const std::vector<T> kNone;
    return items_ ? *items_ : kNone;
  }
  operator const std::vector<T>&() const { return items(); }
  auto begin() const { return items().begin(); }
  auto end() const { return items().end(); }
  std::size_t size() const { return items().size(); }
  bool empty() const { return items().empty(); }
  const T& operator[](std::size_t i) const { return items()[i]; }

  /// To be changed by its only owner: what others share stays as it is.
  std::vector<T>& edit() {
    if (!items_ || items_.use_count() > 1) items_ = std::make_shared<std::vector<T>>(items());
    return *items_;
  }
  void clear() { items_.reset(); }

  friend bool operator==(const SharedList& a, const SharedList& b) {
    return a.items_ == b.items_ || a.items() == b.items();
  }

 private:
  std::shared_ptr<std::vector<T>> items_;
};

}  // namespace qkv
