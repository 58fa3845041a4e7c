#include "ctoml.h"
#include "checked_toml.hpp"
#include "dotted_depth.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

struct ctoml_document {
    toml::table table;
    // Deques: what a node points to must not move while more is added.
    std::deque<std::vector<ctoml_node>> blocks;
    std::deque<std::string> rendered;
    ctoml_node root{};
};

namespace {

ctoml_text view(std::string_view text) { return {text.data(), text.size()}; }

ctoml_position position(const toml::source_position &at) { return {at.line, at.column}; }

void report(ctoml_error *error, ctoml_position at, std::string_view message) {
    if (!error) return;
    error->position = at;
    const std::size_t count = std::min(message.size(), sizeof(error->message) - 1);
    std::copy_n(message.data(), count, error->message);
    error->message[count] = '\0';
}

/// toml++ keeps tables ordered by key; a reader wants the order of the text.
void sort_by_position(std::vector<ctoml_node> &entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const ctoml_node &left, const ctoml_node &right) {
        return left.key_position.line != right.key_position.line
            ? left.key_position.line < right.key_position.line
            : left.key_position.column < right.key_position.column;
    });
}

bool breaks_assumption(std::string_view text) {
    try {
        (void)toml::parse(text);
        return false;
    } catch (const ctoml::broken_assumption &) {
        return true;
    } catch (...) {
        return false;
    }
}

/// The line of the first broken assumption: the text up to and with it breaks one, the text before does not,
/// because the parser reads forward only.
uint32_t line_of_broken_assumption(std::string_view text) {
    std::vector<std::size_t> ends;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1))
        ends.push_back(end + 1);
    ends.push_back(text.size());
    const auto found = std::partition_point(ends.begin(), ends.end(), [text](std::size_t end) {
        return !breaks_assumption(text.substr(0, end));
    });
    return static_cast<uint32_t>(found - ends.begin()) + 1;
}

class flattener {
public:
    explicit flattener(ctoml_document &document) : document_(document) {}

    ctoml_node node(const toml::node &from) {
        ctoml_node to{};
        to.position = position(from.source().begin);
        if (const auto *table = from.as_table()) {
            to.kind = CTOML_TABLE;
            adopt(to, entries(*table));
        } else if (const auto *array = from.as_array()) {
            to.kind = CTOML_ARRAY;
            std::vector<ctoml_node> elements;
            elements.reserve(array->size());
            for (const auto &element : *array) elements.push_back(node(element));
            adopt(to, std::move(elements));
        } else {
            scalar(to, from);
        }
        return to;
    }

private:
    std::vector<ctoml_node> entries(const toml::table &table) {
        std::vector<ctoml_node> entries;
        entries.reserve(table.size());
        for (const auto &[key, value] : table) {
            ctoml_node entry = node(value);
            entry.key = view(key.str());
            entry.key_position = position(key.source().begin);
            entries.push_back(entry);
        }
        sort_by_position(entries);
        return entries;
    }

    void adopt(ctoml_node &parent, std::vector<ctoml_node> children) {
        document_.blocks.push_back(std::move(children));
        parent.children = document_.blocks.back().data();
        parent.child_count = document_.blocks.back().size();
    }

    void scalar(ctoml_node &to, const toml::node &from) {
        if (const auto *text = from.as_string()) {
            to.kind = CTOML_STRING;
            to.text = view(text->get());
        } else if (const auto *integer = from.as_integer()) {
            to.kind = CTOML_INTEGER;
            to.integer = integer->get();
        } else if (const auto *real = from.as_floating_point()) {
            to.kind = CTOML_FLOAT;
            to.real = real->get();
        } else if (const auto *boolean = from.as_boolean()) {
            to.kind = CTOML_BOOLEAN;
            to.boolean = boolean->get() ? 1 : 0;
        } else {
            to.kind = CTOML_DATETIME;
            std::ostringstream out;
            if (const auto *date = from.as_date()) out << date->get();
            if (const auto *time = from.as_time()) out << time->get();
            if (const auto *both = from.as_date_time()) out << both->get();
            document_.rendered.push_back(out.str());
            to.text = view(document_.rendered.back());
        }
    }

    ctoml_document &document_;
};

}  // namespace

extern "C" ctoml_document *ctoml_parse(const char *bytes, size_t count, ctoml_error *error) {
    const std::string_view text = count > 0 ? std::string_view(bytes, count) : std::string_view("");
    try {
        ctoml::place deep{};
        auto document = std::make_unique<ctoml_document>();
        if (ctoml::find_deep_key(text, deep)) {
            report(error, {deep.line, deep.column},
                   "a dotted key has at most " + std::to_string(ctoml::max_dotted_names) + " names");
            return nullptr;
        }
        document->table = toml::parse(text);
        document->root = flattener(*document).node(document->table);
        return document.release();
    } catch (const toml::parse_error &fault) {
        report(error, position(fault.source().begin), fault.description());
    } catch (const ctoml::broken_assumption &) {
        report(error, {line_of_broken_assumption(text), 1}, "malformed value");
    } catch (const std::exception &fault) {
        report(error, {0, 0}, fault.what());
    } catch (...) {
        report(error, {0, 0}, "unknown failure of the TOML parser");
    }
    return nullptr;
}

extern "C" const ctoml_node *ctoml_root(const ctoml_document *document) { return &document->root; }

extern "C" void ctoml_free(ctoml_document *document) { delete document; }
