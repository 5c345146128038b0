"""Boxes of a page: which overlap, which stick out of the window, which are cut.

    troubles(page)                          one line for each fault; none is []
    troubles(page, also=".pile")            these elements have boxes, too
    at_sizes(page, SIZES, also=".pile")     the same at one size after the other

A box is a line of visible text, a control or a drawing, as far as its ancestors let it be seen.
Two boxes overlap where neither element contains the other and they share more than SLACK pixels
both ways. What is fixed over the page, and what is open over it, is compared with its own kind:
a bar at the bottom hides, for a while, what is scrolled behind it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

Size = tuple[int, int]
SLACK = 1.5
"""Pixels that boxes may share: they have fractions of pixels."""
SIZES: tuple[Size, ...] = (
    (320, 568),
    (360, 740),
    (390, 844),
    (600, 960),
    (720, 450),  # a laptop at 200 %
    (768, 1024),
    (820, 1180),
    (844, 390),
    (1024, 768),
    (1440, 900),
    (1920, 1080),
    (3840, 2160),
)
"""Twelve windows: phones, tablets, laptops, a wall."""
FINDS = """([also, slack]) => {
  const controls = "button, a[href], input, select, textarea, summary, label:has(input)";
  const drawings = "svg:not([aria-hidden]), img";
  const all = [controls, drawings, also].filter(Boolean).join();
  const AIR = 0.15;  // of a line, above and below its letters
  const endless = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const within = (one, other) => ({
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  });
  const around = (rects) => ({
    left: Math.min(...rects.map(({ left }) => left)),
    top: Math.min(...rects.map(({ top }) => top)),
    right: Math.max(...rects.map(({ right }) => right)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  });
  const name = (element) => {
    const text = element.getAttribute("aria-label") ?? element.textContent;
    const mark = element.id
      ? `#${element.id}` : [element.localName, ...element.classList].slice(0, 2).join(".");
    return `${mark} "${text.replace(/\\s+/g, " ").trim().slice(0, 30)}"`;
  };

  const frames = new Map();
  // what an element lets be seen of what is in it, on which layer, and whether it scrolls sideways
  const frameOf = (element) => {
    if (!element) return { ...endless, layer: null, scrolls: false };
    if (frames.has(element)) return frames.get(element);
    const { position, overflowX, overflowY, clipPath } = getComputedStyle(element);
    const isOnTop = position === "fixed" || element.matches(":popover-open, dialog[open]");
    const frame = { ...frameOf(isOnTop ? null : element.parentElement) };
    if (isOnTop || position === "sticky") frame.layer = element;
    const rect = element.getBoundingClientRect();
    if (!element.matches("html, body")) {
      const { left, right } = overflowX === "visible" ? endless : rect;
      const { top, bottom } = overflowY === "visible" ? endless : rect;
      Object.assign(frame, within(frame, { left, top, right, bottom }));
      frame.scrolls ||= /auto|scroll/.test(overflowX);
    }
    if (clipPath !== "none" && rect.width <= 1) frame.right = -Infinity;  // it is only heard
    frames.set(element, frame);
    return frame;
  };

  const boxes = [];
  const add = (element, rect, frame) => {
    const seen = within(rect, frame);
    const isThere = seen.right - seen.left > slack && seen.bottom - seen.top > slack;
    if (!isThere || seen.right <= 0) return;
    const isCut = rect.bottom - seen.bottom > slack || seen.top - rect.top > slack;
    boxes.push({ element, ...seen, layer: frame.layer, scrolls: frame.scrolls, isCut });
  };
  for (const element of document.querySelectorAll(all)) {
    if (element.parentElement.closest("svg") || !isShown(element)) continue;
    const parts = also && element.matches(also) ? [element, ...element.children] : [element];
    const rect = around(parts.map((part) => part.getBoundingClientRect()));
    add(element, rect, frameOf(element.parentElement));
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement;
    const isText = node.data.trim() && !element.closest("svg, script, style, option");
    if (!isText || !isShown(element)) continue;
    range.selectNodeContents(node);
    for (const { left, right, top, bottom, height } of range.getClientRects()) {
      const air = AIR * height;
      add(element, { left, right, top: top + air, bottom: bottom - air }, frameOf(element));
    }
  }

  const faults = [];
  const pixels = (...many) => many.map(Math.round).join(" x ");
  for (const { element, left, right, scrolls, isCut } of boxes) {
    if ((left < -slack || right > innerWidth + slack) && !scrolls)
      faults.push(`${name(element)} sticks out: ${pixels(left, right)}`);
    if (isCut && element.matches(controls)) faults.push(`${name(element)} is cut`);
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.push(`the page is ${wide} wide`);
  boxes.sort((one, other) => one.top - other.top);
  boxes.forEach((one, at) => {
    for (const other of boxes.slice(at + 1)) {
      if (other.top >= one.bottom - slack) break;
      const isInside = one.element.contains(other.element) || other.element.contains(one.element);
      const shared = within(one, other);
      const across = shared.right - shared.left, down = shared.bottom - shared.top;
      if (one.layer === other.layer && !isInside && across > slack && down > slack)
        faults.push(`${name(one.element)} and ${name(other.element)}: ${pixels(across, down)}`);
    }
  });
  return [...new Set(faults)];
}"""


def troubles(page: "Page", also: str = "") -> list[str]:
    """What overlaps, sticks out or is cut in the window as it is."""
    faults: list[str] = page.evaluate(FINDS, [also, SLACK])
    return faults


def at_sizes(page: "Page", sizes: Sequence[Size] = SIZES, also: str = "") -> list[str]:
    """The same at each size, which stands before the fault."""
    faults = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        faults += [f"{width} x {height}: {fault}" for fault in troubles(page, also)]
    return faults
