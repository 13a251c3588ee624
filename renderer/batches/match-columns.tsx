import { useState, type ReactElement } from 'react';
import { MAX_BATCH_FIELDS, type BatchField } from '#shared/desk/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, ProblemNote } from '#renderer/ui/index.ts';
import { number } from '#renderer/words/index.ts';
import type { OpenedSource } from './batch-source.ts';
import { checkRows, matchColumns, type CheckedRows, type ColumnMatch } from './cell-values.ts';
import { ColumnList } from './column-list.tsx';
import { FirstRows, RowProblems } from './first-rows.tsx';
import { makeBatch } from './make-batch.ts';
import type { Filled } from './read-values.ts';
import type { Table } from './read-table.ts';
import css from './new-batch.module.css';

const TRIED_ROWS = 3;
/** Inputs that are offered; a graph may have thousands. */
const MAX_OFFERED_FIELDS = 500;

export interface MatchColumnsProps {
  connectionId: string;
  name: string;
  opened: OpenedSource;
  filled: Filled;
  onCreated: (batchId: string) => void;
}

/** Which column fills which input, what does not fit, and the start. */
export function MatchColumns(props: MatchColumnsProps): ReactElement {
  const { opened, filled } = props;
  const fields = opened.fields.slice(0, MAX_OFFERED_FIELDS);
  const [match, setMatch] = useState<ColumnMatch>(() => guessed(fields, filled.table));
  const making = useMaking(props, fields, match);
  const { busy, checked, problem } = making;
  const used = match.filter((column) => column !== null).length;
  const cannotRun = busy !== null || used === 0 || used > MAX_BATCH_FIELDS;
  const tried = Math.min(TRIED_ROWS, filled.table.rows.length);
  return (
    <section aria-label="Columns and inputs">
      <h2>3. Which column goes where</h2>
      {fields.length === 0 ? (
        <ProblemNote>
          Nothing of this can be set from a table: it has no inputs that hold a value.
        </ProblemNote>
      ) : (
        <ColumnList
          fields={fields}
          columns={filled.table.columns}
          match={match}
          onChange={(next) => {
            making.forget();
            setMatch(next);
          }}
        />
      )}
      <FirstRows table={filled.table} />
      {checked && checked.problems.length > 0 ? <RowProblems checked={checked} /> : null}
      {used > MAX_BATCH_FIELDS ? (
        <ProblemNote>A batch sets at most {MAX_BATCH_FIELDS} inputs. Leave some as they are.</ProblemNote>
      ) : null}
      {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
      <div className={css['line']}>
        <Button size="small" disabled={busy !== null || used === 0} onClick={making.check}>
          Check the rows
        </Button>
        <Button size="small" disabled={cannotRun} onClick={() => making.make(tried)}>
          {tried === 1 ? 'Try the first row' : `Try the first ${tried}`}
        </Button>
        <Button size="small" variant="primary" disabled={cannotRun} onClick={() => making.make(null)}>
          Create the batch
        </Button>
        <output className={css['quiet']}>
          {busy ?? (checked && checked.problems.length === 0 ? 'All rows fit.' : '')}
        </output>
      </div>
    </section>
  );
}

/** Checking the rows and writing the batch: how far it is, and what is wrong. */
function useMaking(
  { connectionId, name, opened, filled, onCreated }: MatchColumnsProps,
  fields: readonly BatchField[],
  match: ColumnMatch,
) {
  const [checked, setChecked] = useState<CheckedRows | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const used = fields.flatMap((field, at) => {
    const column = match[at] ?? null;
    return column === null ? [] : [{ field, column }];
  });
  const usedFields = used.map(({ field }) => field);
  const checkAll = async (): Promise<CheckedRows> => {
    setBusy('Checking…');
    const columns = used.map(({ column }) => column);
    const rows = await checkRows(filled.table, usedFields, columns, filled.files);
    setChecked(rows);
    return rows;
  };
  const run = (work: () => Promise<void>): void => {
    setProblem(null);
    work()
      .catch((error: unknown) => setProblem(describeProblem(error)))
      .finally(() => setBusy(null));
  };
  return {
    checked,
    busy,
    problem,
    forget: () => setChecked(null),
    check: () => run(async () => void (await checkAll())),
    /** @param tried so many rows run at once; null: none yet */
    make: (tried: number | null) =>
      run(async () => {
        const { items, problems } = await checkAll();
        if (problems.length === items.length) throw new Error('No row fits. Look at what is named above.');
        const batch = { connectionId, name, source: opened.source, fields: usedFields, items, tried };
        onCreated(await makeBatch(batch, (row) => setBusy(`Writing row ${number(row)}…`)));
      }),
  };
}

/** By name; a single column of files goes to the first input that takes files. */
function guessed(fields: readonly BatchField[], table: Table): (number | null)[] {
  const match = matchColumns(fields, table.columns);
  if (match.some((column) => column !== null) || table.columns.length > 1) return match;
  const first = fields.findIndex(({ type }) => /^(?:image|video|audio|file)\b/.test(type ?? ''));
  return match.map((column, at) => (at === first ? 0 : column));
}
