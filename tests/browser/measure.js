// Runs in the page: opens what is closed, measures every text, and returns sentences about those
// that overlap, are cut off, or can hardly be told from what is behind them.
(() => {
  const problems = [];
  const MOST = 20;
  // Glyphs rarely fill their box: boxes may touch by this many pixels.
  const SLACK = 3;
  // Least height of a line of text, in pixels: about that of letters of 8 pixels.
  const LEAST = 9.5;
  for (const details of document.querySelectorAll('details')) details.open = true;

  const shown = (text) => JSON.stringify(text.length > 60 ? text.slice(0, 60) + '…' : text);
  const report = (sentence) => {
    if (problems.length < MOST) problems.push(sentence);
    else if (problems.length === MOST) problems.push('and more');
  };

  // What holds an element: what cuts off its content, and the first thing that scrolls, which ends
  // the search, since what can be scrolled to can be seen.
  const known = new Map();
  const holding = (element) => {
    if (element === null || element === document.documentElement) {
      return {clips: [], scroller: null};
    }
    if (known.has(element)) return known.get(element);
    const style = getComputedStyle(element);
    const either = (...kinds) => kinds.includes(style.overflowX) || kinds.includes(style.overflowY);
    const svgRoot = element.tagName === 'svg' && element.ownerSVGElement === null;
    let result;
    if (either('auto', 'scroll')) {
      result = {clips: [], scroller: element};
    } else {
      result = holding(element.parentElement);
      if (either('hidden', 'clip') || svgRoot) {
        result = {clips: [element, ...result.clips], scroller: result.scroller};
      }
    }
    known.set(element, result);
    return result;
  };

  // Every piece of text that is drawn, with a box for each line of it.
  const texts = [];
  const walker = document.createTreeWalker(
      document.body || document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue.trim();
    const element = node.parentElement;
    if (!text || element.closest('title, desc, style, script, noscript, template')) continue;
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden' || style.opacity === '0') continue;
    if (element.closest('[hidden], .visually-hidden')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      texts.push({text, element, box});
    }
  }

  const page = document.documentElement;
  for (const one of texts) {
    const {text, element, box} = one;
    const {clips, scroller} = holding(element);
    one.scroller = scroller;
    for (const holder of clips) {
      const clip = holder.getBoundingClientRect();
      if (box.left < clip.left - SLACK || box.right > clip.right + SLACK ||
          box.top < clip.top - SLACK || box.bottom > clip.bottom + SLACK) {
        report(`${shown(text)} is cut off by <${holder.tagName.toLowerCase()}>`);
        break;
      }
    }
    if (box.height < LEAST && box.width >= LEAST) {
      report(`${shown(text)} is too small to read: ${box.height.toFixed(1)} pixels`);
    }
    if (scroller === null && (box.left < -1 || box.right > page.clientWidth + 1)) {
      report(`${shown(text)} lies beyond the page`);
    }
  }
  if (page.scrollWidth > page.clientWidth + 1) {
    report(`the page scrolls sideways: ${page.scrollWidth} of ${page.clientWidth} pixels`);
  }

  // Sweep from the top: only boxes that share a height are compared. Of what lies in something that
  // scrolls, the rest of the page meets the part that is in view.
  for (const one of texts) {
    one.view = one.box;
    if (one.scroller === null) continue;
    const port = one.scroller.getBoundingClientRect();
    one.view = {left: Math.max(one.box.left, port.left), right: Math.min(one.box.right, port.right),
                top: Math.max(one.box.top, port.top), bottom: Math.min(one.box.bottom, port.bottom)};
  }
  texts.sort((a, b) => a.box.top - b.box.top);
  let open = [];
  for (const one of texts) {
    open = open.filter((other) => other.box.bottom > one.box.top + SLACK);
    for (const other of open) {
      if (other.element === one.element) continue;
      const same = one.scroller === other.scroller;
      const [a, b] = same ? [one.box, other.box] : [one.view, other.view];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > SLACK && down > SLACK) {
        report(`${shown(other.text)} and ${shown(one.text)} overlap`);
      }
    }
    open.push(one);
  }

  // Contrast as WCAG 2 measures it; 4.5 is what it asks of text of this size.
  const channel = (value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const numbers = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
  const luminance = ([r, g, b]) =>
      0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (element) => {
    for (let up = element; up; up = up.parentElement) {
      if (up instanceof SVGElement && up.ownerSVGElement !== null) {
        const box = up.parentElement && up.parentElement.querySelector(':scope > .wf-box');
        if (box) return numbers(getComputedStyle(box).fill);
        continue;
      }
      const background = up.tagName === 'svg' && up.querySelector(':scope > .wf-bg');
      if (background) return numbers(getComputedStyle(background).fill);
      const colour = numbers(getComputedStyle(up).backgroundColor);
      if (colour.length >= 3 && (colour.length < 4 || colour[3] > 0.5)) return colour;
    }
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const follows = getComputedStyle(document.documentElement).colorScheme.includes('dark');
    return dark && follows ? [18, 18, 18] : [255, 255, 255];
  };
  const faint = new Set();
  const looked = new Set();
  for (const {text, element} of texts) {
    if (looked.has(element)) continue;
    looked.add(element);
    const style = getComputedStyle(element);
    const own = numbers(element instanceof SVGElement ? style.fill : style.color);
    const [a, b] = [luminance(own), luminance(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const key = `${own}|${behind(element)}`;
    if (contrast >= 4.5 || faint.has(key)) continue;
    faint.add(key);
    report(`${shown(text)} has a contrast of ${contrast.toFixed(1)}`);
  }
  return problems;
})();
