import { Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import {
  DEFAULT_IN_FLIGHT,
  MAX_GRID_ITEMS,
  type Batch,
  type BatchLimits,
  type RunEstimate,
} from '#shared/desk/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  canCost,
  Button,
  Checkbox,
  Dialog,
  NumberField,
  commitsOnEnter,
  ProblemNote,
} from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { useFieldProblems, type FieldProblems } from '#renderer/fields/index.ts';
import { AxisEditor } from './axis-editor.tsx';
import type { SelectedFile, VaryInput } from './axis-values.ts';
import { gridCostLines } from './grid-cost.ts';
import { createGrid, type GridSource } from './new-grid.ts';
import { exceedsLimit, useAxes, type Axes, type VariedAxis } from './use-axes.ts';
import css from './variants.module.css';

const t = words.variants.varyDialog;

/** From so many runs on, a person says that so many are meant. */
const MANY_RUNS = 100;
const MICROCREDITS = 1_000_000;
const NO_LIMITS: BatchLimits = { maxRuns: null, maxMicrocredits: null, inFlight: DEFAULT_IN_FLIGHT };

export interface VaryDialogProps {
  inputs: readonly VaryInput[];
  /** The node and input that are asked about. */
  first: { nodeId: string | null; input: string | null };
  files: readonly SelectedFile[];
  source: () => Promise<GridSource>;
  /** What the grid takes; null until that can be told. */
  estimateOf: (axes: readonly VariedAxis[]) => RunEstimate | null;
  onClose: () => void;
  onCreated: (batch: Batch) => void;
}

/** Which inputs to vary, and by which values: one to three axes make a grid of runs. */
export function VaryDialog({
  inputs,
  first,
  files,
  source,
  estimateOf,
  onClose,
  onCreated,
}: VaryDialogProps): ReactElement {
  const [limits, setLimits] = useState(NO_LIMITS);
  const [isConfirmed, setConfirmed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const problems = useFieldProblems();
  const axes = useAxes(inputs, first, () => setConfirmed(false));
  const { ready, total } = axes;
  const isMany = total > MANY_RUNS && !exceedsLimit(total);
  const needsConfirmation = isMany && !isConfirmed;
  const create = async (): Promise<void> => {
    if (ready === null) return;
    setBusy(true);
    setProblem(null);
    try {
      onCreated(await createGrid(await source(), ready, limits));
    } catch (error) {
      setProblem(describeProblem(error));
      setBusy(false);
    }
  };
  const varied = ready?.map(({ input, values }) => ({ ...input, size: values.length }));
  const estimate = varied === undefined || exceedsLimit(total) ? null : estimateOf(varied);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.vary}
      description={t.everyCombinationTheseValues}
      width={620}
      footer={
        <>
          <span className={css['total']} role="status">
            {totalText(total)}
          </span>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabledReason={
              words.whyNot.form(false, problems.first !== null) ?? disabledReason(axes, needsConfirmation)
            }
            onClick={() => void create()}
          >
            {t.createGrid}
          </Button>
        </>
      }
    >
      {/* A number that is typed does not start a grid. */}
      <div className={css['dialog']} {...commitsOnEnter}>
        <AxisList axes={axes} files={files} onProblem={problems.report} />
        {estimate !== null && canCost(estimate) ? (
          <details className={css['limitsFold']}>
            <summary>{t.limits}</summary>
            <CostLimits limits={limits} onChange={setLimits} />
          </details>
        ) : null}
        {varied === undefined || exceedsLimit(total) ? null : (
          <GridCost lines={gridCostLines(total, estimate, limits)} />
        )}
        {isMany ? (
          <Checkbox label={t.yesStartAll(total)} checked={isConfirmed} onCheckedChange={setConfirmed} />
        ) : null}
        {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
      </div>
    </Dialog>
  );
}

/** What is known of the grid before it starts. */
const GridCost = ({ lines }: { lines: readonly string[] }): ReactElement => (
  <ul className={css['cost']} aria-label={t.beforeStarts}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

const AXIS_NAMES = [t.columns, t.rows, t.pages] as const;

function AxisList({
  axes,
  files,
  onProblem,
}: {
  axes: Axes;
  files: readonly SelectedFile[];
  onProblem: FieldProblems['report'];
}): ReactElement {
  const { add, remove } = axes;
  return (
    <div className={css['axes']}>
      {axes.drafts.length === 0 ? <p className={css['axisNote']}>{t.noInputGraphValue}</p> : null}
      {axes.drafts.map((draft, at) => (
        <AxisEditor
          key={draft.key}
          name={AXIS_NAMES[at] ?? ''}
          axis={draft}
          inputs={axes.inputsFor(draft)}
          files={files}
          parsed={axes.parsedAxes[at] ?? { ok: false, error: '' }}
          onChange={axes.change}
          onInput={(input) => axes.selectInput(draft, input)}
          onRemove={remove === null ? null : () => remove(draft)}
          onProblem={onProblem}
        />
      ))}
      {add === null ? null : (
        <div>
          <Button size="small" icon={<Plus aria-hidden />} onClick={add}>
            {t.varyAnotherInput}
          </Button>
        </div>
      )}
    </div>
  );
}

function CostLimits({
  limits,
  onChange,
}: {
  limits: BatchLimits;
  onChange: (limits: BatchLimits) => void;
}): ReactElement {
  const { maxRuns, maxMicrocredits } = limits;
  return (
    <div className={css['limits']}>
      <NumberField
        label={t.limitRuns}
        value={maxRuns}
        min={1}
        onValueChange={(value) =>
          onChange({ ...limits, maxRuns: value === null ? null : Math.max(1, Math.round(value)) })
        }
      />
      <NumberField
        label={t.limitCredits}
        value={maxMicrocredits === null ? null : Number(maxMicrocredits) / MICROCREDITS}
        min={0}
        onValueChange={(value) =>
          onChange({
            ...limits,
            maxMicrocredits: value === null ? null : String(Math.round(Math.max(0, value) * MICROCREDITS)),
          })
        }
      />
    </div>
  );
}

/** How many runs it makes; empty while that is not known. */
function totalText(total: number): string {
  if (!exceedsLimit(total)) return total === 0 ? '' : words.counts.runs(total);
  return t.runsManyGridFewer(number(total), number(MAX_GRID_ITEMS));
}

/** Why no grid can be made of these axes; null where one can. */
function disabledReason({ ready, total }: Axes, needsConfirmation: boolean): string | null {
  if (ready === null) return words.whyNot.values;
  if (exceedsLimit(total)) return words.whyNot.tooManyRuns;
  return needsConfirmation ? words.whyNot.confirmRuns : null;
}
