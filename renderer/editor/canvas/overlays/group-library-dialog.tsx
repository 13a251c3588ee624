import { Box, Download, LayoutTemplate, Pencil, Trash2, Upload } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { readText } from '#shared/reading/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import {
  Button,
  Dialog,
  IconButton,
  InlineNameField,
  saveBlob,
  TextField,
  useSearch,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { GROUP_FILE_ENDING, MAX_GROUP_FILE_BYTES } from '../../model/group-file.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import type { GroupOrigin } from '../../session/session-library.ts';
import css from './snippets-dialog.module.css';

const t = words.groupLibrary;
const textOf = ({ name }: GroupOrigin): string => name;
const MAX_NAME = 120;

/** The person's library of groups, and saving a group to it. */
export function GroupLibraryDialog({ session }: { session: EditorSession }): ReactElement | null {
  const dialog = useUi(session, (ui) => ui.groupLibrary);
  if (!dialog) return null;
  // One that waited for a save must not close what has been opened since.
  const close = (): void => {
    if (session.ui.get().groupLibrary === dialog) session.ui.set({ groupLibrary: null });
  };
  return dialog.mode === 'list' ? (
    <ListDialog session={session} onClose={close} />
  ) : (
    <SaveDialog session={session} instance={dialog.instance} onClose={close} />
  );
}

/** What can be placed as a group, as it was read last; reads it anew when it is first used. */
export function useOrigins(session: EditorSession): readonly GroupOrigin[] {
  useEffect(() => void session.library.load(), [session]);
  return useSyncExternalStore(session.library.subscribe, session.library.origins);
}

function SaveDialog({
  session,
  instance,
  onClose,
}: {
  session: EditorSession;
  instance: string;
  onClose: () => void;
}): ReactElement {
  const { groups, library } = session;
  useOrigins(session);
  const origin = library.originOf(instance);
  const source = library.sourceOf(instance);
  const [name, setName] = useState(() => groups.titleOf(instance));
  const [problem, setProblem] = useState<string | null>(null);
  const isSaving = useRef(false);
  const isFromLibrary = origin?.kind === 'library' && source !== undefined;
  const save = async (isNew: boolean): Promise<void> => {
    if (name.trim() === '') {
      setProblem(t.nameFirst);
      return;
    }
    // Enter pressed twice saves once.
    if (isSaving.current) return;
    isSaving.current = true;
    const error = await library.save(instance, name.trim().slice(0, MAX_NAME), isNew);
    isSaving.current = false;
    if (error === null) onClose();
    else setProblem(error);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.saveTitle}
      description={t.saveHelp}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          {isFromLibrary ? <Button onClick={() => void save(true)}>{t.saveAsGroup}</Button> : null}
          <Button variant="primary" onClick={() => void save(!isFromLibrary)}>
            {isFromLibrary ? t.saveAsVersion(Number(source.version) + 1) : words.common.save}
          </Button>
        </>
      }
    >
      <TextField
        label={t.name}
        value={name}
        maxLength={MAX_NAME}
        autoFocus
        error={problem}
        onValueChange={(next) => {
          setName(next);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Enter') void save(!isFromLibrary);
        }}
      />
    </Dialog>
  );
}

/** Reads a file with a group; one that is too large is not read at all. @returns a sentence why not, else null. */
async function importFile(session: EditorSession, file: File): Promise<string | null> {
  const limits = { bytes: MAX_GROUP_FILE_BYTES };
  const text = await readText(file.stream(), { limits, label: t.theFile, hint: t.makeSmaller });
  if (text.ok) return session.library.importText(text.value);
  return text.problem.code === 'NOT_UTF8' ? t.foreign : text.problem.message;
}

function ImportButton({ session }: { session: EditorSession }): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  const importInput = async (): Promise<void> => {
    const file = picker.current?.files?.[0];
    if (!file) return;
    const problem = await importFile(session, file).catch((error: unknown) => describeProblem(error));
    if (problem !== null) session.ui.notify(problem);
    // The same file can be taken once more.
    if (picker.current) picker.current.value = '';
  };
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t.importFile}
        accept=".json,application/json"
        onChange={() => void importInput()}
      />
      <Button icon={<Upload aria-hidden />} onClick={() => picker.current?.click()}>
        {t.importFile}
      </Button>
    </>
  );
}

function ListDialog({ session, onClose }: { session: EditorSession; onClose: () => void }): ReactElement {
  const [query, setQuery] = useState('');
  const all = useOrigins(session);
  const found = useSearch(all, query, textOf);
  const insert = (origin: GroupOrigin): void => {
    onClose();
    void session.library.insert(origin);
  };
  return (
    <Dialog open onClose={onClose} title={t.title} width={520} footer={<ImportButton session={session} />}>
      {all.length === 0 ? (
        <p className={css['none']}>{t.empty}</p>
      ) : (
        <>
          <TextField
            label={t.search}
            hideLabel
            placeholder={t.search}
            autoFocus
            value={query}
            onValueChange={setQuery}
            onKeyDown={(event) => {
              const [first] = found;
              if (pressedKey(event) === 'Enter' && first) insert(first);
            }}
          />
          <ul className={css['list']} aria-label={t.groups}>
            {found.map((origin) => (
              <Row key={`${origin.kind} ${origin.id}`} session={session} origin={origin} onInsert={insert} />
            ))}
            {found.length === 0 ? <li className={css['none']}>{t.noMatch}</li> : null}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function Row({
  session,
  origin,
  onInsert,
}: {
  session: EditorSession;
  origin: GroupOrigin;
  onInsert: (origin: GroupOrigin) => void;
}): ReactElement {
  const [state, setState] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const { id, kind, name, version, nodeCount } = origin;
  const act = async (change: Promise<string | null>): Promise<void> => {
    setState('shown');
    const problem = await change;
    if (problem !== null) session.ui.notify(problem);
  };
  const exportFile = async (): Promise<void> => {
    try {
      const text = await session.library.exportText(id);
      saveBlob(new Blob([text], { type: 'application/json' }), `${fileNameOf(name)}${GROUP_FILE_ENDING}`);
    } catch (error) {
      session.ui.notify(describeProblem(error));
    }
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
            else void act(session.library.rename(id, next.slice(0, MAX_NAME)));
          }}
        />
      </li>
    );
  }
  if (state === 'deleting') {
    return (
      <li className={css['row']}>
        <span className={css['name']}>{t.deleteQuestion(name)}</span>
        <Button size="small" autoFocus onClick={() => setState('shown')}>
          {words.common.cancel}
        </Button>
        <Button size="small" variant="danger" onClick={() => void act(session.library.remove(id))}>
          {t.confirmDelete}
        </Button>
      </li>
    );
  }
  const Icon = kind === 'library' ? Box : LayoutTemplate;
  return (
    <li className={css['row']}>
      <button type="button" className={css['place']} onClick={() => onInsert(origin)}>
        <Icon size={15} aria-hidden />
        <span className={css['name']} dir="auto">
          {name}
        </span>
        <small>{kind === 'library' ? t.versionInfo(version, nodeCount) : t.fromTemplate}</small>
      </button>
      {kind === 'library' ? (
        <>
          <IconButton label={t.exportFile(name)} onClick={() => void exportFile()}>
            <Download />
          </IconButton>
          <IconButton label={t.rename(name)} onClick={() => setState('renaming')}>
            <Pencil />
          </IconButton>
          <IconButton label={t.delete(name)} onClick={() => setState('deleting')}>
            <Trash2 />
          </IconButton>
        </>
      ) : null}
    </li>
  );
}

/** A name as a file can have it. */
const fileNameOf = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '-').slice(0, 100) || 'group';
