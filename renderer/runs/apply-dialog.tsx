import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactElement } from 'react';
import { endpoints, type PatchOperation } from '#shared/api/index.ts';
import { sameWork, type Graph } from '#shared/graph/index.ts';
import { targetOf } from '#shared/graph/operation-table.ts';
import type { OutputToApply } from '#shared/graph/plan-apply.ts';
import { apiFor, callDesk, describeProblem, isConflict } from '#renderer/desk/index.ts';
import { Button, Checkbox, Dialog } from '#renderer/ui/index.ts';
import { OutputThumbnail, type NamedOutput } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import type { RunState } from './run-state.ts';
import { outputsOf, toApply, type OutputLabels } from './run-outputs.ts';
import css from './outputs.module.css';

const t = words.runs.applyDialog;

export interface ApplyDialogProps {
  connectionId: string;
  run: RunState;
  labelOf?: OutputLabels;
  /** Saves what is waiting and resolves to the version that holds it. */
  saveFirst: () => Promise<number>;
  /** The operations that keep these outputs in the graph as it is now. */
  plan: (outputs: readonly OutputToApply[]) => PatchOperation[];
  /** The graph of the project as it is now. */
  currentGraph: () => Graph;
  /** Makes the operations an edit of the open project: saved and undone like any other. */
  onApplyAsEdit: (operations: PatchOperation[], count: number) => void;
  /** The service has applied them: the project has a new version. */
  onApplied: (operations: PatchOperation[], count: number) => void;
  onRerun: () => void;
  onClose: () => void;
}

type Readiness =
  | { state: 'checking' }
  | { state: 'current'; version: number }
  /** Another version whose graph is the one that ran: something else of the project was edited since. */
  | { state: 'same-graph'; version: number }
  /** The project has moved on since the run, or the run was of a graph that was never saved. */
  | { state: 'stale'; version: number | null }
  | { state: 'error'; message: string };

/**
 * Keeps chosen outputs of a run in its project. Shows what will change first; when the project has moved on since the
 * run, says so and offers both ways on, here.
 */
export function ApplyDialog(props: ApplyDialogProps): ReactElement {
  const { connectionId, run, labelOf, saveFirst, plan, currentGraph: graphNow } = props;
  const { onApplyAsEdit, onApplied, onRerun, onClose } = props;
  const outputs = outputsOf(run, labelOf);
  const [picked, setSelected] = useState<ReadonlySet<string>>(() => new Set(outputs.map(({ key }) => key)));
  const main = useRef<HTMLElement>(null);
  const [applying, setApplying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { ready, setReplaced, retry } = useReadiness(connectionId, run, saveFirst, graphNow);
  const selected = outputs.filter(({ key }) => picked.has(key));
  const operations = plan(toApply(run, selected));
  const count = selected.length;
  const apply = async () => {
    // The service takes outputs under the version that ran alone; the same comes of an edit of the same graph.
    if (ready.state === 'same-graph') return onApplyAsEdit(operations, count);
    if (ready.state !== 'current') return;
    setApplying(true);
    setProblem(null);
    try {
      await apiFor(connectionId)(endpoints.runs.applyToProject, {
        params: { run_id: run.runId },
        body: { expectedVersion: ready.version, outputKeys: selected.map(({ key }) => key) },
        idempotencyKey: crypto.randomUUID(),
      });
      onApplied(operations, count);
    } catch (error) {
      if (isConflict(error)) setReplaced();
      else setProblem(describeProblem(error));
    } finally {
      setApplying(false);
    }
  };

  // The service applies finished runs alone; what an unfinished one made can still be applied as an edit.
  const isPartial = run.status !== 'succeeded';
  const isUnchanged = count > 0 && operations.length === 0;
  const stale =
    (ready.state === 'stale' || (isPartial && ['current', 'same-graph'].includes(ready.state))) &&
    !isUnchanged;
  /** The version that the project is at now, where it is known and another one than the run used. */
  const latest = ready.state === 'stale' ? ready.version : null;
  return (
    <Dialog
      open
      onClose={onClose}
      width={500}
      initialFocus={main}
      title={t.applyOutputsProject}
      description={t.eachOutputInputNode}
      footer={
        stale ? (
          <>
            <Alternative run={run} latest={latest} onRerun={onRerun} onClose={onClose} />
            <Button
              ref={main}
              variant="primary"
              disabledReason={operations.length === 0 ? words.whyNot.noOutput : null}
              onClick={() => onApplyAsEdit(operations, count)}
            >
              {t.applyEdit}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{isUnchanged ? t.close : t.cancel}</Button>
            <Button
              ref={main}
              variant="primary"
              busy={applying || ready.state === 'checking'}
              disabledReason={disabledReason(count, isUnchanged, ready.state === 'error')}
              onClick={() => void apply()}
            >
              {t.apply(count)}
            </Button>
          </>
        )
      }
    >
      <Choices connectionId={connectionId} outputs={outputs} selected={picked} onSelect={setSelected} />
      <p style={{ marginTop: 12 }} aria-live="polite">
        {describeChange(count, operations)}
      </p>
      {stale ? <StaleNote run={run} latest={latest} /> : null}
      <Problems ready={ready} onRetry={retry} problem={problem} />
    </Dialog>
  );
}

/** What could not be saved before, and why applying failed. */
const Problems = ({
  ready,
  onRetry,
  problem,
}: {
  ready: Readiness;
  onRetry: () => void;
  problem: string | null;
}): ReactElement => (
  <>
    {ready.state === 'error' ? (
      <div role="alert" className={css['problem']}>
        {t.yourLastChangesCould(ready.message)}
        <Button size="small" onClick={onRetry}>
          {words.common.tryRetry}
        </Button>
      </div>
    ) : null}
    {problem ? (
      <p role="alert" className={css['problem']}>
        {problem}
      </p>
    ) : null}
  </>
);

/** Whether the outputs still fit the project: what is waiting is saved first, and the versions are compared. */
function useReadiness(
  connectionId: string,
  run: RunState,
  saveFirst: () => Promise<number>,
  currentGraph: () => Graph,
): { ready: Readiness; setReplaced: () => void; retry: () => void } {
  // The service found the project changed between the check and the request.
  const [overtaken, setReplaced] = useState(false);
  const saved = useQuery({
    queryKey: ['apply', connectionId, run.runId],
    queryFn: saveFirst,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const isDifferent = saved.data !== undefined && saved.data !== run.projectVersion;
  const { runId } = run;
  const source = useQuery({
    queryKey: ['apply', connectionId, runId, 'graph'],
    queryFn: ({ signal }) => callDesk('getRunSource', { params: { connectionId, runId }, signal }),
    enabled: isDifferent && run.projectVersion !== null,
    staleTime: Infinity,
    retry: false,
  });
  const readiness = (): Readiness => {
    if (overtaken) return { state: 'stale', version: null };
    if (saved.isError) return { state: 'error', message: describeProblem(saved.error) };
    if (saved.data === undefined || source.isLoading) return { state: 'checking' };
    const version = saved.data;
    if (!isDifferent) return { state: 'current', version };
    const ran = source.data?.isExact === true ? source.data.graph : null;
    return { state: ran !== null && sameWork(ran, currentGraph()) ? 'same-graph' : 'stale', version };
  };
  return { ready: readiness(), setReplaced: () => setReplaced(true), retry: () => void saved.refetch() };
}

/** What applying will do, in a sentence. @param count of outputs that are chosen. */
function describeChange(count: number, operations: readonly PatchOperation[]): string {
  if (count === 0) return t.leastOutput;
  if (operations.length === 0) return t.projectAlreadyThemWill;
  const additions = operations.filter((operation) => targetOf(operation).kind === 'node').length;
  const updates = operations.length - additions;
  const added = additions > 0 ? t.inputNodesWillAdded(additions) : null;
  const updated = updates > 0 ? t.willNewResult(updates) : null;
  return added !== null && updated !== null
    ? t.willAddAndUpdate(added, updated)
    : `${added ?? updated ?? ''}.`;
}

interface ChoicesProps {
  connectionId: string;
  outputs: readonly NamedOutput[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

const Choices = ({
  connectionId,
  outputs,
  selected: chosen,
  onSelect: onChoose,
}: ChoicesProps): ReactElement => (
  <ul className={css['choices']} aria-label={t.outputsApply}>
    {outputs.map((named) => (
      <li key={named.key} className={css['choice']}>
        <span className={css['choicePicture']}>
          <OutputThumbnail connectionId={connectionId} named={named} />
        </span>
        <Checkbox
          label={named.label}
          checked={chosen.has(named.key)}
          onCheckedChange={(checked) => {
            const next = new Set(chosen);
            if (checked) next.add(named.key);
            else next.delete(named.key);
            onChoose(next);
          }}
        />
      </li>
    ))}
  </ul>
);

/** Of no version of the project: a graph without muted and frozen nodes, say. */
const isUnsavedGraph = ({ projectVersion, status }: RunState): boolean =>
  projectVersion === null && status === 'succeeded';

/** What to do in place of applying: nothing, or a run of the project as it is now. */
function Alternative({
  run,
  latest,
  onRerun,
  onClose,
}: Pick<ApplyDialogProps, 'run' | 'onRerun' | 'onClose'> & { latest: number | null }): ReactElement {
  if (isUnsavedGraph(run)) return <Button onClick={onClose}>{words.common.cancel}</Button>;
  return <Button onClick={onRerun}>{latest === null ? t.runCurrentVersion : t.runVersion(latest)}</Button>;
}

/** Why the service cannot apply them, and what can be done. @param newest version of the project, where it is known. */
function StaleNote({ run, latest }: { run: RunState; latest: number | null }): ReactElement {
  if (isUnsavedGraph(run)) {
    return (
      <div className={css['stale']} role="status">
        {t.runUsedGraphNodes}
      </div>
    );
  }
  const used =
    run.projectVersion === null
      ? t.runUsedGraphNot
      : latest === null
        ? t.runUsedVersion(run.projectVersion)
        : t.runUsedVersionProject(run.projectVersion, latest);
  return (
    <div className={css['stale']} role="status">
      <strong>{run.status === 'succeeded' ? t.projectChangedSinceRun : t.runDidNotFinish}</strong>
      {t.runCurrentVersionGet(used)}
    </div>
  );
}

/** Why the chosen outputs cannot be applied now; null where they can. */
function disabledReason(count: number, isNoop: boolean, isUnsaved: boolean): string | null {
  if (count === 0) return words.whyNot.noOutput;
  if (isNoop) return words.whyNot.alreadyApplied;
  return isUnsaved ? words.whyNot.saveFirst : null;
}
