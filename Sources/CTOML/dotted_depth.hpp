#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ctoml {

/// The most names one dotted key or header may have. toml++ has no limit, and frees a deep tree by recursion.
constexpr std::size_t max_dotted_names = 32;

struct place {
    std::uint32_t line;
    std::uint32_t column;
};

/// Finds the first dotted key with more than `max_dotted_names` names. It reads strings and comments as TOML
/// does, so that dots in them do not count; after a syntax error what it finds is meaningless, but harmless:
/// the parser stops at that error.
bool find_deep_key(std::string_view text, place &found);

}  // namespace ctoml
