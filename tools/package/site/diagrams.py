#!/usr/bin/env python3
"""The pictures of docs/flows, drawn from the texts beside them.

    diagrams.py           writes docs/flows/NAME.svg from NAME.seq or NAME.states, for each of these
    diagrams.py --check   fails, and names the pictures, if one is not what would be written

A .seq has who takes part and what one sends to another, from the top to the bottom:

    title A capture
    desc The backend opens a session.
    parties Backend, Server
    Backend -> Server: POST /api/svc/session/create
    Server --> Backend: sessionId
    == a line across, between two parts
    Server: what happens within one of them

A .states has the states with a word about each, the events that lead from one to another, and the
rows in which the states are drawn:

    CREATED: opened
    CREATED -> CANCELED: SessionCanceled
    row CREATED

A picture is a single SVG without scripts, fonts or addresses. It is as wide as a telephone, follows
the reader's wish for dark colours, and has its own ground, so that it can be read on any page.
"""

import pathlib
import re
import sys
import textwrap
import xml.sax.saxutils

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / "docs/flows"

WIDTH = 360  # of a picture, in pixels: a telephone of 390 has margins beside it
MARGIN = 10
FONT = 12
NAME_FONT = 11  # of boxes
NAME_LETTER = 7.6  # the width of a capital of a box
LINE = 15  # from one line of text to the next
LETTER = 6.5  # the mean width of a letter of this font, rounded up
MOST_LETTERS = 50  # in a line

# What is drawn, by class: the attribute of a light picture, and its colour in a dark one. The
# attributes stay where a policy forbids styles.
LIGHT = {"ground": "#ffffff", "ink": "#1c2330", "soft": "#566070", "edge": "#c3cad4", "line": "#0b6e4f"}
DARK = {"ground": "#1b2129", "ink": "#e8ecf1", "soft": "#aab4c0", "edge": "#4a5563", "line": "#5cc9a3"}


def style():
    rules = "".join(f".f-{name}{{fill:{colour}}}.s-{name}{{stroke:{colour}}}" for name, colour in DARK.items())
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def fill(name):
    return f'class="f-{name}" fill="{LIGHT[name]}"'


def stroke(name):
    return f'class="s-{name}" stroke="{LIGHT[name]}" fill="none"'


def escaped(text):
    return xml.sax.saxutils.escape(text)


class Picture:
    """The parts of a picture, and how far down it goes."""

    def __init__(self, title, description):
        self.title, self.description = title, description
        self.parts = []
        self.y = MARGIN

    def line(self, x1, y1, x2, y2, colour="line", more=""):
        self.parts.append(f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" {stroke(colour)}{more}/>')

    def arrow(self, x1, y1, x2, y2, dashed=False):
        """A line with a head at its second end; lines are level or upright, or lean."""
        self.line(x1, y1, x2, y2, more=' stroke-width="1.4"' + (' stroke-dasharray="5 3"' if dashed else ""))
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        along, across = ((x2 - x1) / length, (y2 - y1) / length), ((y2 - y1) / length, (x1 - x2) / length)
        corners = [
            (x2 - 7 * along[0] + side * 3.5 * across[0], y2 - 7 * along[1] + side * 3.5 * across[1]) for side in (1, -1)
        ]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in [(x2, y2), *corners])
        self.parts.append(f'<polygon points="{points}" {fill("line")}/>')

    def box(self, x, y, width, height, colour="ground", radius=5):
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" '
            f'class="f-{colour} s-edge" fill="{LIGHT[colour]}" stroke="{LIGHT["edge"]}"/>'
        )

    def name(self, x, y, words):
        """The name of a box."""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-size="{NAME_FONT}" font-weight="600" '
            f"{fill('ink')}>{escaped(words)}</text>"
        )

    def text(self, x, y, words, colour="ink", anchor="middle"):
        """A line of text that stays within the picture, on the ground's own colour."""
        half = len(words) * LETTER / 2
        if anchor == "middle":
            x = min(max(x, MARGIN + half), WIDTH - MARGIN - half)
        common = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}"'
        self.parts.append(
            f'<text {common} class="s-ground" stroke="{LIGHT["ground"]}" stroke-width="5" '
            f'stroke-linejoin="round" aria-hidden="true">{escaped(words)}</text>'
        )
        self.parts.append(f"<text {common} {fill(colour)}>{escaped(words)}</text>")

    def svg(self):
        height = self.y + MARGIN
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:g}" '
            f'viewBox="0 0 {WIDTH} {height:g}" role="img" aria-labelledby="title desc" '
            f'font-family="system-ui, sans-serif" font-size="{FONT}">'
        )
        named = f'<title id="title">{escaped(self.title)}</title>\n<desc id="desc">{escaped(self.description)}</desc>'
        ground = (
            f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1:g}" rx="6" '
            f'class="f-ground s-edge" fill="{LIGHT["ground"]}" stroke="{LIGHT["edge"]}"/>'
        )
        return "\n".join([head, named, style(), ground, *self.parts, "</svg>", ""])


def read_lines(text, path):
    """The title, the description, and the other lines, each with its number."""
    title = description = None
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("title "):
            title = line.removeprefix("title ")
        elif line.startswith("desc "):
            description = line.removeprefix("desc ")
        elif line.strip():
            lines.append((number, line))
    if not title or not description:
        raise SystemExit(f"diagrams.py: {path} lacks a title or a description")
    return title, description, lines


def wrong(path, number, why):
    raise SystemExit(f"diagrams.py: {path} line {number}: {why}")


def wrapped(words):
    return textwrap.wrap(words, MOST_LETTERS, break_long_words=False, break_on_hyphens=False)


def sequence(text, path="a text"):
    """The picture of a .seq."""
    title, description, lines = read_lines(text, path)
    parties, steps = [], []
    for number, line in lines:
        if line.startswith("parties "):
            parties = [name.strip() for name in line.removeprefix("parties ").split(",")]
            continue
        if line.startswith("== "):
            steps.append(("part", None, None, line.removeprefix("== ")))
            continue
        who, colon, words = line.partition(": ")
        dashed = " --> " in who
        ends = who.split(" --> " if dashed else " -> ")
        if not colon or len(ends) > 2 or any(end not in parties for end in ends):
            wrong(path, number, "neither a step between two of the parties, nor one of them")
        kind = "within" if len(ends) == 1 else "dashed" if dashed else "plain"
        steps.append((kind, ends[0], ends[-1], words))
    if not 2 <= len(parties) <= 4:
        raise SystemExit(f"diagrams.py: {path} has {len(parties)} parties, and not 2 to 4")

    told = [f"{a} to {b}: {words}" if kind in ("plain", "dashed") else words for kind, a, b, words in steps]
    picture = Picture(title, description + " " + "; ".join(told) + ".")
    room = (WIDTH - 2 * MARGIN) / len(parties)
    at = {name: MARGIN + room * (place + 0.5) for place, name in enumerate(parties)}
    top = picture.y + 24
    lifelines = len(picture.parts)
    picture.y = top + 8
    for kind, first, second, words in steps:
        rows = wrapped(words)
        picture.y += 5
        middle = WIDTH / 2 if kind == "part" else (at[first] + at[second]) / 2
        if kind == "part":
            picture.y += 4
            picture.line(MARGIN, picture.y, WIDTH - MARGIN, picture.y, "edge")
        for row in rows:
            picture.y += LINE
            picture.text(middle, picture.y, row, "soft" if kind in ("part", "within") else "ink")
        if kind in ("plain", "dashed"):
            picture.y += 9
            gap = 1 if at[first] < at[second] else -1
            picture.arrow(at[first] + gap, picture.y, at[second] - gap, picture.y, kind == "dashed")
        else:
            picture.y += 4
    picture.y += 6
    over = Picture("", "")
    for name, x in at.items():
        over.line(x, top, x, picture.y, "edge")
        over.box(x - room / 2 + 4, MARGIN, room - 8, 24)
        over.name(x, MARGIN + 16, name)
    picture.parts[lifelines:lifelines] = over.parts
    return picture.svg()


def read_states(text, path="a text"):
    """The states with their words, the transitions with their events, and the rows."""
    title, description, lines = read_lines(text, path)
    states, transitions, rows = {}, [], []
    for number, line in lines:
        if line.startswith("row "):
            rows.append(line.split()[1:])
            continue
        left, colon, words = line.partition(": ")
        if not colon:
            wrong(path, number, "neither a state, a transition nor a row")
        if " -> " in left:
            transitions.append((*left.split(" -> "), words.split(", ")))
        else:
            states[left] = words
    placed = [name for row in rows for name in row]
    if sorted(placed) != sorted(states):
        raise SystemExit(f"diagrams.py: {path} draws other states than it names")
    for first, second, _ in transitions:
        if first not in states or second not in states:
            raise SystemExit(f"diagrams.py: {path} leads from or to a state that it does not name")
    return title, description, states, transitions, rows


BOX = 26  # the height of a state
SIDE = 6  # from the side of the picture to a line that passes by the boxes
BETWEEN = 46  # from the foot of one row to the head of the next


def number_at(picture, x, y, number):
    picture.parts.append(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" class="f-ground s-line" '
        f'fill="{LIGHT["ground"]}" stroke="{LIGHT["line"]}"/>'
    )
    picture.parts.append(f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" {fill("ink")}>{number}</text>')


def states_picture(text, path="a text"):
    """The picture of a .states: the arrows have numbers, and a table below says which events they are."""
    title, description, states, transitions, rows = read_states(text, path)
    told = [f"{first} to {second} by {' or '.join(events)}" for first, second, events in transitions]
    picture = Picture(title, description + " " + "; ".join(told) + ".")
    boxes = {}
    for place, row in enumerate(rows):
        room = (WIDTH - 2 * MARGIN) / len(row)
        for column, name in enumerate(row):
            width = min(room - 4, len(name) * NAME_LETTER + 12)
            boxes[name] = (MARGIN + room * (column + 0.5), picture.y + place * (BOX + BETWEEN), width)
    row_of = {name: place for place, row in enumerate(rows) for name in row}
    names = []
    for number, (first, second, _) in enumerate(transitions, 1):
        (x1, y1, w1), (x2, y2, w2) = boxes[first], boxes[second]
        if row_of[second] - row_of[first] > 1:
            # Past the rows between, along the side on which the second state stands.
            right = x2 > WIDTH / 2
            side = 1 if right else -1
            edge = WIDTH - SIDE if right else SIDE
            picture.line(x1 + side * w1 / 2, y1 + BOX / 2, edge, y1 + BOX / 2, more=' stroke-width="1.4"')
            picture.line(edge, y1 + BOX / 2, edge, y2 + BOX / 2, more=' stroke-width="1.4"')
            picture.arrow(edge, y2 + BOX / 2, x2 + side * w2 / 2, y2 + BOX / 2)
            names.append((edge - side * 4, y1 + BOX + BETWEEN / 2, number))
        elif row_of[second] == row_of[first]:
            # Two arrows between neighbours stand one above the other.
            right = x2 > x1
            y = y1 + (8 if right else BOX - 8)
            start, end = (x1 + w1 / 2, x2 - w2 / 2) if right else (x1 - w1 / 2, x2 + w2 / 2)
            picture.arrow(start, y, end, y)
            names.append(((start + end) / 2 + (-12 if right else 12), y, number))
        else:
            down = y2 > y1
            lean = max(min((x2 - x1) * 0.22, w1 / 2 - 6), 6 - w1 / 2)
            start = (x1 + lean, y1 + BOX if down else y1)
            end = (x2 - max(min((x2 - x1) * 0.1, w2 / 2 - 6), 6 - w2 / 2), y2 if down else y2 + BOX)
            picture.arrow(*start, *end)
            names.append(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 2, number))
    for name, (x, y, width) in boxes.items():
        picture.box(x - width / 2, y, width, BOX)
        picture.name(x, y + 17, name)
    for x, y, number in names:
        number_at(picture, x, y, number)
    picture.y += len(rows) * BOX + (len(rows) - 1) * BETWEEN + 10
    for number, (first, second, events) in enumerate(transitions, 1):
        picture.y += LINE + 4
        number_at(picture, MARGIN + 9, picture.y - 4, number)
        for row in wrapped(f"{first} to {second}: {' or '.join(events)}"):
            picture.text(MARGIN + 24, picture.y, row, anchor="start")
            picture.y += LINE
        picture.y -= LINE
    picture.y += 4
    return picture.svg()


ROOM = re.compile(r'^(\w+)\["`\*\*(.*?)\*\*: (.*?)`"\]$', re.M | re.S)
ARROW = re.compile(r"^(\w+) -->\|(.*?)\| (\w+)$", re.M)
LANE = 8  # from one upright line to the next, and from the boxes to the first


def rooms_picture(text, title):
    """The picture of a flowchart in Mermaid's words, with rooms below each other and arrows beside them.

    It is for the site: GitHub draws the words itself, and Mermaid's script is nobody's here.
    """
    rooms = {key: (name, words) for key, name, words in ROOM.findall(text)}
    arrows = ARROW.findall(text)
    left = [line for line in ROOM.sub("", text).splitlines() if line.strip() and not ARROW.match(line)]
    if not rooms or left not in ([], ["flowchart TD"]):
        raise SystemExit(f"diagrams.py: this is not drawn: {left}")
    told = [f"{rooms[first][0]} {words} {rooms[second][0]}" for first, words, second in arrows]
    picture = Picture(title, "Rooms with what is in them, the upper before the lower. " + "; ".join(told) + ".")
    right = WIDTH - MARGIN - LANE * (len(arrows) + 1)
    box_at, over = {}, Picture("", "")
    for key, (name, words) in rooms.items():
        meaning, _, folders = words.partition("\n")
        most = int((right - MARGIN - 12) / LETTER)
        rows = [*textwrap.wrap(meaning, most), *textwrap.wrap(" ".join(folders.split()), most)]
        height = LINE * (len(rows) + 1) + 10
        box_at[key] = [picture.y, picture.y + height, 0]
        over.box(MARGIN, picture.y, right - MARGIN, height)
        over.name((MARGIN + right) / 2, picture.y + LINE + 1, name)
        for place, row in enumerate(rows, 2):
            over.text(MARGIN + 6, picture.y + LINE * place + 3, row, "ink" if place == 2 else "soft", anchor="start")
        picture.y += height + 14

    def port(key):
        """A place at the right side of a box that no other line has."""
        top, bottom, taken = box_at[key]
        box_at[key][2] += 1
        mine = sum(key in (first, second) for first, _, second in arrows)
        return top + (bottom - top) * (taken + 1) / (mine + 1)

    for number, (first, _, second) in enumerate(arrows, 1):
        lane, start, end = right + LANE * number, port(first), port(second)
        picture.line(right, start, lane, start)
        picture.line(lane, start, lane, end)
        picture.arrow(lane, end, right, end)
    picture.parts += over.parts
    for first, words, second in arrows:
        for place, row in enumerate(wrapped(f"{rooms[first][0]} to {rooms[second][0]}: {words}")):
            picture.y += LINE + (4 if place == 0 else 0)
            picture.text(MARGIN, picture.y, row, anchor="start")
    picture.y += 4
    return picture.svg()


DRAWN = {".seq": sequence, ".states": states_picture}


def pictures(folder=FOLDER):
    """The pictures that there should be: the path of each, and its text."""
    found = {}
    for source in sorted(folder.iterdir()):
        if source.suffix in DRAWN:
            text = source.read_text(encoding="utf-8")
            found[source.with_suffix(".svg")] = DRAWN[source.suffix](text, source.name)
    return found


def main(arguments):
    if arguments not in ([], ["--check"]):
        raise SystemExit(__doc__)
    stale = []
    for path, text in pictures().items():
        if not arguments:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(path.name)
    if stale:
        raise SystemExit(f"diagrams.py: {', '.join(stale)}: not what is drawn today; run tools/package/site/diagrams.py")


if __name__ == "__main__":
    main(sys.argv[1:])
