import { Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { DEFAULT_IN_FLIGHT, MAX_GRID_ITEMS, type Batch } from '#shared/desk/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  Checkbox,
  Dialog,
  formatCredits,
  NumberField,
  plural,
  ProblemNote,
} from '#renderer/ui/index.ts';
import { AxisEditor } from './axis-editor.tsx';
import {
  kindsFor,
  readAxis,
  suggestedText,
  type AxisDraft,
  type ChosenFile,
  type VaryInput,
} from './axis-values.ts';
import { createGrid, type GridSource } from './new-grid.ts';
import css from './variants.module.css';

const MAX_AXES = 3;
/** From so many runs on, a person says that so many are meant. */
const MANY_RUNS = 100;
const MICROCREDITS = 1_000_000;

export interface VaryDialogProps {
  inputs: readonly VaryInput[];
  /** The node that is asked about; its inputs come first. */
  nodeId: string | null;
  files: readonly ChosenFile[];
  source: () => Promise<GridSource>;
  /** What one run cost lately, in microcredits; null when nobody knows. */
  expectedMicrocredits?: string | null;
  onClose: () => void;
  onCreated: (batch: Batch) => void;
}

let drafts = 0;
const draftOf = (input: VaryInput): AxisDraft => ({
  key: `axis-${(drafts += 1)}`,
  input,
  kind: kindsFor(input.type)[0] ?? 'lines',
  text: suggestedText(input.type),
  from: null,
  to: null,
  step: 1,
  seeds: [],
  files: [],
});

/** Which inputs to vary, and by which values: one to three axes make a grid of runs. */
export function VaryDialog(props: VaryDialogProps): ReactElement {
  const { inputs, nodeId, source, onClose, onCreated } = props;
  const [axes, setAxes] = useState<readonly AxisDraft[]>(() => {
    const first = inputs.find((input) => input.nodeId === nodeId) ?? inputs[0];
    return first === undefined ? [] : [draftOf(first)];
  });
  const [maxRuns, setMaxRuns] = useState<number | null>(null);
  const [maxCredits, setMaxCredits] = useState<number | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const readings = axes.map(readAxis);
  const values = readings.flatMap((reading) => (reading.ok ? [reading.values] : []));
  const isReady = axes.length > 0 && values.length === axes.length;
  const total = isReady ? values.reduce((product, axis) => product * axis.length, 1) : 0;
  const tooMany = total > MAX_GRID_ITEMS;
  const isMany = total > MANY_RUNS;
  const used = new Set(axes.map(({ input }) => keyOf(input)));
  const free = inputs.find((input) => !used.has(keyOf(input)));
  const change = (key: string, next: AxisDraft | null): void => {
    setConfirmed(false);
    setAxes(axes.flatMap((axis) => (axis.key === key ? (next === null ? [] : [next]) : [axis])));
  };
  const create = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      onCreated(
        await createGrid(
          await source(),
          axes.map(({ input }, at) => ({ input, values: values[at] ?? [] })),
          {
            maxRuns,
            maxMicrocredits: maxCredits === null ? null : String(Math.round(maxCredits * MICROCREDITS)),
            inFlight: DEFAULT_IN_FLIGHT,
          },
        ),
      );
    } catch (error) {
      setProblem(describeProblem(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Vary"
      description="Every combination of these values is one run. They come beside each other in a grid."
      width={620}
      footer={
        <>
          <span className={css['total']} role="status">
            {tooMany
              ? `${total.toLocaleString('en')} runs are too many; a grid takes ${MAX_GRID_ITEMS.toLocaleString('en')}. Take fewer values.`
              : isReady
                ? totalText(total, props.expectedMicrocredits ?? null)
                : ''}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabled={!isReady || tooMany || (isMany && !isConfirmed)}
            onClick={() => void create()}
          >
            Make the grid
          </Button>
        </>
      }
    >
      <div className={css['axes']}>
        {axes.map((axis, at) => (
          <AxisEditor
            key={axis.key}
            name={AXIS_NAMES[at] ?? ''}
            axis={axis}
            inputs={inputs.filter((input) => keyOf(input) === keyOf(axis.input) || !used.has(keyOf(input)))}
            files={props.files}
            reading={readings[at] ?? { ok: false, error: '' }}
            onChange={(next) => change(axis.key, next)}
            onInput={(input) => change(axis.key, { ...draftOf(input), key: axis.key })}
            onRemove={axes.length > 1 ? () => change(axis.key, null) : null}
          />
        ))}
        {axes.length < MAX_AXES && free ? (
          <div>
            <Button
              size="small"
              icon={<Plus aria-hidden />}
              onClick={() => setAxes([...axes, draftOf(free)])}
            >
              Vary another input
            </Button>
          </div>
        ) : null}
      </div>
      <div className={css['limits']}>
        <NumberField
          label="Stop after this many runs"
          value={maxRuns}
          min={1}
          onValueChange={(value) => setMaxRuns(value === null ? null : Math.max(1, Math.round(value)))}
        />
        <NumberField
          label="Stop before this many credits"
          value={maxCredits}
          min={0}
          onValueChange={setMaxCredits}
        />
      </div>
      {isMany && !tooMany ? (
        <Checkbox
          label={`Yes, ${plural(total, 'run')} are meant`}
          checked={isConfirmed}
          onCheckedChange={setConfirmed}
        />
      ) : null}
      {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
    </Dialog>
  );
}

const AXIS_NAMES = ['Columns', 'Rows', 'Pages'] as const;

const keyOf = ({ nodeId, input }: VaryInput): string => `${nodeId} ${input}`;

/** How many runs, and what they may cost as far as somebody knows. */
function totalText(total: number, each: string | null): string {
  const runs = plural(total, 'run');
  if (each === null) return `${runs} · cost not known before the first`;
  const cost = formatCredits(String(BigInt(each) * BigInt(total)));
  return cost === 'free' ? `${runs} · free` : `${runs} · about ${cost}`;
}
