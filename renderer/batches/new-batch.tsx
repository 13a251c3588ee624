import { useQuery } from '@tanstack/react-query';
import { FileUp, FolderUp } from 'lucide-react';
import { useRef, useState, type ReactElement } from 'react';
import {
  DEFAULT_IN_FLIGHT,
  MAX_BATCH_FIELDS,
  MAX_ITEMS_IN_REQUEST,
  type BatchField,
} from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { uploadFile } from '#renderer/templates/index.ts';
import { Button, plural, ProblemNote, Select, TextArea } from '#renderer/ui/index.ts';
import { sourceQuery, sourcesQuery, type OpenedSource } from './batch-source.ts';
import { checkRows, matchColumns, type CheckedRows } from './cell-values.ts';
import { decodeTable } from './decode-table.ts';
import { readTable, type Table } from './read-table.ts';
import css from './new-batch.module.css';

const SHOWN_PROBLEMS = 20;
const SHOWN_ROWS = 3;
const TRIED_ROWS = 3;
const UNMATCHED = 'none';

interface Filled {
  name: string;
  table: Table;
  /** Ids of files by the names in cells. */
  files: ReadonlyMap<string, string>;
}

/** What to run, the values, which column goes where: then the batch is made. */
export function NewBatch({
  connectionId,
  onCreated,
}: {
  connectionId: string;
  onCreated: (batchId: string) => void;
}): ReactElement {
  const sources = useQuery(sourcesQuery(connectionId));
  const [chosen, setChosen] = useState('');
  const [filled, setFilled] = useState<Filled | null>(null);
  const choice = sources.data?.find(({ kind, id }) => `${kind}:${id}` === chosen) ?? null;
  const opened = useQuery(sourceQuery(connectionId, choice));
  return (
    <div className={css['steps']}>
      <section aria-label="What to run">
        <h2>1. What to run</h2>
        <Select
          label="Template or project"
          value={chosen}
          options={[
            { value: '', label: sources.isPending ? 'Loading…' : 'Choose…' },
            ...(sources.data ?? []).map(({ kind, id, name }) => ({
              value: `${kind}:${id}`,
              label: `${name} · ${kind === 'template' ? 'template' : 'project'}`,
            })),
          ]}
          onValueChange={setChosen}
        />
        {sources.isError ? <ProblemNote>{describeProblem(sources.error)}</ProblemNote> : null}
        {opened.isError ? <ProblemNote>{describeProblem(opened.error)}</ProblemNote> : null}
      </section>
      <Values connectionId={connectionId} onFilled={setFilled} />
      {opened.data && choice && filled ? (
        <Matching
          key={`${chosen} ${filled.name} ${filled.table.rows.length}`}
          connectionId={connectionId}
          name={`${choice.name}, ${filled.name}`}
          opened={opened.data}
          filled={filled}
          onCreated={onCreated}
        />
      ) : null}
    </div>
  );
}

/** A CSV file, a pasted table, or a folder whose files are the values. */
function Values({
  connectionId,
  onFilled,
}: {
  connectionId: string;
  onFilled: (filled: Filled | null) => void;
}): ReactElement {
  const csv = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState('');
  const [state, setState] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (work: () => Promise<Filled | string>): Promise<void> => {
    setProblem(null);
    onFilled(null);
    try {
      const filled = await work();
      if (typeof filled === 'string') {
        setProblem(filled);
        setState(null);
        return;
      }
      setState(
        `${plural(filled.table.rows.length, 'row')}, ${plural(filled.table.columns.length, 'column')}. ${filled.table.notes.join(' ')}`,
      );
      onFilled(filled);
    } catch (error) {
      setState(null);
      setProblem(describeProblem(error));
    }
  };
  const known = async (): Promise<Map<string, string>> => {
    const { files } = await callDesk('listFiles', { query: { connectionId } });
    return new Map(
      files.flatMap(({ fileId, filename }) => [
        [filename, fileId],
        [fileId, fileId],
      ]),
    );
  };
  const fromText = async (name: string, text: string, note: string | null): Promise<Filled | string> => {
    setState('Reading…');
    const reading = await readTable(text);
    if (!reading.ok) return reading.error;
    const { table } = reading;
    return {
      name,
      table: note === null ? table : { ...table, notes: [note, ...table.notes] },
      files: await known(),
    };
  };
  const fromFile = async (file: File): Promise<Filled | string> => {
    const decoding = await decodeTable(file);
    return decoding.ok ? fromText(file.name, decoding.text, decoding.note) : decoding.error;
  };
  const fromFolder = async (files: readonly File[]): Promise<Filled | string> => {
    const wanted = files.filter(({ name }) => !name.startsWith('.'));
    if (wanted.length === 0) return 'There are no files in this folder. Choose another.';
    const ids = new Map<string, string>();
    for (const [at, file] of wanted.entries()) {
      setState(`Sending file ${at + 1} of ${wanted.length}…`);
      try {
        const signal = new AbortController().signal;
        ids.set(file.name, await uploadFile(connectionId, file, { onProgress: () => undefined, signal }));
      } catch (error) {
        return `${file.name} could not be sent: ${describeProblem(error)}`;
      }
    }
    const rows = wanted.map(({ name }) => [name]);
    return { name: plural(rows.length, 'file'), table: { columns: ['File'], rows, notes: [] }, files: ids };
  };
  return (
    <section aria-label="Values">
      <h2>2. Values, a row for each run</h2>
      <div className={css['line']}>
        <Button size="small" icon={<FileUp aria-hidden />} onClick={() => csv.current?.click()}>
          Choose a CSV file
        </Button>
        <Button size="small" icon={<FolderUp aria-hidden />} onClick={() => folder.current?.click()}>
          Choose a folder of files
        </Button>
      </div>
      <input
        ref={csv}
        type="file"
        hidden
        aria-label="CSV file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) void take(() => fromFile(file));
        }}
      />
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        aria-label="Folder of files"
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          void take(() => fromFolder(files));
        }}
      />
      <TextArea
        label="Or paste a table; its first row names the columns"
        rows={4}
        mono
        value={pasted}
        onValueChange={setPasted}
      />
      <div className={css['line']}>
        <Button
          size="small"
          disabled={pasted.trim() === ''}
          onClick={() => void take(() => fromText('pasted table', pasted, null))}
        >
          Use the pasted table
        </Button>
        <output className={css['quiet']}>{state ?? ''}</output>
      </div>
      {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
    </section>
  );
}

/** Which column fills which input, what does not fit, and the start. */
function Matching({
  connectionId,
  name,
  opened,
  filled,
  onCreated,
}: {
  connectionId: string;
  name: string;
  opened: OpenedSource;
  filled: Filled;
  onCreated: (batchId: string) => void;
}): ReactElement {
  const fields = opened.fields.slice(0, 500);
  const { table, files } = filled;
  const [match, setMatch] = useState(() => guessed(fields, table));
  const [checked, setChecked] = useState<CheckedRows | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const used = fields.flatMap((field, at) =>
    match[at] === null ? [] : [{ field, column: match[at] ?? null }],
  );
  const check = (): Promise<CheckedRows> =>
    checkRows(
      table,
      used.map(({ field }) => field),
      used.map(({ column }) => column),
      files,
    );
  const run = (work: () => Promise<void>) => (): void => {
    setProblem(null);
    work()
      .catch((error: unknown) => setProblem(describeProblem(error)))
      .finally(() => setBusy(null));
  };
  const make = (maxRuns: number | null) =>
    run(async () => {
      setBusy('Checking…');
      const rows = await check();
      setChecked(rows);
      if (rows.problems.length === rows.items.length)
        throw new Error('No row fits. Look at what is named below.');
      const batchId = `batch_${crypto.randomUUID()}`;
      const params = { batchId };
      const limits = { maxRuns, maxMicrocredits: null, inFlight: DEFAULT_IN_FLIGHT };
      await callDesk('createBatch', {
        body: {
          id: batchId,
          connectionId,
          kind: 'table',
          name: name.slice(0, 200),
          source: opened.source,
          fields: used.map(({ field }) => field),
          layout: null,
          limits,
        },
      });
      for (let from = 0; from < rows.items.length; from += MAX_ITEMS_IN_REQUEST) {
        setBusy(`Writing row ${(from + 1).toLocaleString('en')}…`);
        await callDesk('appendBatchItems', {
          params,
          body: { from, items: rows.items.slice(from, from + MAX_ITEMS_IN_REQUEST) },
        });
      }
      if (maxRuns !== null) await callDesk('resumeBatch', { params, body: { limits } });
      onCreated(batchId);
    });
  return (
    <section aria-label="Columns and inputs">
      <h2>3. Which column goes where</h2>
      <div className={css['match']}>
        {fields.map((field, at) => (
          <Select
            key={field.of === 'node' ? `${field.nodeId} ${field.input}` : field.fieldName}
            label={field.label}
            value={match[at] === null || match[at] === undefined ? UNMATCHED : String(match[at])}
            options={[
              { value: UNMATCHED, label: 'As it is' },
              ...table.columns.map((column, index) => ({ value: String(index), label: column })),
            ]}
            onValueChange={(value) => {
              setChecked(null);
              setMatch(
                match.map((before, index) =>
                  index === at ? (value === UNMATCHED ? null : Number(value)) : before,
                ),
              );
            }}
          />
        ))}
      </div>
      <Preview table={table} />
      {checked && checked.problems.length > 0 ? <Problems checked={checked} /> : null}
      {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
      <div className={css['line']}>
        <Button
          size="small"
          disabled={busy !== null || used.length === 0}
          onClick={run(async () => {
            setBusy('Checking…');
            setChecked(await check());
          })}
        >
          Check the rows
        </Button>
        <Button
          size="small"
          disabled={busy !== null || used.length === 0 || used.length > MAX_BATCH_FIELDS}
          onClick={make(Math.min(TRIED_ROWS, table.rows.length))}
        >
          Try the first {Math.min(TRIED_ROWS, table.rows.length)}
        </Button>
        <Button
          size="small"
          variant="primary"
          disabled={busy !== null || used.length === 0 || used.length > MAX_BATCH_FIELDS}
          onClick={make(null)}
        >
          Make the batch
        </Button>
        <output className={css['quiet']}>
          {busy ?? (checked && checked.problems.length === 0 ? 'All rows fit.' : '')}
        </output>
      </div>
    </section>
  );
}

/** By name; a single column of files goes to the first input that takes files. */
function guessed(fields: readonly BatchField[], table: Table): (number | null)[] {
  const match = matchColumns(fields, table.columns);
  if (match.some((column) => column !== null) || table.columns.length > 1) return match;
  const first = fields.findIndex(({ type }) => /^(?:image|video|audio|file)\b/.test(type ?? ''));
  return match.map((column, at) => (at === first ? 0 : column));
}

function Preview({ table }: { table: Table }): ReactElement {
  return (
    <div className={css['scroll']} role="group" aria-label="First rows">
      <table className={css['preview']}>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, SHOWN_ROWS).map((cells, row) => (
            // The rows of a table have no names of their own.
            <tr key={`row-${row + 1}`}>
              {table.columns.map((column, at) => (
                <td key={column}>{cells[at]?.slice(0, 200)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Problems({ checked }: { checked: CheckedRows }): ReactElement {
  const more = checked.problems.length - SHOWN_PROBLEMS;
  return (
    <div className={css['problems']} role="status">
      <p>
        {plural(checked.problems.length, 'row does', 'rows do')} not fit and will be skipped; nothing is paid
        for
        {checked.problems.length === 1 ? ' it' : ' them'}.
      </p>
      <ul>
        {checked.problems.slice(0, SHOWN_PROBLEMS).map(({ row, message }) => (
          <li key={row}>{message}</li>
        ))}
        {more > 0 ? <li>And {more.toLocaleString('en')} more.</li> : null}
      </ul>
    </div>
  );
}
