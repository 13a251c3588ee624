import type { Page } from '@playwright/test';

/**
 * What people cannot see or reach in a window of this size: controls past an edge where no scrolling brings them in, words that
 * stand past the edge of their control, and parts of a page that scroll sideways though nothing in them goes on to the side.
 */
export function cutControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const overflows = (element: Element, axis: 'X' | 'Y'): boolean =>
      axis === 'X'
        ? element.scrollWidth > element.clientWidth + 1
        : element.scrollHeight > element.clientHeight + 1;
    const scrolls = (element: Element, axis: 'X' | 'Y'): boolean =>
      /auto|scroll/.test(getComputedStyle(element)[`overflow${axis}`]) && overflows(element, axis);
    const canBeScrolledTo = (element: Element, axis: 'X' | 'Y'): boolean => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (scrolls(parent, axis)) return true;
      return false;
    };
    const nameOf = (element: Element): string =>
      (element.getAttribute('aria-label') ?? element.textContent.trim()).slice(0, 60) || element.tagName;
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[data-editor-stage], [aria-hidden=true], [inert]') === null;
    const all = [...document.querySelectorAll('body *')].filter(isShown);
    const controls = all.filter((element) =>
      element.matches('button, a[href], input, select, textarea, [role=combobox], [role=tab]'),
    );
    const outside = controls.filter((element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      if (width <= 1) return false;
      const isBeside = left < -1 || right > innerWidth + 1;
      const isBelow = top < -1 || bottom > innerHeight + 1;
      return (isBeside && !canBeScrolledTo(element, 'X')) || (isBelow && !canBeScrolledTo(element, 'Y'));
    });
    /** Words for those who hear the page. */
    const isHidden = (element: Element, control: Element): boolean => {
      for (let part: Element | null = element; part && part !== control; part = part.parentElement)
        if (part.getBoundingClientRect().width <= 1 || getComputedStyle(part).clipPath !== 'none')
          return true;
      return false;
    };
    const isCut = (control: Element): boolean => {
      const frame = control.getBoundingClientRect();
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const { parentElement } = text;
        if (!parentElement || text.nodeValue?.trim() === '' || isHidden(parentElement, control)) continue;
        // Names end in an ellipsis.
        if (getComputedStyle(parentElement).textOverflow === 'ellipsis') continue;
        range.selectNodeContents(text);
        const { left, right, width } = range.getBoundingClientRect();
        if (width === 0) continue;
        if (left < frame.left - 1 || right > frame.right + 1) return true;
      }
      return false;
    };
    const cut = controls.filter(
      (control) => control.matches('button, a[href], [role=tab]') && isCut(control),
    );
    const sideways = [document.documentElement, ...all].filter(
      (element) =>
        element.clientWidth > 40 &&
        (element === document.documentElement ? overflows(element, 'X') : scrolls(element, 'X')) &&
        // Time goes on to the side.
        !element.matches('pre, textarea') &&
        element.querySelector('[data-track]') === null,
    );
    return [
      ...outside.map((element) => `outside the window: ${nameOf(element)}`),
      ...cut.map((element) => `cut: ${nameOf(element)}`),
      ...sideways.map(
        (element) => `scrolls sideways: <${element.tagName} ${element.className}> ${nameOf(element)}`,
      ),
    ];
  });
}
