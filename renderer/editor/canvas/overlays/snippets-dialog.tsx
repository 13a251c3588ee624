import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import type { Snippet } from '#shared/desk/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { searchTexts } from '#shared/search/index.ts';
import { Button, Dialog, IconButton, InlineNameField, plural, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import css from './snippets-dialog.module.css';

/** Saving the selection by name, the list of what was saved, and the question about types that are not there. */
export function SnippetsDialog({ session }: { session: EditorSession }): ReactElement | null {
  const dialog = useUi(session, (ui) => ui.snippets);
  if (!dialog) return null;
  // One that waited for a save must not close what has been opened since.
  const close = (): void => {
    if (session.ui.get().snippets === dialog) session.ui.set({ snippets: null });
  };
  switch (dialog.mode) {
    case 'save':
      return <SaveDialog session={session} onClose={close} />;
    case 'ask':
      return <MissingDialog session={session} snippet={dialog.snippet} onClose={close} />;
    case 'list':
      return <ListDialog session={session} onClose={close} />;
    default:
      return assertNever(dialog);
  }
}

function SaveDialog({ session, onClose }: { session: EditorSession; onClose: () => void }): ReactElement {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isSaving = useRef(false);
  const save = async (): Promise<void> => {
    if (name.trim() === '') {
      setProblem('Give the snippet a name.');
      return;
    }
    // Enter pressed twice saves once.
    if (isSaving.current) return;
    isSaving.current = true;
    const error = await session.snippets.save(name.trim());
    isSaving.current = false;
    if (error === null) onClose();
    else setProblem(error);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save as a snippet"
      description="Values, wires between the nodes, frames and notes are saved with it, on this computer."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        maxLength={120}
        autoFocus
        error={problem}
        onValueChange={(next) => {
          setName(next);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Enter') void save();
        }}
      />
    </Dialog>
  );
}

function MissingDialog({
  session,
  snippet,
  onClose,
}: {
  session: EditorSession;
  snippet: Snippet;
  onClose: () => void;
}): ReactElement {
  const missing = session.snippets.missingTypes(snippet);
  const isEmpty = missing.length === snippet.types.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Some of “${snippet.name}” is not there`}
      description={
        isEmpty
          ? 'This service has none of its node types. Use it with the service it was made for.'
          : 'This service does not have these node types. The other nodes can be placed without them.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            whyDisabled={isEmpty ? words.whyNot.nothingLeft : null}
            onClick={() => session.snippets.place(snippet, { leaveOut: true })}
          >
            Place the rest
          </Button>
        </>
      }
    >
      <ul className={css['types']}>
        {missing.map((type) => (
          <li key={type}>{type}</li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The snippets as they were read last; reads them anew when it is first used. */
export function useSnippets(session: EditorSession): readonly Snippet[] {
  useEffect(() => void session.snippets.load(), [session]);
  return useSyncExternalStore(session.snippets.subscribe, session.snippets.list);
}

function ListDialog({ session, onClose }: { session: EditorSession; onClose: () => void }): ReactElement {
  const [query, setQuery] = useState('');
  const all = useSnippets(session);
  const found = searchTexts(all, query, ({ name }) => name);
  return (
    <Dialog open onClose={onClose} title="Snippets" width={480}>
      {all.length === 0 ? (
        <p className={css['none']}>
          Nothing is saved yet. Select nodes on the canvas and choose “Save as a snippet…” in their menu.
        </p>
      ) : (
        <>
          <TextField
            label="Search snippets"
            hideLabel
            placeholder="Search snippets"
            autoFocus
            value={query}
            onValueChange={setQuery}
            onKeyDown={(event) => {
              const [first] = found;
              if (pressedKey(event) === 'Enter' && first) session.snippets.place(first);
            }}
          />
          <ul className={css['list']} aria-label="Snippets">
            {found.map((snippet) => (
              <Row key={snippet.id} session={session} snippet={snippet} />
            ))}
            {found.length === 0 ? <li className={css['none']}>No snippet matches.</li> : null}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function Row({ session, snippet }: { session: EditorSession; snippet: Snippet }): ReactElement {
  const [state, setState] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const { id, name, nodeCount } = snippet;
  const act = async (change: Promise<string | null>): Promise<void> => {
    setState('shown');
    const problem = await change;
    if (problem !== null) session.ui.notify(problem);
  };
  if (state === 'renaming') {
    return (
      <li className={css['row']}>
        <InlineNameField
          label={`New name of ${name}`}
          name={name}
          className={css['field'] ?? ''}
          onEnd={(next) => {
            if (next === null) setState('shown');
            else void act(session.snippets.rename(id, next.slice(0, 120)));
          }}
        />
      </li>
    );
  }
  if (state === 'deleting') {
    return (
      <li className={css['row']}>
        <span className={css['name']}>Delete “{name}”?</span>
        <Button size="small" autoFocus onClick={() => setState('shown')}>
          Cancel
        </Button>
        <Button size="small" variant="danger" onClick={() => void act(session.snippets.remove(id))}>
          Delete
        </Button>
      </li>
    );
  }
  return (
    <li className={css['row']}>
      <button type="button" className={css['place']} onClick={() => session.snippets.place(snippet)}>
        <span className={css['name']} dir="auto">
          {name}
        </span>
        <small>{plural(nodeCount, 'node')}</small>
      </button>
      <IconButton label={`Rename ${name}`} onClick={() => setState('renaming')}>
        <Pencil />
      </IconButton>
      <IconButton label={`Delete ${name}`} onClick={() => setState('deleting')}>
        <Trash2 />
      </IconButton>
    </li>
  );
}
