import { ContextMenu as BaseContext } from '@base-ui/react/context-menu';
import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { Fragment, memo, useState, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { assertNever } from '#shared/language/assert-never.ts';
import { words } from '#renderer/words/index.ts';
import { MenuSwatches, type Swatch } from './menu-swatches.tsx';
import css from './popup.module.css';

/** One row of a menu. Entries that are null or false are left out, so that callers can write conditions in place. */
export type MenuEntry =
  | ({
      kind?: 'item';
      id: string;
      label: string;
      detail?: string;
      /** Already formatted for this computer. */
      shortcut?: string;
      disabled?: boolean;
      /** Why it is disabled, said on hover and to screen readers. */
      disabledReason?: string | undefined;
      isDestructive?: boolean;
      onSelect: () => void;
    } & (
      | { icon: ReactNode; checked?: undefined }
      /** A choice: it has a tick in front when it is on, else its icon where it has one. */
      | { icon?: ReactNode; checked: boolean }
    ))
  | { kind: 'separator'; id: string }
  | { kind: 'label'; id: string; label: string }
  /** A menu of its own beside this row. */
  | { kind: 'submenu'; id: string; label: string; icon: ReactNode; entries: readonly MenuEntry[] }
  /** Colors to choose one of, in a row below what they are for. */
  | { kind: 'swatches'; id: string; label: string; swatches: readonly Swatch[] }
  | EntrySource;

/** No row: what the others are made from. A function that makes entries is asked again when it changes while the menu is open. */
interface EntrySource {
  kind: 'source';
  id: string;
  /** Calls back after a change. @returns a function that ends that. */
  subscribe: (listener: () => void) => () => void;
  /** The same value until something changes. */
  snapshot: () => unknown;
}

export type MenuEntries = readonly (MenuEntry | null | false | undefined)[];

/** Entries, or what makes them each time the menu opens. */
type MenuSource = MenuEntries | (() => MenuEntries);

function Entry({ entry }: { entry: MenuEntry }): ReactElement | null {
  switch (entry.kind) {
    case 'separator':
      return <Base.Separator className={css['separator']} />;
    case 'label':
      // Not a GroupLabel: that one must stand in a group, and these lists are flat.
      return (
        <div className={css['groupLabel']} role="presentation">
          {entry.label}
        </div>
      );
    case 'submenu':
      return <Submenu entry={entry} />;
    case 'swatches':
      return <MenuSwatches label={entry.label} swatches={entry.swatches} />;
    case 'source':
      return null;
    case 'item':
    case undefined:
      return <Item entry={entry} />;
    default:
      return assertNever(entry);
  }
}

function Submenu({ entry }: { entry: Extract<MenuEntry, { kind: 'submenu' }> }): ReactElement {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger label={entry.label} className={css['item']}>
        {entry.icon}
        <span className={css['itemText']}>{entry.label}</span>
        <ChevronRight aria-hidden />
      </Base.SubmenuTrigger>
      <Base.Portal role="region" aria-label={entry.label}>
        <Base.Positioner alignOffset={-4} className={css['positioner']}>
          <Base.Popup className={css['popup']}>
            <List entries={entry.entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

function Item({ entry }: { entry: Extract<MenuEntry, { onSelect: () => void }> }): ReactElement {
  const inside = (
    <>
      {entry.checked === true ? (
        // In place of the icon, so that all labels of a menu begin at one edge.
        <Check aria-hidden />
      ) : (
        (entry.icon ?? (entry.checked === false ? <span className={css['check']} /> : null))
      )}
      <span className={css['itemText']}>
        {entry.label}
        {entry.detail ? <span className={css['itemDetail']}>{entry.detail}</span> : null}
      </span>
      {entry.shortcut ? (
        // Not part of the name: it is told as the item's key.
        <span className={css['shortcut']} aria-hidden>
          {entry.shortcut}
        </span>
      ) : null}
    </>
  );
  const shared = {
    label: entry.label,
    'aria-keyshortcuts': entry.shortcut,
    disabled: entry.disabled,
    title: entry.disabledReason,
    className: `${css['item']} ${entry.isDestructive ? css['danger'] : ''}`,
  };
  return entry.checked === undefined ? (
    <Base.Item {...shared} onClick={entry.onSelect}>
      {inside}
    </Base.Item>
  ) : (
    <Base.CheckboxItem
      {...shared}
      closeOnClick
      checked={entry.checked}
      onCheckedChange={() => entry.onSelect()}
    >
      {inside}
    </Base.CheckboxItem>
  );
}

const List = ({ entries }: { entries: MenuEntries }): ReactElement => (
  <>
    {entries.map((entry) =>
      entry ? (
        <Fragment key={entry.id}>
          <Entry entry={entry} />
        </Fragment>
      ) : null,
    )}
  </>
);

const isSource = (entry: MenuEntries[number]): entry is EntrySource =>
  entry !== null && entry !== undefined && entry !== false && entry.kind === 'source';

const notSubscribed = (): (() => void) => () => undefined;
const noSnapshot = (): null => null;

/** The entries of a menu, made anew while it is open; one that closes shows what it had. */
const Entries = memo(
  function Entries({ entries, isOpen }: { entries: MenuSource; isOpen: boolean }): ReactElement {
    const list = typeof entries === 'function' ? entries() : entries;
    const source = list.find((entry) => isSource(entry));
    useSyncExternalStore(
      source && isOpen ? source.subscribe : notSubscribed,
      source && isOpen ? source.snapshot : noSnapshot,
    );
    if (list.some((entry) => entry && !isSource(entry))) return <List entries={list} />;
    return (
      <div className={css['groupLabel']} role="presentation">
        {words.whyNot.emptyMenu}
      </div>
    );
  },
  (before, after) => !before.isOpen && !after.isOpen,
);

/** Whether a menu is open, and a key for the entries of this opening. */
function useOpening(onOpenChange: ((open: boolean) => void) | undefined) {
  const [{ isOpen, opening }, setState] = useState({ isOpen: false, opening: 0 });
  return {
    isOpen,
    opening,
    onOpenChange: (open: boolean) => {
      setState((before) => ({ isOpen: open, opening: before.opening + (open ? 1 : 0) }));
      onOpenChange?.(open);
    },
  };
}

/** A menu stands outside of the page's landmarks; as one of its own it is reached like the rest of the page. */
const LANDMARK = { role: 'region', 'aria-label': words.ui.menu.menu } as const;

export interface MenuProps {
  /** The button that opens it: one element that takes a ref and props. */
  trigger: ReactElement;
  entries: MenuSource;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  onOpenChange?: (open: boolean) => void;
  /** Called once it is fully open, or gone; the focus goes back to the button just after. */
  onOpenChangeComplete?: (open: boolean) => void;
}

/** A menu below its button. */
export function Menu({
  trigger,
  entries,
  align = 'start',
  side = 'bottom',
  onOpenChange,
  onOpenChangeComplete,
}: MenuProps): ReactElement {
  const { isOpen, opening, onOpenChange: onChange } = useOpening(onOpenChange);
  return (
    <Base.Root onOpenChange={onChange} onOpenChangeComplete={onOpenChangeComplete} modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal {...LANDMARK}>
        <Base.Positioner align={align} side={side} sideOffset={4} className={css['positioner']}>
          <Base.Popup className={css['popup']}>
            <Entries key={opening} entries={entries} isOpen={isOpen} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface ContextMenuProps {
  entries: MenuSource;
  /** The element that answers to the secondary button and the menu key. */
  children: ReactElement;
  onOpenChange?: (open: boolean) => void;
}

/** A menu at the pointer, on the secondary button, a long press or the menu key. */
export function ContextMenu({ entries, children, onOpenChange }: ContextMenuProps): ReactElement {
  const { isOpen, opening, onOpenChange: onChange } = useOpening(onOpenChange);
  return (
    <BaseContext.Root onOpenChange={onChange}>
      <BaseContext.Trigger render={children} />
      <BaseContext.Portal {...LANDMARK}>
        <BaseContext.Positioner className={css['positioner']}>
          <BaseContext.Popup className={css['popup']}>
            <Entries key={opening} entries={entries} isOpen={isOpen} />
          </BaseContext.Popup>
        </BaseContext.Positioner>
      </BaseContext.Portal>
    </BaseContext.Root>
  );
}
