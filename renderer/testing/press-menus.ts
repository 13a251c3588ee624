import { expect, onTestFinished, vi } from 'vitest';
import { commands } from '#renderer/commands/index.ts';
import { framePassed } from './rendered-at-once.ts';
import { waitSoon } from './wait-soon.ts';

/** A place with a menu, on a page that is made anew for each entry. */
export interface MenuPlace {
  show: () => Promise<unknown>;
  /** Takes the page away again. */
  leave: () => Promise<unknown> | void;
  /** What is pressed: a button by a click, anything else by the secondary button. */
  target: () => Element | null | undefined;
  /** A part of the element, from 0 to 1 in each direction, where that counts. */
  at?: { x: number; y: number };
  /** Entries that say by themselves that nothing is to be done, or open what tests do not have. */
  except?: readonly string[];
}

const POPUPS = '[role="menu"]:not([data-closed])';
const ENTRIES = '[role="menuitem"],[role="menuitemcheckbox"],[role="menuitemradio"]';

const openMenus = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(POPUPS)];
/** A part of an entry; its keys are hidden from screen readers, and the sentence below its name is a part of the name's. */
const partOf = (entry: Element, part: 'name' | 'detail'): string => {
  const copy = entry.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
  const detail = copy.querySelector('[class*="itemDetail"]');
  detail?.remove();
  return ((part === 'name' ? copy.textContent : detail?.textContent) ?? '').trim();
};
const nameOf = (entry: Element): string => entry.getAttribute('aria-label') ?? partOf(entry, 'name');
const entriesOf = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>(ENTRIES)];
const isSubmenu = (entry: HTMLElement): boolean => entry.getAttribute('aria-haspopup') === 'menu';
const isDisabled = (entry: HTMLElement): boolean => entry.getAttribute('aria-disabled') === 'true';

async function openMenu({ target, at = { x: 0.5, y: 0.5 } }: MenuPlace): Promise<HTMLElement> {
  const element = await waitSoon(() => {
    const found = target();
    expect(found, 'what the menu is of').toBeInstanceOf(Element);
    return found as HTMLElement;
  });
  // As on a page that was just opened: nothing has the focus.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  if (element.matches('button[aria-haspopup]')) element.click();
  else {
    const { left, top, width, height } = element.getBoundingClientRect();
    element.dispatchEvent(
      new MouseEvent('contextmenu', {
        bubbles: true,
        cancelable: true,
        button: 2,
        clientX: left + width * at.x,
        clientY: top + height * at.y,
      }),
    );
  }
  return filled('the menu', () => openMenus()[0]);
}

/** A menu once it has entries. */
const filled = (what: string, find: () => HTMLElement | undefined): Promise<HTMLElement> =>
  waitSoon(() => {
    const menu = find();
    expect(menu && entriesOf(menu).length, `entries of ${what}`).toBeGreaterThan(0);
    return menu!;
  });

/** The entries of a menu once they are the same in two frames: some come with what a page still reads. */
async function settledEntries(menu: HTMLElement): Promise<HTMLElement[]> {
  const names = () => entriesOf(menu).map(nameOf).join('\n');
  for (let before = ''; before !== names(); await framePassed()) before = names();
  return entriesOf(menu);
}

async function openSubmenu(entry: HTMLElement, above: HTMLElement): Promise<HTMLElement> {
  entry.click();
  return filled('the submenu', () => openMenus().find((other) => other !== above));
}

/** Counts choosers of files and downloads, which tests do not open. @returns how many there were. */
function countOpened(): () => number {
  let opened = 0;
  for (const { prototype } of [HTMLInputElement, HTMLAnchorElement]) {
    Object.defineProperty(prototype, 'click', {
      configurable: true,
      value: () => {
        opened += 1;
      },
    });
    onTestFinished(() => void Reflect.deleteProperty(prototype, 'click'));
  }
  return () => opened;
}

/** What is to be seen of the page, without its menus. */
function seen(): string {
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const menu of copy.querySelectorAll('[role="menu"], [data-base-ui-focus-guard]')) menu.remove();
  for (const part of copy.querySelectorAll('*')) {
    for (const name of [
      'aria-hidden',
      'aria-expanded',
      'data-popup-open',
      'data-base-ui-inert',
      'tabindex',
      'style',
      'id',
    ])
      part.removeAttribute(name);
  }
  return copy.innerHTML;
}

/** The paths of all entries, submenu and entry, with the reason of those that cannot be used. */
async function listEntries(place: MenuPlace): Promise<{ path: string[]; whyNot: string | null }[]> {
  const menu = await openMenu(place);
  const listed: { path: string[]; whyNot: string | null }[] = [];
  for (const entry of await settledEntries(menu)) {
    const below = isSubmenu(entry) ? await settledEntries(await openSubmenu(entry, menu)) : [entry];
    for (const one of below) {
      listed.push({
        path: [...(one === entry ? [] : [nameOf(entry)]), nameOf(one)],
        whyNot: isDisabled(one) ? (one.getAttribute('title') ?? partOf(one, 'detail')) : null,
      });
    }
  }
  return listed;
}

async function find(place: MenuPlace, path: readonly string[]): Promise<HTMLElement> {
  const menu = await openMenu(place);
  const named = (above: HTMLElement, name: string | undefined) =>
    waitSoon(() => {
      const found = entriesOf(above).find((entry) => nameOf(entry) === name);
      expect(found, `“${name}” in the menu`).toBeDefined();
      return found!;
    });
  const first = await named(menu, path[0]);
  return path.length === 1 ? first : await named(await openSubmenu(first, menu), path[1]);
}

/**
 * Presses every entry of a menu, each on a page of its own on which nothing has the focus, and expects that a command ran, that the
 * page changed, or that the desktop process was asked for something; an entry that cannot be used has to say why.
 * @param asked how many calls the desktop process has received.
 * @returns the names of what was pressed.
 */
export async function pressEveryEntry(place: MenuPlace, asked: () => number = () => 0): Promise<string[]> {
  const run = vi.spyOn(commands, 'run');
  onTestFinished(() => run.mockRestore());
  const opened = countOpened();
  const asks = (): number => asked() + opened();
  await place.show();
  const listed = await listEntries(place);
  await place.leave();
  expect(listed.filter(({ whyNot }) => whyNot === '').map(({ path }) => path.join(' › '))).toEqual([]);
  const usable = listed.filter(
    ({ path, whyNot }) => whyNot === null && !place.except?.includes(path.at(-1) ?? ''),
  );
  for (const { path } of usable) {
    await place.show();
    const entry = await find(place, path);
    run.mockClear();
    const before = { page: seen(), calls: asks() };
    entry.click();
    await waitSoon(() => {
      const results = run.mock.results.map(({ value }) => value as unknown);
      const acted =
        results.length > 0 ? results.includes(true) : seen() !== before.page || asks() > before.calls;
      expect(acted, `“${path.join(' › ')}” acts`).toBe(true);
    });
    await place.leave();
  }
  return listed.map(({ path }) => path.join(' › '));
}
