import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { LibraryOutput, OutputInput, RunEstimate, RunSource } from '#shared/desk/index.ts';
import type { PinType } from '#shared/graph/pin-type.ts';
import { costOf, useCost, useCostQuestion } from '#renderer/costs/index.ts';
import { callDesk, describeProblem, describeWrite } from '#renderer/desk/index.ts';
import {
  InputField,
  InputPicker,
  useFieldProblems,
  type FieldProblems,
  type PickableInput,
} from '#renderer/fields/index.ts';
import {
  Button,
  Dialog,
  estimateLines,
  estimateText,
  inputWithValue,
  pricedLabel,
  ProblemNote,
  showToast,
  Skeleton,
  valueLabel,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { inputKey, typeOfInput, useRerunChange, type RerunChange } from './again-change.ts';
import { rerunWork, startRerun, usePersistence, type Persistence } from './again-run.ts';
import { labelsFrom, pinOf, titleOfNode, useNodeTypes, type NodeTypes } from './node-types.ts';
import { isVariedInput } from './varied-inputs.ts';
import css from './again.module.css';

const t = words.gallery.dialog;

export interface RerunDialogProps {
  output: LibraryOutput;
  inputs: readonly OutputInput[];
  /** The one in focus at first; null leaves the choice. */
  input: OutputInput | null;
  /** Nothing is changed at first. */
  isAsItWas?: boolean;
  /** Offered where a change cannot be kept. */
  onOpenAsItWas?: () => void;
  onClose: () => void;
}

const text = words.gallery;

/** What is changed, where it runs, and what is known of both. */
function useRerun(props: RerunDialogProps) {
  const { output, inputs, input, isAsItWas = false } = props;
  const { connectionId, runId } = output;
  const changeable = inputs.filter(({ value }) => value.type !== 'file');
  const source = useQuery({
    queryKey: ['desk', 'run-source', connectionId, runId],
    queryFn: ({ signal }) => callDesk('getRunSource', { params: { connectionId, runId }, signal }),
  });
  const types = useNodeTypes(
    connectionId,
    source.data === undefined
      ? []
      : [
          ...inputs.map(({ nodeType }) => nodeType),
          ...(source.data.graph?.nodes.map(({ type }) => type) ?? []),
        ],
  );
  // Of a cell of a grid, what the grid varied.
  const first = input ?? changeable.find((one) => isVariedInput(types, one, output.batch)) ?? changeable[0];
  const change = useRerunChange(inputs, isAsItWas ? null : (first ?? null));
  const { input: chosen } = change;
  const persistence = usePersistence(output, source.data, chosen, labelsFrom(types));
  const pin = chosen === null || types === null ? undefined : pinOf(types, chosen);
  const type = chosen === null ? null : typeOfInput(chosen.value, pin?.type);
  const work = source.data === undefined ? null : rerunWork(source.data, chosen);
  const estimate = useCost(connectionId, work);
  return { change, chosen, source, types, persistence, type, estimate };
}

/** Starts the run and says that it goes on; what went wrong is its problem. */
function useStart(output: LibraryOutput, onStarted: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const [starting, setStarting] = useState<'once' | 'keep' | null>(null);
  const { mayStart, question } = useCostQuestion(output.connectionId);
  const start = async (
    mode: 'once' | 'keep',
    source: RunSource,
    change: Omit<NonNullable<Parameters<typeof startRerun>[2]>, 'keep'> | null,
  ): Promise<void> => {
    setStarting(mode);
    setProblem(null);
    try {
      const work = rerunWork(source, change?.input ?? null);
      if (!(await mayStart(async () => work && costOf(output.connectionId, work)))) return;
      if (!(await startRerun(output, source, change && { ...change, keep: mode === 'keep' }))) {
        return setProblem(t.graphRunNotComputer);
      }
      onStarted();
      showToast({
        kind: 'ok',
        title: change ? text.runningWith(changeText(change.input, change.value)) : text.runningAgain,
        description: text.joins,
      });
    } catch (error) {
      setProblem(describeWrite(error, t.run));
    } finally {
      setStarting(null);
    }
  };
  return { start, starting, problem, question };
}

/** Runs what made an output once more, as it was or with one input changed: once, or for good. */
export function RerunDialog(props: RerunDialogProps): ReactElement {
  const { output, onClose } = props;
  const { change, chosen, source, types, persistence, type, estimate } = useRerun(props);
  const formId = useId();
  const problems = useFieldProblems();
  const { start: startWith, starting, problem, question } = useStart(output, onClose);
  const value = type === null ? null : change.changedValue(type);
  const start = (mode: 'once' | 'keep'): void => {
    if (source.data === undefined || problems.current() !== null) return;
    if (chosen !== null && value === null) return;
    void startWith(mode, source.data, chosen && value && { input: chosen, value });
  };

  const isReady = types !== null && source.data !== undefined && source.data.graphProblem === null;
  const isChanged = chosen === null || value !== null;
  const hasProblem = problems.first !== null || !isChanged;
  const startBlockedReason = isReady ? words.whyNot.form(false, hasProblem) : blockReason(source);
  const cannotStart = startBlockedReason !== null || starting !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={props.isAsItWas || props.inputs.length === 0 ? text.again : text.againWithChange}
      footer={
        <RerunButtons
          formId={formId}
          startBlockedReason={startBlockedReason}
          starting={starting}
          isChange={chosen !== null}
          estimate={estimate}
          persistence={source.data?.template ? null : persistence}
          onKeep={() => start('keep')}
          onClose={onClose}
        />
      }
    >
      {source.isPending || types === null ? (
        <Skeleton height={120} />
      ) : source.isError ? (
        <ProblemNote>{describeProblem(source.error)}</ProblemNote>
      ) : source.data.graphProblem !== null ? (
        <ProblemNote>{source.data.graphProblem}</ProblemNote>
      ) : (
        <form
          id={formId}
          className={css['form']}
          onSubmit={(event) => {
            event.preventDefault();
            if (!cannotStart) start('once');
          }}
        >
          <RerunFields
            {...props}
            change={change}
            type={type}
            types={types}
            estimate={estimate}
            problems={problems}
          />
          {source.data.template ? null : (
            <PersistenceNote
              preserving={persistence}
              isGrid={output.batch !== null}
              onOpenAsItWas={props.onOpenAsItWas}
            />
          )}
        </form>
      )}
      {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
      {question}
    </Dialog>
  );
}

/** Cancel, keep the change where there is one to keep, and run. */
function RerunButtons({
  formId,
  startBlockedReason,
  starting,
  isChange,
  estimate,
  persistence,
  onKeep,
  onClose,
}: {
  formId: string;
  /** Why it cannot start now; null while it can. */
  startBlockedReason: string | null;
  starting: 'once' | 'keep' | null;
  /** An input is changed. */
  isChange: boolean;
  estimate: RunEstimate | null | undefined;
  /** Null of a template, which keeps nothing. */
  persistence: Persistence | null;
  onKeep: () => void;
  onClose: () => void;
}): ReactElement {
  return (
    <>
      <Button onClick={onClose}>{words.common.cancel}</Button>
      {persistence === null || !isChange ? null : (
        <Button
          disabledReason={startBlockedReason ?? (persistence.mode === 'none' ? persistence.reason : null)}
          busy={starting !== null}
          title={persistence.reason ?? undefined}
          onClick={onKeep}
        >
          {pricedLabel(text.keep, estimate)}
        </Button>
      )}
      <Button
        variant="run"
        busy={starting !== null}
        disabledReason={startBlockedReason}
        type="submit"
        form={formId}
      >
        {pricedLabel(isChange ? text.runOnce : text.runAsItWas, estimate)}
      </Button>
    </>
  );
}

/** `Soft · Sigma: 30`, as the tile of the new output says it. */
const changeText = ({ nodeTitle, name }: OutputInput, value: Parameters<typeof valueLabel>[0]): string =>
  inputWithValue(nodeTitle ?? '', name, value);

function RerunFields({
  change,
  type,
  types,
  estimate,
  problems,
}: RerunDialogProps & {
  change: RerunChange;
  /** Null: nothing is changed. */
  type: PinType | null;
  types: NodeTypes;
  estimate: RunEstimate | null | undefined;
  problems: FieldProblems;
}): ReactElement {
  const { input } = change;
  const expected = input === null || !estimate ? null : estimateText(estimateLines(estimate));
  const key = input === null ? null : inputKey(input);
  const isSame = input !== null && type !== null && change.changedValue(type) === null;
  return (
    <>
      <InputPicker
        label={text.whatChanges}
        inputs={change.changeable.map((input) => selectable(input, types))}
        value={key}
        none={text.nothingChanges}
        onPick={(next) => {
          problems.report('value', null);
          change.select(next);
        }}
      />
      {type === null ? (
        <p className={css['hint']}>{text.aboutNothing}</p>
      ) : (
        <FocusedFirst key={key}>
          <InputField
            input={{ label: text.newValue, type }}
            value={change.valueIn(type)}
            onValueChange={change.edit}
            onProblem={(problem) => problems.report('value', problem)}
          />
        </FocusedFirst>
      )}
      <p className={css['hint']} role="status">
        {isSame && problems.first === null ? text.sameAsBefore : expected}
      </p>
    </>
  );
}

/** An input for its choice, named and ordered as on its node. */
function selectable(input: OutputInput, types: NodeTypes): PickableInput {
  const { nodeId, nodeType, value } = input;
  const definition = types.get(nodeType);
  const pin = pinOf(types, input);
  return {
    key: inputKey(input),
    nodeId,
    nodeTitle: titleOfNode(types, input),
    icon: definition?.icon,
    label: labelsFrom(types)(input),
    type: pin?.type ?? typeOfInput(value, null).base,
    valueText: valueLabel(value).slice(0, MAX_VALUE_TEXT).toWellFormed(),
  };
}

const MAX_VALUE_TEXT = 80;

/** What keeping means where the project has changed, or why it cannot be and how to have it all the same. */
function PersistenceNote({
  preserving: { mode, reason },
  isGrid,
  onOpenAsItWas,
}: {
  preserving: Persistence;
  isGrid: boolean;
  onOpenAsItWas: (() => void) | undefined;
}): ReactElement | null {
  if (mode === 'changed' && !isGrid) return <p className={css['hint']}>{text.projectChanged}</p>;
  if (mode !== 'none' || reason === null) return null;
  return (
    <div className={css['note']}>
      <p>{reason}</p>
      {onOpenAsItWas === undefined ? null : (
        <Button size="small" onClick={onOpenAsItWas}>
          {t.open}
        </Button>
      )}
    </div>
  );
}

/** A field whose control takes the focus as it appears, before the choice of the input above it. */
function FocusedFirst({ children }: { children: ReactNode }): ReactElement {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const control = field.current?.querySelector<HTMLElement>(
      'textarea, input[type="text"], input:not([type]), [role="switch"], [role="combobox"]',
    );
    control?.focus();
    // As Tab does: typing replaces a value of one line.
    if (control instanceof HTMLInputElement) control.select();
    if (control instanceof HTMLTextAreaElement && control.rows === 1) control.select();
  }, []);
  return (
    <div ref={field} className={css['field']}>
      {children}
    </div>
  );
}

/** Why a run cannot be started whose graph or node types are not there. */
const blockReason = ({ isError, data }: { isError: boolean; data?: RunSource | undefined }): string =>
  isError || data?.graphProblem ? words.whyNot.notRead : words.whyNot.stillReading;
