/** The parts of the window that one key leads through, whatever Tab does in them. */

/** Marks a part of the window; of parts within parts the inner ones count. */
export const pane = { 'data-pane': '' };

/** Marks what takes the focus of its part first, before its first control. */
export const paneStart = { 'data-pane-start': '' };

const CONTROLS =
  'a[href],button:not(:disabled),input:not(:disabled),textarea:not(:disabled),select:not(:disabled),[tabindex]';

const isTabStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.closest('[inert]');

/** What Tab leads to within an element, in order. */
export const tabStopsIn = (container: ParentNode): HTMLElement[] =>
  [...container.querySelectorAll<HTMLElement>(CONTROLS)].filter(isTabStop);

/** What had the focus last in each part, which takes it again. */
const lastFocused = new WeakMap<Element, HTMLElement>();

/** Remembers where the focus is in each part of the window. @returns a function that ends it. */
export function watchPanes(): () => void {
  const onFocus = ({ target }: FocusEvent): void => {
    const container = target instanceof HTMLElement ? target.closest('[data-pane]') : null;
    if (container && target instanceof HTMLElement) lastFocused.set(container, target);
  };
  document.addEventListener('focusin', onFocus);
  return () => document.removeEventListener('focusin', onFocus);
}

/** Current page, open tab: what says where one is comes before the first control. */
const STARTS = [
  '[data-pane-start]',
  '[aria-current="page"]',
  '[role="tab"][aria-selected="true"]',
  '[data-shot][tabindex="0"]',
];

function entryOf(container: HTMLElement): HTMLElement | undefined {
  const last = lastFocused.get(container);
  if (last && container.contains(last) && isTabStop(last)) return last;
  if (container.matches('[data-pane-start]')) return container;
  const starts = STARTS.flatMap((start) => container.querySelector<HTMLElement>(start) ?? []);
  const start = starts.find((each) => each.checkVisibility() && !each.closest('[inert]'));
  return start ?? tabStopsIn(container)[0];
}

/**
 * Leads the focus to the next part of the window, or the one before.
 * @param step 1 or -1
 * @returns whether there was one.
 */
export function movePaneFocus(step: 1 | -1): boolean {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (each) => each.querySelector('[data-pane]') === null && entryOf(each) !== undefined,
  );
  const current = panes.findIndex((each) => each.contains(document.activeElement));
  const index = current < 0 && step < 0 ? 0 : current;
  const next = panes.at((index + step + panes.length) % panes.length);
  const entry = next && entryOf(next);
  entry?.focus();
  return entry !== undefined;
}
