import { useState, type ReactElement } from 'react';
import { MAX_TITLE_LENGTH } from '#shared/canvas/items.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { Button, Dialog, TextField } from '#renderer/ui/index.ts';
import type { WireKey } from '../../model/editor-store.ts';
import { useUi } from '../../session/editor-context.ts';
import { fittedText } from '../../session/fitted-text.ts';
import type { EditorSession } from '../../session/editor-session.ts';

/** Asks for the name that a wire, and all others of its output, go by. */
export function NameWire({ session }: { session: EditorSession }): ReactElement | null {
  const key = useUi(session, (ui) => ui.namingWire);
  return key === null ? null : <NameDialog key={key} session={session} wire={key} />;
}

function NameDialog({ session, wire }: { session: EditorSession; wire: WireKey }): ReactElement {
  const [name, setName] = useState(session.reroutes.nameOf(wire) ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const close = (): void => session.ui.set({ namingWire: null });
  const save = (): void => {
    if (name.trim() === '') return setProblem('Give the wire a name.');
    session.reroutes.rename(wire, name.trim());
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      title="Rename the wire"
      description="All wires by name from the same output get it."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={save}>
            Rename
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        autoFocus
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
