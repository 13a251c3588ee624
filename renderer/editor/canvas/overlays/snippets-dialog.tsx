import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import type { Snippet } from '#shared/desk/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { Button, Dialog, IconButton, InlineNameField, TextField, useSearch } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import css from './snippets-dialog.module.css';

const t = words.editorCanvas.snippetsDialog;
const textOf = ({ name }: Snippet): string => name;

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
      setProblem(t.snippetName);
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
      title={t.saveSnippet}
      description={t.valuesWiresBetweenNodes}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button variant="primary" onClick={() => void save()}>
            {words.common.save}
          </Button>
        </>
      }
    >
      <TextField
        label={t.name}
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
      title={t.someNot(snippet.name)}
      description={isEmpty ? t.serviceNoneNodeTypes : t.serviceDoesNotThese}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="primary"
            disabledReason={isEmpty ? words.whyNot.nothingLeft : null}
            onClick={() => session.snippets.insert(snippet, { leaveOut: true })}
          >
            {t.positionRemainder}
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
  const found = useSearch(all, query, textOf);
  return (
    <Dialog open onClose={onClose} title={t.snippets} width={480}>
      {all.length === 0 ? (
        <p className={css['none']}>{t.noSavedYetSelect}</p>
      ) : (
        <>
          <TextField
            label={t.searchSnippets}
            hideLabel
            placeholder={t.searchSnippets}
            autoFocus
            value={query}
            onValueChange={setQuery}
            onKeyDown={(event) => {
              const [first] = found;
              if (pressedKey(event) === 'Enter' && first) session.snippets.insert(first);
            }}
          />
          <ul className={css['list']} aria-label={t.snippets}>
            {found.map((snippet) => (
              <Row key={snippet.id} session={session} snippet={snippet} />
            ))}
            {found.length === 0 ? <li className={css['none']}>{t.noSnippetMatches}</li> : null}
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
          label={t.newName(name)}
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
        <span className={css['name']}>{t.delete(name)}</span>
        <Button size="small" autoFocus onClick={() => setState('shown')}>
          {words.common.cancel}
        </Button>
        <Button size="small" variant="danger" onClick={() => void act(session.snippets.remove(id))}>
          {t.delete2}
        </Button>
      </li>
    );
  }
  return (
    <li className={css['row']}>
      <button type="button" className={css['place']} onClick={() => session.snippets.insert(snippet)}>
        <span className={css['name']} dir="auto">
          {name}
        </span>
        <small>{words.counts.nodes(nodeCount)}</small>
      </button>
      <IconButton label={t.rename(name)} onClick={() => setState('renaming')}>
        <Pencil />
      </IconButton>
      <IconButton label={t.delete3(name)} onClick={() => setState('deleting')}>
        <Trash2 />
      </IconButton>
    </li>
  );
}
