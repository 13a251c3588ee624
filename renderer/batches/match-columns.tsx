import { useCallback, useEffect, useMemo, useState, type ReactElement } from 'react';
import { MAX_BATCH_FIELDS, type BatchField } from '#shared/desk/index.ts';
import { graphOfInline } from '#shared/graph/ran-graph.ts';
import { useCost, type CostlyWork } from '#renderer/costs/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, pricedLabel, ProblemNote, type DecimalMark } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { useBatchQuestion } from './batch-cost.ts';
import { readDraft, writeDraft } from './batch-draft.ts';
import type { LoadedSource } from './batch-source.ts';
import { checkRows, type CheckedRows, type ColumnMatch } from './cell-values.ts';
import { ColumnList } from './column-list.tsx';
import { FirstRows, RowProblems } from './first-rows.tsx';
import { guessColumns, type ColumnGuess } from './guess-columns.ts';
import { makeBatch } from './make-batch.ts';
import type { Filled } from './read-values.ts';
import type { Table } from './read-table.ts';
import css from './new-batch.module.css';

const t = words.batches.matchColumns;

const text = words.batches;
const TRIED_ROWS = 3;
/** Inputs that are offered; a graph may have thousands. */
const MAX_FIELDS = 500;

export interface MatchColumnsProps {
  connectionId: string;
  name: string;
  /** Of the source and its table. */
  tableKey: string;
  source: LoadedSource;
  filled: Filled;
  onCreated: (batchId: string) => void;
}

/** Which column fills which input, what does not fit, and the start. */
export function MatchColumns(props: MatchColumnsProps): ReactElement {
  const { source, filled } = props;
  const fields = useMemo(() => source.fields.slice(0, MAX_FIELDS), [source]);
  const [suggestion] = useState(() => inferred(fields, filled.table));
  const { match, marks, setMatch, setMarks } = useColumns(props, suggestion.match);
  const creation = useCreation(props, fields, match, marks);
  const { busy, checked, problem, question } = creation;
  const used = match.filter((column) => column !== null).length;
  const fitsNone = checked !== null && checked.skipped === filled.table.rows.length;
  const noColumn = used === 0 ? words.whyNot.noColumn : null;
  const runBlockedReason =
    noColumn ??
    (used > MAX_BATCH_FIELDS
      ? words.whyNot.tooManyColumns(MAX_BATCH_FIELDS)
      : fitsNone
        ? words.whyNot.noRowFits
        : null);
  const tried = Math.min(TRIED_ROWS, filled.table.rows.length);
  return (
    <section aria-label={t.columnsInputs}>
      <h2>{text.title}</h2>
      <p className={css['quiet']} dir="auto">
        {text.from(filled.name, filled.table.rows.length)}
      </p>
      {fields.length === 0 ? (
        <ProblemNote>{t.noCanSetFrom}</ProblemNote>
      ) : (
        <ColumnList
          fields={fields}
          inputs={source.inputs.slice(0, MAX_FIELDS)}
          table={filled.table}
          match={match}
          suggestion={suggestion}
          marks={marks}
          checks={checked?.columns ?? []}
          onChange={setMatch}
          onMark={(column, mark) => setMarks(new Map([...marks, [column, mark]]))}
        />
      )}
      {/* Those of a guessed encoding stand beside its choice. */}
      {filled.inferred ? null : <FirstRows table={filled.table} />}
      {checked && checked.skipped > 0 ? <RowProblems checked={checked} fitsNone={fitsNone} /> : null}
      {used > MAX_BATCH_FIELDS ? <ProblemNote>{t.batchSetsMostInputs(MAX_BATCH_FIELDS)}</ProblemNote> : null}
      {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
      {question}
      <div className={css['line']}>
        <Button size="small" busy={busy !== null} disabledReason={noColumn} onClick={creation.check}>
          {t.checkRows}
        </Button>
        {tried < filled.table.rows.length ? (
          <TryButton
            {...{ connectionId: props.connectionId, source, match, tried, disabledReason: runBlockedReason }}
            busy={busy !== null}
            onTry={() => creation.make(tried)}
          />
        ) : null}
        <Button
          size="small"
          variant="primary"
          busy={busy !== null}
          disabledReason={runBlockedReason}
          onClick={() => creation.make(null)}
        >
          {t.createBatch}
        </Button>
        <output className={css['quiet']}>
          {busy ?? (checked && used > 0 && checked.skipped === 0 ? t.allRowsFit : '')}
        </output>
      </div>
    </section>
  );
}

/** Which column goes where: as it was left, or as it is suggested. */
function useColumns({ connectionId, tableKey: key }: MatchColumnsProps, suggested: ColumnMatch) {
  const [draft] = useState(() => readDraft(connectionId).columns);
  const isSame = draft?.key === key;
  const [match, setMatch] = useState<ColumnMatch>(isSame ? draft.match : suggested);
  const [marks, setMarks] = useState<ReadonlyMap<number, DecimalMark>>(isSame ? draft.marks : new Map());
  useEffect(
    () => writeDraft(connectionId, { columns: { key, match, marks } }),
    [connectionId, key, match, marks],
  );
  return { match, marks, setMatch, setMarks };
}

/** Checking the rows and writing the batch: how far it is, and what is wrong. */
function useCreation(
  { connectionId, name, source, filled, onCreated }: MatchColumnsProps,
  fields: readonly BatchField[],
  match: ColumnMatch,
  marks: ReadonlyMap<number, DecimalMark>,
) {
  const [checked, setChecked] = useState<CheckedRows | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { mayRun, question } = useBatchQuestion(connectionId);
  const used = useMemo(() => {
    const pairs = fields.flatMap((field, at) => {
      const column = match[at] ?? null;
      return column === null ? [] : [{ field, column }];
    });
    // As in the table: the batch shows its columns in this order.
    pairs.sort((a, b) => a.column - b.column);
    return { fields: pairs.map(({ field }) => field), columns: pairs.map(({ column }) => column) };
  }, [fields, match]);
  const checkAll = useCallback(
    (): Promise<CheckedRows> => checkRows(filled.table, used.fields, used.columns, filled.files, marks),
    [filled, used, marks],
  );
  // With each choice: what does not fit is said before anybody presses anything.
  useEffect(() => {
    let isOver = false;
    checkAll().then(
      (rows) => (isOver ? undefined : setChecked(rows)),
      (error: unknown) => (isOver ? undefined : setProblem(describeProblem(error))),
    );
    return () => {
      isOver = true;
    };
  }, [checkAll]);
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
    question,
    check: () =>
      run(async () => {
        setBusy(t.checking);
        setChecked(await checkAll());
      }),
    /** @param tried so many rows run at once; null: none yet */
    make: (tried: number | null) =>
      run(async () => {
        setBusy(t.checking);
        const rows = await checkAll();
        setChecked(rows);
        const { items, skipped } = rows;
        if (skipped === items.length) throw new Error('No row fits. Look at what is named above.');
        const batch = {
          connectionId,
          name,
          source: source.source,
          fields: used.fields,
          items,
          tried,
          mayRun,
        };
        onCreated(await makeBatch(batch, (row) => setBusy(t.writingRow(number(row)))));
      }),
  };
}

/** Runs the first rows, with what they cost. */
function TryButton({
  connectionId,
  source,
  match,
  tried,
  busy,
  disabledReason,
  onTry,
}: {
  connectionId: string;
  source: LoadedSource;
  match: ColumnMatch;
  /** How many rows. */
  tried: number;
  busy: boolean;
  disabledReason: string | null;
  onTry: () => void;
}): ReactElement {
  const work = useMemo(() => workOf(source, match, tried), [source, match, tried]);
  const estimate = useCost(connectionId, work);
  return (
    <Button size="small" busy={busy} disabledReason={disabledReason} onClick={onTry}>
      {pricedLabel(tried === 1 ? t.tryFirstRow : t.tryFirst(tried), estimate)}
    </Button>
  );
}

/** What the first rows run: the nodes below an input that has a column once for each, the others once. */
function workOf({ source, fields }: LoadedSource, match: ColumnMatch, runs: number): CostlyWork {
  if (source.kind === 'template') return { kind: 'template', templateId: source.templateId, runs };
  const changed = fields.flatMap((field, at) =>
    (match[at] ?? null) !== null && field.of === 'node' ? [field.nodeId] : [],
  );
  const { targetNodeIds, graph } = source;
  return { kind: 'graph', graph: graphOfInline(graph), targetNodeIds, changed, unchanged: 'once', runs };
}

/** By name; a single column of files goes to the first input that takes files. */
function inferred(fields: readonly BatchField[], table: Table): ColumnGuess {
  const suggestion = guessColumns(fields, table);
  if (suggestion.match.some((column) => column !== null) || table.columns.length > 1) return suggestion;
  const first = fields.findIndex(({ type }) => /^(?:image|video|audio|file)\b/.test(type ?? ''));
  return first < 0
    ? suggestion
    : { match: suggestion.match.map((column, at) => (at === first ? 0 : column)), inferred: new Set([0]) };
}
