import { useState, type ReactElement } from 'react';
import { MAX_TITLE_LENGTH } from '#shared/canvas/items.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { Button, Dialog, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { WireKey } from '../../model/editor-store.ts';
import { useUi } from '../../session/editor-context.ts';
import { fittedText } from '../../session/fitted-text.ts';
import type { EditorSession } from '../../session/editor-session.ts';

const t = words.editorCanvas.nameWire;

/** Asks for the name that a wire, and all others of its output, go by. */
export function NameWire({ session }: { session: EditorSession }): ReactElement | null {
  const key = useUi(session, (ui) => ui.editingWire);
  return key === null ? null : <NameDialog key={key} session={session} wire={key} />;
}

function NameDialog({ session, wire }: { session: EditorSession; wire: WireKey }): ReactElement {
  const [name, setName] = useState(session.reroutes.nameOf(wire) ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const close = (): void => session.ui.set({ editingWire: null });
  const save = (): void => {
    if (name.trim() === '') return setProblem(t.wireName);
    session.reroutes.rename(wire, name.trim());
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t.renameWire}
      description={t.allWiresNameFrom}
      footer={
        <>
          <Button onClick={close}>{words.common.cancel}</Button>
          <Button variant="primary" onClick={save}>
            {t.rename}
          </Button>
        </>
      }
    >
      <TextField
        label={t.name}
        value={name}
        autoFocus
        onFocus={({ target }) => target.select()}
        error={problem}
        onValueChange={(next) => {
          setName(fittedText(session, next, MAX_TITLE_LENGTH));
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Enter') save();
        }}
      />
    </Dialog>
  );
}
