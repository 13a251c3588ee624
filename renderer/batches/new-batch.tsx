import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { describeProblem } from '#renderer/desk/index.ts';
import { ProblemNote, Select } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { sourceQuery, sourcesQuery } from './batch-source.ts';
import { BatchValues } from './batch-values.tsx';
import { MatchColumns } from './match-columns.tsx';
import type { Filled } from './read-values.ts';
import css from './new-batch.module.css';

const t = words.batches.newBatch;

/** What to run, the values, which column goes where: then the batch is made. */
export function NewBatch({
  connectionId,
  onCreated,
}: {
  connectionId: string;
  onCreated: (batchId: string) => void;
}): ReactElement {
  const sources = useQuery(sourcesQuery(connectionId));
  const [selected, setSelected] = useState('');
  const [filled, setFilled] = useState<Filled | null>(null);
  const choice = sources.data?.find(({ kind, id }) => `${kind}:${id}` === selected) ?? null;
  const source = useQuery(sourceQuery(connectionId, choice));
  return (
    <div className={css['steps']}>
      <section aria-label={t.toRun}>
        <h2>{t.toRun2}</h2>
        <Select
          label={t.templateProject}
          value={selected}
          options={[
            { value: '', label: sources.isPending ? t.loading : t.select },
            ...(sources.data ?? []).map(({ kind, id, name }) => ({
              value: `${kind}:${id}`,
              label: `${name} · ${kind === 'template' ? 'template' : 'project'}`,
            })),
          ]}
          onValueChange={setSelected}
        />
        {sources.isError ? <ProblemNote>{describeProblem(sources.error)}</ProblemNote> : null}
        {source.isError ? <ProblemNote>{describeProblem(source.error)}</ProblemNote> : null}
      </section>
      <BatchValues connectionId={connectionId} onFilled={setFilled} />
      {source.data && choice && filled ? (
        <MatchColumns
          key={`${selected} ${filled.name} ${filled.table.rows.length}`}
          connectionId={connectionId}
          name={`${choice.name}, ${filled.name}`}
          opened={source.data}
          filled={filled}
          onCreated={onCreated}
        />
      ) : null}
    </div>
  );
}
