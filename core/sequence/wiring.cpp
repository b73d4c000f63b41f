#include "core/sequence/wiring.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace qkv {

Wiring chain_wiring(int n) {
  Wiring wiring{n, std::vector<std::vector<int>>(2 * static_cast<std::size_t>(n))};
  for (int i = 0; i < n; ++i) {
    auto& needs = wiring.needs[static_cast<std::size_t>(n + i)];
    needs.push_back(i);
    if (i > 0) needs.push_back(n + i - 1);
  }
  return wiring;
}

Wiring attention_wiring(int n) {
  Wiring wiring{n, std::vector<std::vector<int>>(2 * static_cast<std::size_t>(n))};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) wiring.needs[static_cast<std::size_t>(n + i)].push_back(j);
  return wiring;
}

std::vector<int> ready_at(const Wiring& wiring) {
  // Nodes stand in an order in which each comes after what it needs.
  std::vector<int> when(wiring.needs.size(), 0);
  for (std::size_t i = 0; i < wiring.needs.size(); ++i)
    for (const int need : wiring.needs[i])
      when[i] = std::max(when[i], when[static_cast<std::size_t>(need)] + 1);
  return {when.begin() + wiring.n, when.end()};
}

int sequential_steps(const Wiring& wiring) {
  const std::vector<int> when = ready_at(wiring);
  return when.empty() ? 0 : *std::max_element(when.begin(), when.end());
}

int path_length(const Wiring& wiring, int from, int to) {
  // Backwards from the result; a way within one word costs nothing, so that it is taken first.
  std::vector<int> hops(wiring.needs.size(), -1);
  std::deque<int> open{wiring.n + to};
  hops[static_cast<std::size_t>(wiring.n + to)] = 0;
  while (!open.empty()) {
    const int node = open.front();
    open.pop_front();
    for (const int need : wiring.needs[static_cast<std::size_t>(node)]) {
      const bool stays = need % wiring.n == node % wiring.n;
      const int cost = hops[static_cast<std::size_t>(node)] + (stays ? 0 : 1);
      int& known = hops[static_cast<std::size_t>(need)];
      if (known >= 0 && known <= cost) continue;
      known = cost;
      stays ? open.push_front(need) : open.push_back(need);
    }
  }
  return hops[static_cast<std::size_t>(from)];
}

double chain_multiplications(double n, double d) { return 2 * n * d * d; }
double attention_multiplications(double n, double d) { return 2 * n * n * d; }
double chain_memory(double n, double d) { return n * d; }
double attention_memory(double n) { return n * n; }

double equal_cost_length(double d) {
  double low = 1e-6, high = 1e12;
  for (int i = 0; i < 200; ++i) {
    const double middle = std::sqrt(low * high);
    (attention_multiplications(middle, d) < chain_multiplications(middle, d) ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

}  // namespace qkv
