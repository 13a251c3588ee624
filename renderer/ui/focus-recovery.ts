import { tabStopsIn } from './panes.ts';

/** So many frames without any focus: what has a place of its own for it has taken it by then. */
const MAX_UNFOCUSED_FRAMES = 4;

/** What is not searched beyond: the focus stays in the dialog or part of the page that it was in. */
const BOUNDARY = 'main,[role="dialog"],[role="alertdialog"],[data-pane],body';

/** Where the element with the focus was taken out. */
interface RemovalPoint {
  /** The parents it had, from the inner to the outer. */
  parents: readonly Element[];
  /** What came in its stead, or stood behind it. */
  next: Node | null;
}

const parentsOf = (element: Element): Element[] =>
  element.parentElement ? [element, ...parentsOf(element.parentElement)] : [element];

/** What was taken out of something that was taken out itself is looked for from there on. */
function removalPointOf(removed: Element, records: readonly MutationRecord[]): RemovalPoint {
  let detached: Node = removed;
  let next: Node | null = null;
  for (const { target, removedNodes, nextSibling } of records) {
    if (detached.isConnected || ![...removedNodes].some((node) => node.contains(detached))) continue;
    detached = target;
    next = nextSibling;
  }
  // What came in its stead is nearer than what stood behind it.
  const added = records
    .filter(({ target }) => target === detached)
    .flatMap(({ addedNodes }) => [...addedNodes]);
  const stead = added.find((node) => node instanceof Element && node.isConnected);
  return {
    parents: [...(detached instanceof Element ? parentsOf(detached) : []), document.body],
    next: stead ?? next,
  };
}

/** The control that stands where the removed one stood: the next one, else the one before. */
function neighborIn(container: Element, next: Node | null): HTMLElement | undefined {
  const stops = tabStopsIn(container);
  const isBehind = (stop: HTMLElement): boolean =>
    next !== null &&
    (next.contains(stop) || (next.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  return next?.isConnected ? (stops.find(isBehind) ?? stops.at(-1)) : stops.at(-1);
}

/** The page or dialog that lost all it had, which takes the focus as a whole; a new page is looked for in the window. */
function pageRootOf(parent: Element, marker: Node | null): Element | null {
  const main = parent.matches('main') ? null : parent.querySelector('main[tabindex]');
  if (main) return main;
  return marker === null && parent.matches(BOUNDARY) && parent.hasAttribute('tabindex') ? parent : null;
}

/** @returns whether there was something; a page that is still read has nothing yet. */
function focusNeighbor({ parents, next }: RemovalPoint): boolean {
  let marker = next;
  for (const parent of parents) {
    if (!parent.isConnected) continue;
    const target = pageRootOf(parent, marker) ?? neighborIn(parent, marker);
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    if (target || parent.matches(BOUNDARY)) return Boolean(target);
    marker = parent;
  }
  return false;
}

const isUnfocused = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Gives the focus to what stands nearest where a control that had it by keyboard goes away: a button that is another one once
 * it was pressed, a row that was deleted, a page that was left.
 * @returns a function that ends it.
 */
export function recoverFocus(): () => void {
  let focused: HTMLElement | null = null;
  let request = 0;
  /** Where a control was, of a page whose successor is still read. */
  let pending: RemovalPoint | null = null;
  const clearPending = (): void => {
    pending = null;
  };
  const onFocus = ({ target }: FocusEvent): void => {
    cancelAnimationFrame(request);
    clearPending();
    focused = target instanceof HTMLElement && target.matches(':focus-visible') ? target : null;
  };
  const restore = (point: RemovalPoint, frames: number): void => {
    request = requestAnimationFrame(() => {
      if (!isUnfocused()) return;
      if (frames < MAX_UNFOCUSED_FRAMES) restore(point, frames + 1);
      else pending = focusNeighbor(point) ? null : point;
    });
  };
  const changes = new MutationObserver((records) => {
    if (pending !== null) restore(pending, 0);
    if (focused === null || focused.isConnected) return;
    const point = removalPointOf(focused, records);
    focused = null;
    restore(point, 0);
  });
  document.addEventListener('focusin', onFocus);
  // A person who goes on elsewhere is not led away.
  document.addEventListener('pointerdown', clearPending, true);
  changes.observe(document.body, { childList: true, subtree: true });
  return () => {
    cancelAnimationFrame(request);
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', clearPending, true);
    changes.disconnect();
  };
}
