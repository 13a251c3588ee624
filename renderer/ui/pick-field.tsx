import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, Search } from 'lucide-react';
import {
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
} from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { PickList, type PickRow } from './pick-list.tsx';
import { useSearch } from './use-search.ts';
import field from './field.module.css';
import popup from './popup.module.css';
import css from './pick-field.module.css';

interface PickItem {
  value: string;
  label: string;
  /** What stands at its end, in quieter letters. */
  detail?: string;
  /** A small sign before its name, and before the detail at its end. */
  icon?: ReactNode;
  detailIcon?: ReactNode;
}

export interface PickGroup {
  id: string;
  title: string;
  /** Beside the title. */
  note?: string;
  /** A small sign before the title. */
  icon?: ReactNode;
  items: readonly PickItem[];
}

export interface PickFieldProps {
  /** Names the field for screen readers. */
  label: string;
  searchLabel: string;
  /** Said where nothing has the words typed. */
  emptyText: string;
  value: string;
  groups: readonly PickGroup[];
  onValueChange: (value: string) => void;
  /** Above the field; without it the label is only read aloud. */
  showLabel?: boolean;
  /** Stands there while the value is none of the items. */
  placeholder?: string;
  /** Typed into without opening it first, and empty again once something is chosen: for adding one after another. */
  adds?: boolean;
  size?: 'small' | 'medium';
  /** A button that opens the list in place of the field, which says what is chosen. */
  trigger?: ReactElement;
  onOpenChange?: (isOpen: boolean) => void;
}

/** An item with the group that it is of. */
interface Entry extends PickItem {
  groupId: string;
  name: string;
  groupIcon: ReactNode;
}

/** `Sun · Radius`: the item as it is called away from its group. */
const nameOf = (group: PickGroup, item: PickItem): string =>
  group.title === '' ? item.label : `${group.title} · ${item.label}`;

const entriesOf = (groups: readonly PickGroup[]): Entry[] =>
  groups.flatMap((group) =>
    group.items.map((item) => ({
      ...item,
      groupId: group.id,
      groupIcon: group.icon ?? null,
      name: nameOf(group, item),
    })),
  );

/** All that an item is found by. */
const textOf = ({ name, detail = '' }: Entry): string => `${name} ${detail}`;

/** The items in the order of the list, with a heading above those of each group. */
function rowsOf(entries: readonly Entry[], groups: readonly PickGroup[]): PickRow<Entry>[] {
  const headings = new Map(groups.map((group) => [group.id, group]));
  return entries.flatMap((entry, index): PickRow<Entry>[] => {
    const row = { kind: 'item' as const, entry, index };
    const heading = entries[index - 1]?.groupId === entry.groupId ? undefined : headings.get(entry.groupId);
    return heading === undefined || heading.title === ''
      ? [row]
      : [
          {
            kind: 'heading',
            title: heading.title,
            note: heading.note ?? '',
            icon: heading.icon ?? null,
          },
          row,
        ];
  });
}

/** A choice of many, in groups: opened like a select, searched by typing, smooth with thousands. */
export function PickField(props: PickFieldProps): ReactElement {
  const { label, searchLabel, emptyText, value, groups, onValueChange } = props;
  const { showLabel = false, adds = false } = props;
  const id = useId();
  const [query, setQuery] = useState('');
  const entries = useMemo(() => entriesOf(groups), [groups]);
  const found = useSearch(entries, query, textOf);
  const rows = useMemo(() => rowsOf(found, groups), [found, groups]);
  const selected = entries.find((entry) => entry.value === value) ?? null;
  /** Brings a row into view; the list sets it while it is open. */
  const reveal = useRef<((index: number) => void) | null>(null);
  const picker = (
    <Combobox.Root
      virtualized
      items={entries}
      filteredItems={found}
      value={selected}
      inputValue={query}
      onInputValueChange={(next, { reason }) => setQuery(reason === 'item-press' ? '' : next)}
      onOpenChange={(isOpen) => {
        if (!isOpen) setQuery('');
        props.onOpenChange?.(isOpen);
      }}
      onValueChange={(entry) => {
        if (entry !== null) onValueChange(entry.value);
      }}
      onItemHighlighted={(entry, { reason, index }) => {
        if (entry !== undefined && reason !== 'pointer') reveal.current?.(index);
      }}
      itemToStringLabel={({ name }) => name}
      isItemEqualToValue={(entry, selectedEntry) => entry.value === selectedEntry.value}
      autoHighlight
    >
      <PickTrigger {...props} labelId={id} selected={selected} />
      <Combobox.Portal>
        <Combobox.Positioner className={popup['positioner']} sideOffset={4} align="start">
          <Combobox.Popup aria-label={label} className={`${popup['popup']} ${css['popup']}`}>
            {adds ? null : <PickSearch label={searchLabel} />}
            <Combobox.Empty className={css['empty']}>{found.length === 0 ? emptyText : null}</Combobox.Empty>
            <Combobox.List className={css['list']}>
              <PickList
                rows={rows}
                revealRef={reveal}
                startIndex={selected === null ? 0 : found.indexOf(selected)}
                renderHeading={({ title, note, icon }) => (
                  <>
                    {icon}
                    <span className={popup['itemText']} dir="auto">
                      {title}
                    </span>
                    {note === '' ? null : <span>{note}</span>}
                  </>
                )}
                renderItem={({ entry, index }, style) => (
                  <PickOption entry={entry} index={index} count={found.length} style={style} />
                )}
              />
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
  return showLabel ? (
    <div className={field['field']}>
      <span id={id} className={field['label']}>
        {label}
      </span>
      {picker}
    </div>
  ) : (
    picker
  );
}

/** The search above the list. */
const PickSearch = ({ label }: { label: string }): ReactElement => (
  <div className={`${field['withIcon']} ${css['search']}`}>
    <Search aria-hidden />
    <Combobox.Input
      aria-label={label}
      placeholder={label}
      className={field['control']}
      spellCheck={false}
      autoComplete="off"
    />
  </div>
);

/** What opens the list: a button with the choice, or the field that is typed into. */
function PickTrigger({
  label,
  labelId,
  selected,
  showLabel = false,
  placeholder = '',
  size = 'medium',
  adds = false,
  trigger,
}: PickFieldProps & { labelId: string; selected: Entry | null }): ReactElement {
  if (trigger !== undefined) return <Combobox.Trigger aria-label={label} render={trigger} />;
  const className = `${field['control']} ${field['select']} ${size === 'small' ? field['small'] : ''}`;
  return adds ? (
    <Combobox.Input
      aria-label={showLabel ? undefined : label}
      aria-labelledby={showLabel ? labelId : undefined}
      placeholder={placeholder}
      className={field['control']}
      spellCheck={false}
      autoComplete="off"
      onKeyDown={(event) => {
        // Enter takes what is marked, and never sends the form around it.
        if (pressedKey(event) === 'Enter') event.preventDefault();
      }}
    />
  ) : (
    <Combobox.Trigger
      aria-label={showLabel ? undefined : label}
      aria-labelledby={showLabel ? labelId : undefined}
      className={className}
    >
      {selected?.groupIcon ?? selected?.icon ?? null}
      <span className={`${field['selectValue']} ${selected === null ? field['hint'] : ''}`} dir="auto">
        {selected?.name ?? placeholder}
      </span>
      <Combobox.Icon className={field['selectIcon']}>
        <ChevronDown aria-hidden />
      </Combobox.Icon>
    </Combobox.Trigger>
  );
}

/** @param index among the items that are found. @param count of them. */
function PickOption(props: {
  entry: Entry;
  index: number;
  count: number;
  style: CSSProperties;
}): ReactElement {
  const { entry, index, count, style } = props;
  const { name, label, detail, icon, detailIcon } = entry;
  return (
    <Combobox.Item
      style={style}
      value={entry}
      index={index}
      aria-label={detail === undefined ? name : `${name}, ${detail}`}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={`${popup['item']} ${css['row']}`}
    >
      <span className={popup['check']}>
        <Combobox.ItemIndicator>
          <Check aria-hidden />
        </Combobox.ItemIndicator>
      </span>
      {icon}
      <span className={popup['itemText']} dir="auto">
        {label}
      </span>
      {detail === undefined ? null : (
        <span className={css['detail']} title={detail}>
          {detailIcon}
          {detail}
        </span>
      )}
    </Combobox.Item>
  );
}
