"""Writes the tables of this folder, *.inc, from Unicode 16.

    python3 -m venv env && env/bin/pip install unicodedata2==16.0.0 tokenizers==0.23.3
    env/bin/python common/tokenizer/unicode/make_tables.py

General categories, combining classes and decompositions come from unicodedata2; of the latter two
only what tokenizers knows, whose normal forms are those of an older Unicode. What a regular
expression's \\w and a few scripts hold, and what counts as word or punctuation outside of regular
expressions, is asked of tokenizers, whose ids ours must equal.
"""
import pathlib

import unicodedata2
from tokenizers import Regex, normalizers
from tokenizers.pre_tokenizers import Punctuation, Split, Whitespace

FOLDER = pathlib.Path(__file__).parent
POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
HEAD = "// Unicode 16. Written by make_tables.py.\n"


def lines(words):
    text, line = "", ""
    for word in words:
        if len(line) + len(word) + 1 > 100:
            text, line = text + line.rstrip() + "\n", ""
        line += word + " "
    return text + line.rstrip() + "\n"


def ranges(members):
    found = []
    for c in sorted(members):
        if found and found[-1][1] == c - 1:
            found[-1][1] = c
        else:
            found.append([c, c])
    return lines("{0x%X,0x%X}," % (a, b) for a, b in found)


def matched(pattern):
    """Code points that a regular expression of one character matches."""
    split = Split(Regex(pattern), "removed")
    found = set()
    for i in range(0, len(POINTS), 4096):
        block = POINTS[i : i + 4096]
        kept = set()
        for piece, _ in split.pre_tokenize_str("".join(map(chr, block))):
            kept.update(map(ord, piece))
        found.update(set(block) - kept)
    return found


def isolated(pre_tokenizer):
    """Code points that a pre-tokenizer makes pieces of their own."""
    found = set()
    for c in POINTS:
        if len(pre_tokenizer.pre_tokenize_str("a" + chr(c) + "a")) == 3:
            found.add(c)
    return found


def kept(pre_tokenizer):
    """Code points between two letters that leave the three one piece."""
    found = set()
    for c in POINTS:
        if len(pre_tokenizer.pre_tokenize_str("a" + chr(c) + "a")) == 1:
            found.add(c)
    return found


def categories():
    words, last = [], None
    for c in range(0x110000):
        category = unicodedata2.category(chr(c))
        if category != last:
            words.append("{0x%X,k%s}," % (c, category))
            last = category
    return lines(words)


NFD = normalizers.NFD().normalize_str
NFKD = normalizers.NFKD().normalize_str
LAST_MARK = "\u0345"  # of class 240, the largest


def combining_class(c):
    value = unicodedata2.combining(chr(c))
    if value in (0, 240) or NFD("a" + LAST_MARK + chr(c)) == "a" + chr(c) + LAST_MARK:
        return value
    return 0


def combining_classes():
    words, last = [], 0
    for c in range(0x110000):
        value = combining_class(c)
        if value != last:
            words.append("{0x%X,%d}," % (c, value))
            last = value
    return lines(words)


def decompositions():
    """First canonical, then compatibility ones: {from, count, to...} one level deep."""
    canonical, compatible = [], []
    for c in range(0x110000):
        mapping = unicodedata2.decomposition(chr(c)).split()
        if not mapping:
            continue
        is_canonical = not mapping[0].startswith("<")
        if (NFD if is_canonical else NFKD)(chr(c)) == chr(c):
            continue
        to = mapping if is_canonical else mapping[1:]
        flat = ["0x%X," % c, "%d," % len(to)] + ["0x%s," % x.lstrip("0") for x in to]
        (canonical if is_canonical else compatible).append("".join(flat))
    return lines(canonical), lines(compatible)


def excluded():
    """Canonical decompositions into two that never compose again."""
    found = set()
    for c in range(0x110000):
        mapping = unicodedata2.decomposition(chr(c)).split()
        if len(mapping) == 2 and not mapping[0].startswith("<"):
            if unicodedata2.normalize("NFC", chr(c)) != chr(c):
                found.add(c)
    return ranges(found)


def write(name, text):
    (FOLDER / name).write_text(HEAD + text)


if __name__ == "__main__":
    write("category_table.inc", categories())
    write("word_table.inc", ranges(matched(r"\w")))
    write("plain_word_table.inc", ranges(kept(Whitespace())))
    write("punctuation_table.inc", ranges(isolated(Punctuation())))
    for script in ["Han", "Hiragana", "Katakana", "Hangul"]:
        write(script.lower() + "_table.inc", ranges(matched(r"\p{%s}" % script)))
    write("combining_class_table.inc", combining_classes())
    canonical, compatible = decompositions()
    write("canonical_table.inc", canonical)
    write("compatibility_table.inc", compatible)
    write("composition_exclusion_table.inc", excluded())
