import { flushSync } from 'react-dom';

/** What this needs of React's record of a component. */
interface Fiber {
  type: unknown;
  tag: number;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  stateNode: unknown;
}

/** Tags of functions, of those with a ref, and of memos. */
const COMPONENTS: ReadonlySet<number> = new Set([0, 11, 14, 15]);
/** The flag of what was rendered, and not only carried over. */
const RENDERED = 1;

/** The records on the page as they are now, each before what is in it. */
function fibersOfPage(): Fiber[] {
  const found: Fiber[] = [];
  const walk = (fiber: Fiber | null): void => {
    for (let next = fiber; next; next = next.sibling) {
      found.push(next);
      walk(next.child);
    }
  };
  for (const element of document.querySelectorAll('*')) {
    const key = Object.keys(element).find((name) => name.startsWith('__reactContainer$'));
    const root = key && (element as unknown as Record<string, Fiber | null>)[key];
    if (root) walk((root.stateNode as { current: Fiber }).current);
  }
  return found;
}

function nameOf(type: unknown): string {
  if (typeof type === 'function') return type.name;
  const { type: inner, render } = type as { type?: unknown; render?: unknown };
  return nameOf(inner ?? render ?? Object);
}

/**
 * The names of the components that are rendered because of an act, in their order on the page: those of all that an external
 * store wakes at once.
 */
export function renderedBy(act: () => void): string[] {
  const before = new Set(fibersOfPage());
  flushSync(act);
  return fibersOfPage().flatMap((fiber) =>
    COMPONENTS.has(fiber.tag) && (fiber.flags & RENDERED) !== 0 && !before.has(fiber)
      ? [nameOf(fiber.type)]
      : [],
  );
}
