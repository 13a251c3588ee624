import { FileUp, FolderUp } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactElement, type RefObject } from 'react';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, EncodingChoice, ProblemNote, TextArea } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import {
  valuesFromFile,
  valuesFromFolder,
  valuesFromText,
  type Filled,
  type FilledResult,
} from './read-values.ts';
import { readDraft, writeDraft } from './batch-draft.ts';
import { FirstRows } from './first-rows.tsx';
import type { Table } from './read-table.ts';
import type { DroppedValues } from './use-dropped-values.ts';
import css from './new-batch.module.css';

const t = words.batches.batchValues;

/** A CSV file, a pasted table, or a folder whose files are the values. */
export function BatchValues({
  connectionId,
  values,
  onFilled,
}: {
  connectionId: string;
  /** What is read at once, and again with each other object. */
  values: DroppedValues | null;
  onFilled: (filled: Filled | null) => void;
}): ReactElement {
  const csv = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [draft] = useState(() => readDraft(connectionId));
  const [pasted, setPasted] = useState(draft.pasted);
  useEffect(() => writeDraft(connectionId, { pasted }), [connectionId, pasted]);
  const { progress, problem, guessedTable, setProgress, load } = useValueReader(draft.filled, onFilled);
  const loadFiles = (files: readonly File[]): void =>
    load(t.sendingFiles, (signal) => valuesFromFolder(connectionId, files, setProgress, signal));
  const read = useEffectEvent((dropped: DroppedValues) => {
    if (dropped.kind === 'files') loadFiles(dropped.files);
    else load(t.reading, () => valuesFromFile(connectionId, dropped.table));
  });
  useEffect(() => {
    if (values !== null) read(values);
  }, [values]);
  return (
    <section aria-label={t.values}>
      <h2>{t.valuesRowEachRun}</h2>
      <div className={css['line']}>
        <Button size="small" icon={<FileUp aria-hidden />} onClick={() => csv.current?.click()}>
          {t.selectCsvFile}
        </Button>
        <Button size="small" icon={<FolderUp aria-hidden />} onClick={() => folder.current?.click()}>
          {t.folderFiles}
        </Button>
      </div>
      <HiddenInputs
        csv={csv}
        folder={folder}
        onFile={(file) => load(t.reading, () => valuesFromFile(connectionId, file))}
        onFolder={loadFiles}
      />
      <TextArea label={t.pasteTableFirstRow} rows={4} mono value={pasted} onValueChange={setPasted} />
      <div className={css['line']}>
        <Button
          size="small"
          disabled={pasted.trim() === ''}
          onClick={() => load(t.reading, () => valuesFromText(connectionId, t.pastedTable, pasted))}
        >
          {t.applyPastedTable}
        </Button>
        <output className={css['quiet']}>{progress ?? ''}</output>
      </div>
      {guessedTable ? (
        <EncodingChoice
          value={guessedTable.encoding}
          onValueChange={(encoding) =>
            load(t.reading, () => valuesFromFile(connectionId, guessedTable.file, encoding))
          }
        >
          <FirstRows table={guessedTable.table} />
        </EncodingChoice>
      ) : null}
      {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
    </section>
  );
}

/** The table that was read last, with its file and the encoding that was guessed for it. */
type GuessedTable = NonNullable<Filled['inferred']> & { table: Table };

const guessedTableOf = ({ inferred, table }: Filled): GuessedTable | null =>
  inferred ? { ...inferred, table } : null;

/** Reads values, one source at a time: a new one aborts the one before. `progress` and `problem` are sentences. */
function useValueReader(initial: Filled | null, onFilled: (filled: Filled | null) => void) {
  const [progress, setProgress] = useState(initial && sizeText(initial));
  const [problem, setProblem] = useState<string | null>(null);
  const [guessedTable, setGuessedTable] = useState(initial && guessedTableOf(initial));
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const begin = async (text: string, work: (signal: AbortSignal) => Promise<FilledResult>): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setProblem(null);
    setProgress(text);
    onFilled(null);
    const result = await work(signal).catch((error: unknown): FilledResult => ({
      ok: false,
      error: describeProblem(error),
    }));
    if (signal.aborted) return;
    setProgress(result.ok ? sizeText(result.filled) : null);
    setProblem(result.ok ? null : result.error);
    setGuessedTable(result.ok ? guessedTableOf(result.filled) : null);
    onFilled(result.ok ? result.filled : null);
  };
  return {
    progress,
    problem,
    guessedTable,
    setProgress,
    load: (text: string, work: (signal: AbortSignal) => Promise<FilledResult>): void =>
      void begin(text, work),
  };
}

const sizeText = ({ table }: Filled): string =>
  `${words.counts.rows(table.rows.length)}, ${words.counts.columns(table.columns.length)}. ${table.notes.join(' ')}`;

function HiddenInputs({
  csv,
  folder,
  onFile,
  onFolder,
}: {
  csv: RefObject<HTMLInputElement | null>;
  folder: RefObject<HTMLInputElement | null>;
  onFile: (file: File) => void;
  onFolder: (files: readonly File[]) => void;
}): ReactElement {
  return (
    <>
      <input
        ref={csv}
        type="file"
        hidden
        aria-label={t.csvFile}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        aria-label={t.folderFiles2}
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          onFolder(files);
        }}
      />
    </>
  );
}
