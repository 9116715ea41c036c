// Runs in the page: opens what is closed, measures every text, and returns sentences about those
// that overlap, are cut off, or can hardly be told from what is behind them.
(() => {
  const problems = [];
  const MOST = 20;
  // Glyphs rarely fill their box: boxes may touch by this many pixels.
  const SLACK = 3;
  for (const details of document.querySelectorAll('details')) details.open = true;

  const shown = (text) => JSON.stringify(text.length > 60 ? text.slice(0, 60) + '…' : text);
  const report = (sentence) => {
    if (problems.length < MOST) problems.push(sentence);
    else if (problems.length === MOST) problems.push('and more');
  };

  // The part of the page that can be seen of an element's content, through all that scrolls or
  // clips: what can be scrolled to can be seen.
  const clips = (element) => {
    const result = [];
    for (let up = element; up && up !== document.documentElement; up = up.parentElement) {
      const style = getComputedStyle(up);
      const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
      const clipsAt = (overflow) => overflow === 'hidden' || overflow === 'clip';
      const svgRoot = up.tagName === 'svg' && up.ownerSVGElement === null;
      if (clipsAt(style.overflowX) || clipsAt(style.overflowY) || svgRoot) {
        result.push([up.getBoundingClientRect(), up]);
      }
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) break;
    }
    return result;
  };
  const inScroller = (element) => {
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX)) return true;
    }
    return false;
  };

  // Every piece of text that is drawn, with a box for each line of it.
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
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

  for (const {text, element, box} of texts) {
    for (const [clip, holder] of clips(element)) {
      if (box.left < clip.left - SLACK || box.right > clip.right + SLACK ||
          box.top < clip.top - SLACK || box.bottom > clip.bottom + SLACK) {
        report(`${shown(text)} is cut off by <${holder.tagName.toLowerCase()}>`);
        break;
      }
    }
    const beyond = box.left < -1 || box.right > document.documentElement.clientWidth + 1;
    if (beyond && !inScroller(element)) report(`${shown(text)} lies beyond the page`);
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) {
    report(`the page scrolls sideways: ${document.documentElement.scrollWidth} of ` +
           `${document.documentElement.clientWidth} pixels`);
  }

  // Sweep from the top: only boxes that share a height are compared.
  texts.sort((a, b) => a.box.top - b.box.top);
  let open = [];
  for (const one of texts) {
    open = open.filter((other) => other.box.bottom > one.box.top + SLACK);
    for (const other of open) {
      if (other.element === one.element) continue;
      const across = Math.min(one.box.right, other.box.right) -
          Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - one.box.top;
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
  for (const {text, element} of texts) {
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
