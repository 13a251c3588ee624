import { commands, page, type Locator, type UserEventClickOptions } from 'vitest/browser';
import { vi } from 'vitest';
import { framePassed } from './rendered-at-once.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    pressAt: (x: number, y: number, button: 'left' | 'middle' | 'right') => Promise<void>;
  }
}

interface Point {
  x: number;
  y: number;
}

/** What is to be clicked is looked for in so many frames; then Playwright waits for it, and says what is in the way. */
const FRAMES = 30;

const isDisabled = (element: Element): boolean =>
  element.matches(':disabled') || element.closest('[aria-disabled="true"], :disabled') !== null;

/** The middle of what the window shows of an element. */
function middleOf(element: Element): Point | null {
  if (isDisabled(element) || !element.checkVisibility({ visibilityProperty: true })) return null;
  const box = [...element.getClientRects()].find(({ width, height }) => width * height > 0.99);
  if (!box) return null;
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const right = Math.min(window.innerWidth, box.right);
  const bottom = Math.min(window.innerHeight, box.bottom);
  return right - left < 1 || bottom - top < 1 ? null : { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** A press there reaches the element, what is in it, or the text beside the field that it is. */
function isReached(element: Element, { x, y }: Point): boolean {
  const hit = document.elementFromPoint(x, y);
  return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
}

/** Where one element can be pressed that stands still from one frame to the next; null where that needs more than a look. */
async function placeOf(locator: Locator): Promise<Point | null> {
  let found: Element | undefined;
  let before: Point | null = null;
  for (let frame = 0; frame < FRAMES; frame += 1) {
    // As in Playwright, an element that was found is the one for as long as it is on the page.
    if (!found?.isConnected) {
      const elements = locator.elements();
      if (elements.length > 1) return null;
      [found] = elements;
      before = null;
    }
    const now = found ? middleOf(found) : null;
    if (found && now && now.x === before?.x && now.y === before.y && isReached(found, now)) return now;
    before = now;
    await framePassed();
  }
  return null;
}

interface Options extends UserEventClickOptions {
  button?: 'left' | 'middle' | 'right';
}

/** What all locators of a page have in common. */
const locators = Object.getPrototypeOf(page.getByText('')) as Locator;
const click: (this: Locator, options: Options) => Promise<void> = Reflect.get(locators, 'click');

/**
 * A click of the browser's own pointer on what is in view, still and uncovered takes a quarter of the processor time of one by
 * Playwright, which looks at the element from outside the page. All else is left to Playwright.
 */
locators.click = async function quickClick(this: Locator, options: Options = {}): Promise<void> {
  const { button = 'left', ...others } = options;
  const place = Object.keys(others).length > 0 || vi.isFakeTimers() ? null : await placeOf(this);
  if (!place) return click.call(this, options);
  if (document.activeElement === document.body) window.focus();
  const { left, top } = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
  await commands.pressAt(left + place.x, top + place.y, button);
  // What takes the focus or opens because of it does so with the next frame.
  await framePassed();
};
