import { Check } from 'lucide-react';
import {
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { BareDialog, Kbd, LiveRegion } from '#renderer/ui/index.ts';
import { commandTable, type CommandContext, type CommandId } from '#shared/commands/index.ts';
import { words } from '#renderer/words/index.ts';
import { keysLabel } from './command-button.tsx';
import { CommandIconView } from './command-icon.tsx';
import { commands, type CommandState } from './registry.ts';
import { searchCommands } from './search-commands.ts';
import { useCommandList } from './use-commands.ts';
import css from './command-palette.module.css';

const t = words.commands.commandPalette;

/** Nothing is selected or chosen. */
const EMPTY_SELECTION = {
  selectedNodes: 0,
  selectedWires: 0,
  selectedItems: 0,
  selectedFrames: 0,
  selectedLines: 0,
  namedWires: 0,
  drawnWires: 0,
  canConnect: false,
  canEditOnPicture: false,
  canDrawMask: false,
  gallerySelected: 0,
  storyboardShots: 0,
} as const satisfies Partial<CommandContext>;

/** Whether a command can be used now, and could not with nothing selected. */
const isSelectionCommand =
  (context: CommandContext) =>
  (id: CommandId): boolean => {
    const { when } = commandTable[id];
    const timeline = { ...context.timeline, clips: 0, underPlayhead: 'none' as const };
    return when?.(context) === true && !when({ ...context, ...EMPTY_SELECTION, timeline });
  };

const ensureVisible = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Every command, found by typing. */
export function CommandPalette({ open, onClose }: { open: boolean; onClose: () => void }): ReactElement {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <BareDialog open={open} onClose={onClose} label={t.commandPalette} width={560} initialFocus={inputRef}>
      <PaletteBody onClose={onClose} inputRef={inputRef} />
    </BareDialog>
  );
}

function PaletteBody({
  onClose,
  inputRef,
}: {
  onClose: () => void;
  inputRef: RefObject<HTMLInputElement | null>;
}): ReactElement {
  const all = useCommandList();
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState<CommandId | null>(null);
  const listId = useId();
  const found = useMemo(
    () =>
      searchCommands(
        all.filter(({ id }) => commandTable[id].palette !== false),
        query,
        isSelectionCommand(commands.context()),
      ),
    [all, query],
  );
  // By its name: what becomes usable meanwhile changes the order.
  const index = found.findIndex(({ id }) => id === marked);
  const current = Math.max(0, index);
  const first = found[0]?.enabled ? found[0].id : null;
  if (index < 0 && marked !== first) setMarked(first);
  const select = (command: CommandState | undefined) => {
    if (!command) return;
    onClose();
    // After the dialog has given the focus back, so that the command finds the page as it was.
    requestAnimationFrame(() => commands.run(command.id));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(pressedKey(event), current, found.length - 1);
    if (next !== null) setMarked(found[next]?.id ?? null);
    else if (pressedKey(event) === 'Enter') select(found[current]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <input
        ref={inputRef}
        className={css['input']}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setMarked(null);
        }}
        onKeyDown={onKeyDown}
        placeholder={t.doYouDo}
        aria-label={t.searchCommands}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found[current] ? `${listId}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
      />
      <div id={listId} role="listbox" aria-label={t.commands} className={css['list']}>
        {found.map((command, position) => (
          <Option
            key={command.id}
            id={`${listId}-${position}`}
            command={command}
            selected={position === current}
            onPoint={() => setMarked(command.id)}
            onSelect={() => select(command)}
          />
        ))}
        {found.length === 0 ? <p className={css['none']}>{t.noCommandMatches}</p> : null}
      </div>
      <LiveRegion>{query ? words.counts.commands(found.length) : ''}</LiveRegion>
    </>
  );
}

/** The place that a key leads to, around the ends of the list; null for any other key. */
function nextIndex(key: string, current: number, last: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return current >= last ? 0 : current + 1;
    case 'ArrowUp':
      return current <= 0 ? last : current - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

function Option({
  id,
  command,
  selected,
  onPoint,
  onSelect,
}: {
  id: string;
  command: CommandState;
  selected: boolean;
  onPoint: () => void;
  onSelect: () => void;
}): ReactElement {
  const keys = keysLabel(command.id);
  return (
    // Keys are handled on the field, which keeps the focus: options are named by aria-activedescendant.
    <button
      type="button"
      ref={selected ? ensureVisible : undefined}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-disabled={!command.enabled}
      title={commands.reason(command.id) ?? undefined}
      className={css['option']}
      onPointerMove={onPoint}
      onClick={onSelect}
    >
      <CommandIconView id={command.id} />
      <span className={css['title']}>{command.title}</span>
      {command.checked ? <Check size={15} aria-label={t.on} /> : null}
      {keys === undefined ? null : <Kbd>{keys}</Kbd>}
    </button>
  );
}
