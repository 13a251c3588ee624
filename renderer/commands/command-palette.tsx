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
import { BareDialog, Kbd, LiveRegion, plural } from '#renderer/ui/index.ts';
import { formatShortcut, isMacPlatform } from './hotkeys.ts';
import { searchCommands, type Command } from './registry.ts';
import { useCommandList } from './use-commands.ts';
import css from './command-palette.module.css';

const OWN_ID = 'app.command-palette';

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Every command, found by typing. */
export function CommandPalette({ open, onClose }: { open: boolean; onClose: () => void }): ReactElement {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <BareDialog open={open} onClose={onClose} label="Command palette" width={560} initialFocus={inputRef}>
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
  const [at, setAt] = useState(0);
  const listId = useId();
  const found = useMemo(
    () =>
      searchCommands(
        all.filter((command) => command.id !== OWN_ID),
        query,
      ),
    [all, query],
  );
  const current = Math.min(at, found.length - 1);
  const isMac = isMacPlatform();

  const choose = (command: Command | undefined) => {
    if (!command || command.when?.() === false) return;
    onClose();
    // After the dialog has given the focus back, so that the command finds the page as it was.
    requestAnimationFrame(() => command.run());
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const last = found.length - 1;
    switch (event.key) {
      case 'ArrowDown':
        setAt(current >= last ? 0 : current + 1);
        break;
      case 'ArrowUp':
        setAt(current <= 0 ? last : current - 1);
        break;
      case 'Home':
        setAt(0);
        break;
      case 'End':
        setAt(last);
        break;
      case 'Enter':
        choose(found[current]);
        break;
      default:
        return;
    }
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
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        placeholder="What do you want to do?"
        aria-label="Search commands"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found[current] ? `${listId}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
      />
      <div id={listId} role="listbox" aria-label="Commands" className={css['list']}>
        {found.map((command, index) => (
          // Keys are handled on the field, which keeps the focus: options are named by aria-activedescendant.
          <button
            type="button"
            ref={index === current ? bringIntoView : undefined}
            key={command.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            aria-disabled={command.when?.() === false}
            className={css['option']}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(command)}
          >
            <span className={css['title']}>{command.title}</span>
            {command.checked?.() ? <Check size={15} aria-label="on" /> : null}
            {command.shortcut ? <Kbd>{formatShortcut(command.shortcut, isMac)}</Kbd> : null}
          </button>
        ))}
        {found.length === 0 ? <p className={css['none']}>No command has these words.</p> : null}
      </div>
      <LiveRegion>{query ? plural(found.length, 'command') : ''}</LiveRegion>
    </>
  );
}
