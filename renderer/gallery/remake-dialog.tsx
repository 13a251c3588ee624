import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { batchPath, type LibraryOutput, type RunEstimate } from '#shared/desk/index.ts';
import type { PinType } from '#shared/graph/pin-type.ts';
import { costOf, useCostQuestion } from '#renderer/costs/index.ts';
import { callDesk, describeProblem, describeWrite } from '#renderer/desk/index.ts';
import { InputField, InputPicker, useFieldProblems, type FieldProblems } from '#renderer/fields/index.ts';
import {
  Button,
  canCost,
  Dialog,
  estimateLines,
  estimateText,
  inputWithValue,
  NumberField,
  pricedLabel,
  ProblemNote,
  Skeleton,
  valueLabel,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { inputKey, typeOfInput, useRerunChange, type RerunChange } from './again-change.ts';
import { rerunWork } from './again-run.ts';
import { labelsFrom, pinOf, titleOfNode, useNodeTypes, type NodeTypes } from './node-types.ts';
import {
  isReached,
  MAX_REMADE,
  sharedInputs,
  startRemake,
  sumEstimates,
  type RemadeOutput,
  type SharedInput,
} from './remake.ts';
import css from './again.module.css';

const t = words.gallery.remake;
const MICROCREDITS = 1_000_000;
const MAX_VALUE_TEXT = 80;

/** What the runs of the outputs were requested to do, and the inputs that they have. */
function useRemadeOutputs(outputs: readonly LibraryOutput[]) {
  const requested = outputs.slice(0, MAX_REMADE);
  const connectionId = requested[0]?.connectionId ?? '';
  const sources = useQuery({
    queryKey: ['desk', 'remade-outputs', connectionId, requested.map(({ id }) => id)],
    queryFn: ({ signal }): Promise<RemadeOutput[]> =>
      Promise.all(
        requested.map(async (output) => {
          const params = { connectionId: output.connectionId, runId: output.runId };
          return { output, source: await callDesk('getRunSource', { params, signal }) };
        }),
      ),
  });
  const available = (sources.data ?? []).filter(
    ({ output, source }) => source.graph !== null && source.template === null && output.nodeId !== null,
  );
  const types = useNodeTypes(
    connectionId,
    available.flatMap(({ source }) => source.graph?.nodes.map(({ type }) => type) ?? []),
  );
  return { connectionId, sources, available, types };
}

/** Makes chosen outputs of any age again, each from its own graph, with one change: what it takes, and under one limit. */
export function RemakeDialog({
  outputs,
  onClose,
}: {
  outputs: readonly LibraryOutput[];
  onClose: () => void;
}): ReactElement {
  const { connectionId, sources, available, types } = useRemadeOutputs(outputs);
  return sources.data === undefined || types === null ? (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      footer={<Button onClick={onClose}>{words.common.cancel}</Button>}
    >
      {sources.isError ? (
        <ProblemNote>{describeProblem(sources.error)}</ProblemNote>
      ) : (
        <Skeleton height={120} />
      )}
    </Dialog>
  ) : (
    <RemakeForm {...{ connectionId, available, types, onClose }} total={outputs.length} />
  );
}

/** What the runs of a change take together; undefined until it is read. */
function useRemakeCost(connectionId: string, reached: readonly RemadeOutput[], input: SharedInput | null) {
  const { data } = useQuery({
    queryKey: [
      'desk',
      'remake-cost',
      connectionId,
      input && inputKey(input),
      reached.map(({ output }) => output.id),
    ],
    queryFn: ({ signal }) => remakeCost(connectionId, reached, input, signal),
    enabled: input !== null && reached.length > 0,
    retry: false,
  });
  return data;
}

async function remakeCost(
  connectionId: string,
  reached: readonly RemadeOutput[],
  input: SharedInput | null,
  signal?: AbortSignal,
): Promise<RunEstimate | null> {
  const estimates: (RunEstimate | null)[] = [];
  for (const { output, source } of reached) {
    const work = rerunWork({ ...source, targetNodeIds: [output.nodeId ?? ''] }, input);
    estimates.push(work && (await costOf(connectionId, work, signal)));
  }
  return sumEstimates(estimates);
}

/** The input that changes in all outputs that have it. */
function useSharedChange(available: readonly RemadeOutput[], types: NodeTypes) {
  const [inputs] = useState(() => sharedInputs(available, types));
  const change = useRerunChange(inputs, inputs[0] ?? null);
  const key = change.input && inputKey(change.input);
  const input = inputs.find((shared) => inputKey(shared) === key) ?? null;
  const type = input === null ? null : typeOfInput(input.value, pinOf(types, input)?.type);
  const reached = input === null ? [] : available.filter((output) => isReached(output, input));
  return { inputs, change, input, type, reached };
}

function RemakeForm({
  connectionId,
  available,
  types,
  total,
  onClose,
}: {
  connectionId: string;
  available: readonly RemadeOutput[];
  types: NodeTypes;
  /** Outputs that were chosen. */
  total: number;
  onClose: () => void;
}): ReactElement {
  const { inputs, change, input, type, reached } = useSharedChange(available, types);
  const estimate = useRemakeCost(connectionId, reached, input);
  const [maxCredits, setMaxCredits] = useState<number | null>(null);
  const problems = useFieldProblems();
  const formId = useId();
  const { start, isStarting, problem, question } = useStart(connectionId, onClose);
  const value = type === null ? null : change.changedValue(type);
  const submit = (): void => {
    if (input === null || type === null || value === null || problems.current() !== null) return;
    const label = labelsFrom(types)(input);
    void start({
      connectionId,
      name: inputWithValue(titleOfNode(types, input), label, value),
      outputs: reached,
      input,
      label,
      type: pinOf(types, input)?.type ?? null,
      value,
      maxMicrocredits: maxCredits === null ? null : String(Math.round(maxCredits * MICROCREDITS)),
      outputLabel: t.previous,
    });
  };
  const disabledReason = words.whyNot.form(
    false,
    problems.first !== null || value === null || reached.length === 0,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      description={t.description}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button variant="run" type="submit" form={formId} busy={isStarting} disabledReason={disabledReason}>
            {pricedLabel(t.run(reached.length), estimate)}
          </Button>
        </>
      }
    >
      {inputs.length === 0 ? (
        <ProblemNote>{t.noInputs}</ProblemNote>
      ) : (
        <form
          id={formId}
          className={css['form']}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <RemakeFields {...{ inputs, change, type, types, problems, total }} count={available.length} />
          {estimate && canCost(estimate) ? (
            <NumberField label={t.limit} value={maxCredits} min={0} onValueChange={setMaxCredits} />
          ) : null}
          <RemakeStatus reached={reached.length} total={total} estimate={estimate} />
        </form>
      )}
      {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
      {question}
    </Dialog>
  );
}

/** How many of the chosen outputs are made again, where it is not all of them, and what they take. */
function RemakeStatus({
  reached,
  total,
  estimate,
}: {
  reached: number;
  total: number;
  estimate: RunEstimate | null | undefined;
}): ReactElement {
  const count = reached === total ? '' : t.partial(reached, total);
  const expected = estimate ? estimateText(estimateLines(estimate)) : '';
  return (
    <p className={css['hint']} role="status">
      {[count, expected].filter((text) => text !== '').join(' ')}
    </p>
  );
}

function RemakeFields({
  inputs,
  change,
  type,
  types,
  problems,
  count,
}: {
  inputs: readonly SharedInput[];
  change: RerunChange;
  type: PinType | null;
  types: NodeTypes;
  problems: FieldProblems;
  /** Outputs whose graph is available. */
  count: number;
}): ReactElement {
  return (
    <>
      <InputPicker
        label={words.gallery.whatChanges}
        inputs={inputs.map((input) => ({
          key: inputKey(input),
          nodeId: input.nodeId,
          nodeTitle: titleOfNode(types, input),
          icon: types.get(input.nodeType)?.icon,
          label: labelsFrom(types)(input),
          type: pinOf(types, input)?.type ?? typeOfInput(input.value, null).base,
          valueText:
            input.count === count
              ? valueLabel(input.value).slice(0, MAX_VALUE_TEXT).toWellFormed()
              : t.coverage(input.count, count),
        }))}
        value={change.input && inputKey(change.input)}
        onPick={(next) => {
          problems.report('value', null);
          change.select(next);
        }}
      />
      {type === null ? null : (
        <InputField
          key={change.input && inputKey(change.input)}
          input={{ label: words.gallery.newValue, type }}
          value={change.valueIn(type)}
          onValueChange={change.edit}
          onProblem={(problem) => problems.report('value', problem)}
        />
      )}
    </>
  );
}

/** Asks where it costs more than a person wants to be requested about, begins, and shows the old beside the new. */
function useStart(connectionId: string, onStarted: () => void) {
  const [, navigate] = useLocation();
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { mayStart, question } = useCostQuestion(connectionId);
  const start = async (remake: Parameters<typeof startRemake>[0]): Promise<void> => {
    setStarting(true);
    setProblem(null);
    try {
      const { outputs, input } = remake;
      if (!(await mayStart(() => remakeCost(connectionId, outputs, { ...input, count: outputs.length }))))
        return;
      const batchId = await startRemake(remake);
      onStarted();
      navigate(batchPath(batchId));
    } catch (error) {
      setProblem(describeWrite(error, t.title));
    } finally {
      setStarting(false);
    }
  };
  return { start, isStarting, problem, question };
}
