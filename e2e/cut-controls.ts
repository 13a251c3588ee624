import type { Page } from '@playwright/test';

/** Names of the controls that stand past an edge of the window, where no scrolling brings them in. */
export function cutControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrollsSideways = (element: Element): boolean => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(parent).overflowX) && parent.scrollWidth > parent.clientWidth)
          return true;
      }
      return false;
    };
    return [...document.querySelectorAll('button, a[href], input, select, textarea, [role=combobox]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest('[data-editor-stage], [aria-hidden=true], [inert]') === null)
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > innerWidth + 1) && !scrollsSideways(element);
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? element.tagName);
  });
}
