import { expect } from 'vitest';
import { steady, withinFrames } from './frames.ts';
import { stateOf, watchEffects, type Effects, type Observed } from './menu-effects.ts';
import { framePassed } from './rendered-at-once.ts';
import { waitSoon } from './wait-soon.ts';

/** A place with a menu, on a page that can be made anew. */
export interface MenuPlace extends Observed {
  show: () => Promise<unknown>;
  /** Takes the page away again. */
  leave: () => Promise<unknown> | void;
  /** What is pressed: a button by a click, anything else by the secondary button. */
  target: () => Element | null | undefined;
  /** A part of the element, from 0 to 1 in each direction, where that counts. */
  at?: { x: number; y: number };
  /** Makes the page again what it was before an entry was pressed, where that takes less than another page. */
  reset?: () => Promise<unknown> | void;
  /** Entries that say by themselves that nothing is to be done, or open what tests do not have. */
  except?: readonly string[];
}

const POPUPS = '[role="menu"]:not([data-closed])';
const DIALOGS = '[role="dialog"], [role="alertdialog"]';
/** A page that was restored shows it within so many frames. */
const FRAMES_TO_RESTORE = 4;
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
    const init = {
      bubbles: true,
      cancelable: true,
      button: 2,
      clientX: left + width * at.x,
      clientY: top + height * at.y,
    };
    // In the sequence of a right click: some lists choose what is below the pointer at the press.
    element.dispatchEvent(new PointerEvent('pointerdown', { ...init, pointerId: 1, pointerType: 'mouse' }));
    element.dispatchEvent(new MouseEvent('mousedown', init));
    element.dispatchEvent(new MouseEvent('contextmenu', init));
    element.dispatchEvent(new PointerEvent('pointerup', { ...init, pointerId: 1, pointerType: 'mouse' }));
    element.dispatchEvent(new MouseEvent('mouseup', init));
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

interface Listed {
  path: string[];
  whyNot: string | null;
}

/** The paths of all entries, submenu and entry, with the reason of those that cannot be used. */
async function listEntries(place: MenuPlace): Promise<Listed[]> {
  const menu = await openMenu(place);
  const listed: Listed[] = [];
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

const pressEscape = (): void => {
  const focused = document.activeElement ?? document.body;
  focused.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
};

/** The page once it rests with no menu open. */
const settled = (place: MenuPlace): Promise<string> =>
  steady(
    () => stateOf(place),
    () => openMenus().length === 0,
  );

async function closeMenus(): Promise<void> {
  await withinFrames(() => {
    if (openMenus().length > 0) pressEscape();
    return openMenus().length === 0;
  });
}

/** Presses an entry. @returns what it did wrong; null where it acted. */
async function press(place: MenuPlace, path: readonly string[], effects: Effects): Promise<string | null> {
  let entry = await find(place, path);
  const pressed = effects.press(nameOf(entry));
  let before = '';
  if (!pressed.isCommand) {
    // What a menu changes by being opened and closed is none of its entry's doing.
    await closeMenus();
    before = await settled(place);
    entry = await find(place, path);
  }
  const calls = effects.calls();
  entry.click();
  if (pressed.isCommand) {
    // What selects the entry's object has been done when the page rests; from then on it is the command that acts.
    before = await settled(place);
    const refusal = pressed.release();
    if (refusal !== null) return refusal;
  }
  const acted = await withinFrames(
    () => openMenus().length === 0 && (effects.calls() !== calls || stateOf(place) !== before),
  );
  return effects.errors()[0] ?? (acted ? null : 'does nothing that can be noticed');
}

/** Takes away what a press left, as far as Escape and the place can. @returns whether the page is as one that was just opened. */
async function isFreshAgain(place: MenuPlace, fresh: string): Promise<boolean> {
  if (document.querySelector(DIALOGS)) pressEscape();
  await place.reset?.();
  return withinFrames(() => stateOf(place) === fresh, FRAMES_TO_RESTORE);
}

/**
 * Presses every entry of a menu where nothing has the focus, and expects of each that it does something that people notice: what is
 * on the page, in a field's focus or in what the place observes changes, or something is called that is outside the page. What
 * opening the menu and selecting its object changes does not count. Each entry is pressed on a page that was just made, or on one
 * that is the same again, to the letter. An entry that cannot be used has to say why.
 * @param asked how many calls the desktop process has received.
 * @returns the names of what was pressed.
 */
export async function pressEveryEntry(place: MenuPlace, asked: () => number = () => 0): Promise<string[]> {
  const effects = watchEffects(asked);
  let fresh: string | null = null;
  const showFresh = async (): Promise<void> => {
    await place.show();
    fresh = await steady(() => stateOf(place));
  };
  const leaveUnlessFresh = async (isWrong = false): Promise<void> => {
    if (fresh === null || (!isWrong && (await isFreshAgain(place, fresh)))) return;
    await place.leave();
    fresh = null;
  };
  await showFresh();
  const listed = await listEntries(place);
  await closeMenus();
  await leaveUnlessFresh();
  expect(listed.filter(({ whyNot }) => whyNot === '').map(({ path }) => path.join(' › '))).toEqual([]);
  const usable = listed.filter(
    ({ path, whyNot }) => whyNot === null && !place.except?.includes(path.at(-1) ?? ''),
  );
  const wrong: string[] = [];
  for (const { path } of usable) {
    if (fresh === null) await showFresh();
    const problem = await press(place, path, effects);
    if (problem !== null) wrong.push(`“${path.join(' › ')}” ${problem}`);
    await leaveUnlessFresh(problem !== null);
  }
  if (fresh !== null) await place.leave();
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return listed.map(({ path }) => path.join(' › '));
}
