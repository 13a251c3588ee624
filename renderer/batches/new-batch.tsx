import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { describeProblem } from '#renderer/desk/index.ts';
import { PickField, ProblemNote, type PickGroup } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { clearDraft, readDraft, writeDraft } from './batch-draft.ts';
import { sourceQuery, sourcesQuery, type SourceChoice } from './batch-source.ts';
import { BatchValues } from './batch-values.tsx';
import { MatchColumns } from './match-columns.tsx';
import type { Filled } from './read-values.ts';
import type { DroppedValues } from './use-dropped-values.ts';
import css from './new-batch.module.css';

const t = words.batches.newBatch;

/** What a new batch begins with. */
export interface InitialBatch {
  table: File;
  project: { id: string; name: string } | null;
}

const keyOf = ({ kind, id }: SourceChoice): string => `${kind}:${id}`;

/** Templates and projects, each below what they are. */
const groupsOf = (choices: readonly SourceChoice[]): PickGroup[] =>
  (['template', 'project'] as const).map((kind) => ({
    id: kind,
    title: t.kinds[kind],
    items: choices
      .filter((source) => source.kind === kind)
      .map((source) => ({ value: keyOf(source), label: source.name })),
  }));

/** Of one source and one table: another table of as many rows has columns of its own. */
const tableKey = (source: string, { name, table }: Filled): string =>
  JSON.stringify([source, name, table.rows.length, table.columns]);

/** What to run, the values, which column goes where: then the batch is made. */
export function NewBatch({
  connectionId,
  initial = null,
  dropped = null,
  onCreated,
}: {
  connectionId: string;
  initial?: InitialBatch | null;
  /** What was let go on the page; another object each time. */
  dropped?: DroppedValues | null;
  onCreated: (batchId: string) => void;
}): ReactElement {
  const sources = useQuery(sourcesQuery(connectionId));
  const [draft] = useState(() => {
    if (initial !== null) clearDraft(connectionId);
    return readDraft(connectionId);
  });
  const [first] = useState<SourceChoice | null>(
    initial?.project ? { kind: 'project', ...initial.project } : draft.source,
  );
  const [selected, setSelected] = useState(first === null ? '' : keyOf(first));
  const [initialValues] = useState<DroppedValues | null>(initial && { kind: 'table', table: initial.table });
  const [filled, setFilled] = useState<Filled | null>(draft.filled);
  // A project beyond the first page of the list can be run all the same.
  const choices = [
    ...(first === null || sources.data?.some((source) => keyOf(source) === keyOf(first)) ? [] : [first]),
    ...(sources.data ?? []),
  ];
  const choice = choices.find((source) => keyOf(source) === selected) ?? null;
  useEffect(() => writeDraft(connectionId, { source: choice, filled }), [connectionId, choice, filled]);
  const source = useQuery(sourceQuery(connectionId, choice));
  return (
    <div className={css['steps']}>
      <section aria-label={t.toRun}>
        <h2>{t.toRun2}</h2>
        <PickField
          label={t.templateProject}
          showLabel
          searchLabel={t.searchSources}
          emptyText={t.noSource}
          placeholder={sources.isPending ? t.loading : t.select}
          value={selected}
          groups={groupsOf(choices)}
          onValueChange={setSelected}
        />
        {sources.isError ? <ProblemNote>{describeProblem(sources.error)}</ProblemNote> : null}
        {source.isError ? <ProblemNote>{describeProblem(source.error)}</ProblemNote> : null}
      </section>
      <BatchValues connectionId={connectionId} values={dropped ?? initialValues} onFilled={setFilled} />
      {source.data && choice && filled ? (
        <MatchColumns
          key={tableKey(selected, filled)}
          tableKey={tableKey(selected, filled)}
          connectionId={connectionId}
          name={`${choice.name}, ${filled.name}`}
          source={source.data}
          filled={filled}
          onCreated={(batchId) => {
            clearDraft(connectionId);
            onCreated(batchId);
          }}
        />
      ) : null}
    </div>
  );
}
