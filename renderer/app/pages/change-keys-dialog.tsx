import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { commandTable, type Chord, type CommandId, type KeyScope } from '#shared/commands/index.ts';
import { meaningOf, type KeyMap } from '#shared/commands/key-changes.ts';
import { chordOfPress, formatShortcut, isMacPlatform, isNeeded } from '#renderer/keys/index.ts';
import { Button, Dialog, DialogStack, ProblemNote } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './change-keys-dialog.module.css';

const t = words.appPages.changeKeysDialog;

/** What a chord would take from another command, or why it cannot be had. */
function useMeaning(map: KeyMap, scope: KeyScope, id: CommandId, chord: Chord | null) {
  const meaning = chord === null ? null : meaningOf(map, scope, chord);
  if (meaning === null || meaning === id) return { note: null, error: null };
  return typeof meaning === 'string'
    ? { note: t.keyLoses(words.commandWords.commands[meaning].title), error: null }
    : { note: null, error: t.keyNeededAnother(words.commandWords.scopes[scope].keys[meaning.index] ?? '') };
}

/** Keys as people read them, or nothing. */
const formatChords = (chords: readonly Chord[]): string =>
  chords.map((chord) => formatShortcut(chord, isMacPlatform())).join(', ');

/** Asks for the keys of a command by having them pressed. */
export function ChangeKeysDialog({
  map,
  command: { id, scope },
  onClose,
  onChange,
}: {
  map: KeyMap;
  command: { id: CommandId; scope: KeyScope };
  onClose: () => void;
  /** null: the keys of the table again. */
  onChange: (chords: readonly Chord[] | null) => void;
}): ReactElement {
  const isMac = isMacPlatform();
  const [chord, setChord] = useState<Chord | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const defaults = commandTable[id].keys?.[scope] ?? [];
  const current = map.chordsOf(id, scope);
  const { note, error } = useMeaning(map, scope, id, chord);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isNeeded(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    const pressed = chordOfPress(event.nativeEvent, isMac);
    if (pressed === null) return;
    setChord(typeof pressed === 'string' ? pressed : null);
    setProblem(typeof pressed === 'string' ? null : pressed.error);
  };
  const finish = (chords: readonly Chord[] | null) => {
    onChange(chords);
    onClose();
  };
  const canSave = chord !== null && error === null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.keysOf(words.commandWords.commands[id].title)}
      description={t.currentKeys(words.commandWords.scopes[scope].title, formatChords(current))}
      initialFocus={input}
      footer={
        <>
          {formatChords(current) === formatChords(defaults) ? null : (
            <Button onClick={() => finish(null)}>
              {defaults.length === 0 ? t.backNone : t.backTo(formatChords(defaults))}
            </Button>
          )}
          {current.length === 0 ? null : <Button onClick={() => finish([])}>{t.noKey}</Button>}
          <Button
            variant="primary"
            disabledReason={chord === null ? words.whyNot.keys : error}
            onClick={() => (chord === null ? undefined : finish([chord]))}
          >
            {words.common.save}
          </Button>
        </>
      }
    >
      <DialogStack>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canSave) finish([chord]);
          }}
        >
          <input
            ref={input}
            className={css['capture']}
            aria-label={t.newKeys}
            placeholder={t.pressNewKeys}
            readOnly
            value={chord === null ? '' : formatShortcut(chord, isMac)}
            onKeyDown={onKeyDown}
          />
        </form>
        {(problem ?? error) ? <ProblemNote>{problem ?? error}</ProblemNote> : null}
        {note === null ? null : <p role="status">{note}</p>}
      </DialogStack>
    </Dialog>
  );
}
