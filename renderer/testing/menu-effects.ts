import { onTestFinished, vi } from 'vitest';
import { commands } from '#renderer/commands/index.ts';

/** What of a place counts as changed besides what is on the page. */
export interface Observed {
  /** What a press may change that the page does not show in its elements: a document, a selection, a view. */
  observe?: () => unknown;
}

/** Attributes that say that a menu is open, or that elements were made anew. */
const PASSING = [
  'aria-hidden',
  'aria-expanded',
  'aria-controls',
  'aria-labelledby',
  'aria-describedby',
  'data-popup-open',
  'data-testid',
  'data-pressed',
  'data-base-ui-inert',
  'data-starting-style',
  'data-ending-style',
  'inert',
  'tabindex',
  'style',
  'id',
];

/** What is to be seen of the page, without its menus. */
function serializePage(): string {
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const menu of copy.querySelectorAll('[role="menu"]'))
    (menu.closest('[data-base-ui-portal]') ?? menu).remove();
  for (const part of copy.querySelectorAll('[data-base-ui-focus-guard], [data-base-ui-portal]:empty'))
    part.remove();
  // Where pages of tests stood before.
  for (const part of copy.querySelectorAll('[data-testid^="__vitest"]:empty')) part.remove();
  for (const part of copy.querySelectorAll('*')) for (const name of PASSING) part.removeAttribute(name);
  return copy.innerHTML;
}

/** Says whether elements changed; the page is serialized only then, as it is looked at in every frame. */
const mutations = new MutationObserver(() => (serialized = null));
let serialized: string | null = null;

function pageText(): string {
  if (mutations.takeRecords().length > 0) serialized = null;
  return (serialized ??= serializePage());
}

/** Serializes the page anew after a change only, until the test has finished. */
function observePage(): void {
  const stop = (): void => {
    mutations.disconnect();
    serialized = null;
  };
  stop();
  mutations.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  onTestFinished(stop);
}

const FIELDS = 'input, textarea, [contenteditable="true"]';

/** The page, the field with the focus and what the place observes, as one text. */
export function stateOf({ observe }: Observed): string {
  const focused = document.activeElement;
  const field = focused?.matches(FIELDS) ? (focused.getAttribute('aria-label') ?? focused.outerHTML) : '';
  return [pageText(), field, JSON.stringify(observe?.() ?? null), location.href].join('\n');
}

/** Counts choosers of files, downloads, other windows and what goes through the clipboard. @returns how many there were. */
function countOutside(): () => number {
  let count = 0;
  for (const { prototype } of [HTMLInputElement, HTMLAnchorElement]) {
    Object.defineProperty(prototype, 'click', { configurable: true, value: () => void (count += 1) });
    onTestFinished(() => void Reflect.deleteProperty(prototype, 'click'));
  }
  const counted = [
    vi.spyOn(window, 'open').mockImplementation(() => ((count += 1), null)),
    vi.spyOn(navigator.clipboard, 'write').mockImplementation(async () => void (count += 1)),
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async () => void (count += 1)),
  ];
  onTestFinished(() => counted.forEach((spy) => spy.mockRestore()));
  return () => count;
}

/** An entry that is being pressed. */
interface Press {
  /** The entry has the title of a command, and has to run one. */
  isCommand: boolean;
  /** Runs the command that was asked for. @returns why none ran; null otherwise. */
  release: () => string | null;
}

export interface Effects {
  /** How many calls there were to what is outside the page. */
  calls: () => number;
  press: (name: string) => Press;
  /** What was thrown since the last press. */
  errors: () => readonly string[];
}

type Run = typeof commands.run;

/**
 * Watches what entries do until the test has finished. A command that an entry asks for is held back until it is released, so that
 * what was prepared for it can be told from what it does.
 * @param asked how many calls the desktop process has received.
 */
export function watchEffects(asked: () => number): Effects {
  observePage();
  const titles = new Set<string>();
  const { state } = commands;
  const run: Run = commands.run;
  let held: Parameters<Run> | null = null;
  let isHolding = false;
  let errors: string[] = [];
  const spies = [
    vi.spyOn(commands, 'state').mockImplementation((...given) => {
      const known = state(...given);
      titles.add(known.title);
      return known;
    }),
    vi.spyOn(commands, 'run').mockImplementation((...given) => {
      if (!isHolding) return run(...given);
      held ??= given;
      return true;
    }),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  const note = (event: Event): void => {
    errors.push(
      `throws: ${event instanceof ErrorEvent ? event.message : String((event as PromiseRejectionEvent).reason)}`,
    );
  };
  for (const kind of ['error', 'unhandledrejection']) {
    window.addEventListener(kind, note);
    onTestFinished(() => window.removeEventListener(kind, note));
  }
  const outside = countOutside();
  return {
    calls: () => asked() + outside(),
    errors: () => errors,
    press(name) {
      const isCommand = titles.has(name);
      errors = [];
      held = null;
      isHolding = isCommand;
      return {
        isCommand,
        release() {
          isHolding = false;
          if (held === null) return 'asks for no command';
          try {
            return run(...held) ? null : 'is offered, and then cannot be done';
          } catch (error) {
            return `throws: ${String(error)}`;
          }
        },
      };
    },
  };
}
