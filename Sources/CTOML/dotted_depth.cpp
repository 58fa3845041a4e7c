#include "dotted_depth.hpp"

namespace ctoml {

namespace {

class scanner {
public:
    explicit scanner(std::string_view text) : text_(text) {}

    bool find(place &found) {
        std::size_t dots = 0;
        while (index_ < text_.size()) {
            const char c = text_[index_];
            if (c == '"' || c == '\'') {
                skip_string(c);
            } else if (c == '#') {
                while (index_ < text_.size() && text_[index_] != '\n') step();
            } else {
                if (c == '.') {
                    if (++dots >= max_dotted_names) {
                        found = {line_, column_};
                        return true;
                    }
                } else if (c == '\n' || c == '=' || c == ',' || c == '[' || c == '{') {
                    dots = 0;
                }
                step();
            }
        }
        return false;
    }

private:
    bool starts_with(std::string_view what) const { return text_.substr(index_, what.size()) == what; }

    void step() {
        const auto byte = static_cast<unsigned char>(text_[index_++]);
        if (byte == '\n') {
            ++line_;
            column_ = 1;
        } else if ((byte & 0xC0) != 0x80) {
            ++column_;
        }
    }

    void step(std::size_t count) {
        for (; count > 0 && index_ < text_.size(); --count) step();
    }

    void skip_string(char quote) {
        const char triple[] = {quote, quote, quote};
        const bool multiline = starts_with({triple, 3});
        step(multiline ? 3 : 1);
        while (index_ < text_.size()) {
            if (quote == '"' && text_[index_] == '\\') {
                step(2);
            } else if (multiline ? starts_with({triple, 3}) : text_[index_] == quote) {
                step(multiline ? 3 : 1);
                // Up to two quotes may stand directly before the three that close.
                for (int extra = 0; multiline && extra < 2 && index_ < text_.size() && text_[index_] == quote; ++extra)
                    step();
                return;
            } else if (!multiline && text_[index_] == '\n') {
                return;
            } else {
                step();
            }
        }
    }

    std::string_view text_;
    std::size_t index_ = 0;
    std::uint32_t line_ = 1;
    std::uint32_t column_ = 1;
};

}  // namespace

bool find_deep_key(std::string_view text, place &found) { return scanner(text).find(found); }

}  // namespace ctoml
