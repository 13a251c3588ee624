import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { LibraryOutput, OutputInput, RunSource } from '#shared/desk/index.ts';
import { inputName } from '#shared/desk/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { callDesk, describeProblem, describeWrite } from '#renderer/desk/index.ts';
import { Button, Dialog, ProblemNote, Select, showToast, Skeleton } from '#renderer/ui/index.ts';
import { AgainField, fieldTypeOf } from './again-field.tsx';
import { startAgain, useExpected, useKeeping, useNodeTypes } from './again-run.ts';
import { inputText, readInputText } from './input-text.ts';
import { inputLabel } from './labels.ts';
import css from './again.module.css';

export interface AgainDialogProps {
  output: LibraryOutput;
  inputs: readonly OutputInput[];
  /** The one in focus at first; null leaves the choice. */
  input: OutputInput | null;
  /** Offered where a change cannot be kept. */
  onOpenAsItWas?: () => void;
  onClose: () => void;
}

const keyOf = ({ nodeId, name }: OutputInput): string => JSON.stringify([nodeId, name]);
const nameOf = (input: OutputInput): string => inputName(input.nodeTitle ?? '', inputLabel(input.name));

/** Which input is changed, and what its field holds. */
function useChange({ inputs, input }: AgainDialogProps) {
  const changeable = inputs.filter(({ value }) => value.type !== 'file');
  const first = input ?? changeable[0] ?? null;
  const [key, setKey] = useState(first === null ? '' : keyOf(first));
  const [text, setText] = useState(first === null ? '' : inputText(first.value));
  const [problem, setProblem] = useState<string | null>(null);
  return {
    changeable,
    chosen: changeable.find((each) => keyOf(each) === key) ?? null,
    key,
    text,
    problem,
    setProblem,
    edit: (next: string): void => {
      setText(next);
      setProblem(null);
    },
    choose: (next: string): void => {
      const found = changeable.find((each) => keyOf(each) === next);
      setKey(next);
      setProblem(null);
      if (found) setText(inputText(found.value));
    },
  };
}

/** Runs what made an output once more, with one input changed: once, or for good. */
export function AgainDialog(props: AgainDialogProps): ReactElement {
  const { output, onClose } = props;
  const { connectionId, runId } = output;
  const change = useChange(props);
  const { chosen } = change;
  const [starting, setStarting] = useState<'once' | 'keep' | null>(null);
  const source = useQuery({
    queryKey: ['desk', 'run-source', connectionId, runId],
    queryFn: ({ signal }) => callDesk('getRunSource', { params: { connectionId, runId }, signal }),
  });
  const keeping = useKeeping(output, source.data, chosen);

  const start = async (way: 'once' | 'keep') => {
    if (source.data === undefined || chosen === null) return;
    const read = readInputText(change.text, chosen.value);
    if (typeof read === 'string') return change.setProblem(read);
    setStarting(way);
    try {
      const wanted = { input: chosen, value: read.value, keep: way === 'keep' };
      if (!(await startAgain(output, source.data, wanted))) {
        return change.setProblem('The graph of this run is not on this computer. Run its project instead.');
      }
      onClose();
      showToast({ kind: 'ok', title: 'Running again', description: 'The new output joins the others here.' });
    } catch (error) {
      change.setProblem(describeWrite(error, 'a run'));
    } finally {
      setStarting(null);
    }
  };

  const isReady = source.data !== undefined && source.data.graphProblem === null && chosen !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Again with one change"
      description="The graph runs as it was, with this input changed. The project stays as it is, unless you keep the change."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {source.data?.template ? null : (
            <Button
              disabled={!isReady || starting !== null || keeping.way === 'none'}
              busy={starting === 'keep'}
              title={keeping.reason ?? undefined}
              onClick={() => void start('keep')}
            >
              {keeping.way === 'changed' ? 'Keep in the project as it is now' : 'Run and keep in the project'}
            </Button>
          )}
          <Button
            variant="run"
            busy={starting === 'once'}
            disabled={!isReady || starting !== null}
            onClick={() => void start('once')}
          >
            Run once
          </Button>
        </>
      }
    >
      {source.isPending ? (
        <Skeleton height={120} />
      ) : source.isError ? (
        <ProblemNote>{describeProblem(source.error)}</ProblemNote>
      ) : source.data.graphProblem !== null ? (
        <ProblemNote>{source.data.graphProblem}</ProblemNote>
      ) : (
        <AgainForm {...props} change={change} source={source.data} keeping={keeping} />
      )}
    </Dialog>
  );
}

function AgainForm({
  output: { connectionId },
  change,
  source,
  keeping,
  onOpenAsItWas,
}: AgainDialogProps & {
  change: ReturnType<typeof useChange>;
  source: RunSource;
  keeping: ReturnType<typeof useKeeping>;
}): ReactElement {
  const { chosen } = change;
  const types = useNodeTypes(connectionId, [
    ...(source.graph?.nodes.map(({ type }) => type) ?? []),
    ...(chosen === null ? [] : [chosen.nodeType]),
  ]);
  const expected = useExpected(connectionId, source, chosen, types);
  const pin = types.get(chosen?.nodeType ?? '')?.inputs?.find(({ name }) => name === chosen?.name);
  const type = chosen === null ? null : fieldTypeOf(chosen.value, pin ? parsePinType(pin.type) : null);
  return (
    <div className={css['form']}>
      <Select
        label="Input"
        value={change.key}
        options={change.changeable.map((each) => ({ value: keyOf(each), label: nameOf(each).slice(0, 80) }))}
        onValueChange={change.choose}
      />
      {type === null ? null : (
        <FocusedFirst key={`${type.base} ${change.key}`}>
          <AgainField type={type} text={change.text} problem={change.problem} onText={change.edit} />
        </FocusedFirst>
      )}
      {expected === null ? null : <p className={css['hint']}>Expected: {expected}</p>}
      {source.isExact ? null : (
        <p className={css['note']}>
          The start of this run was not seen on this computer: other inputs may have differed as well.
        </p>
      )}
      {keeping.reason === null ? null : (
        <div className={css['note']}>
          <p>{keeping.reason}</p>
          {onOpenAsItWas === undefined ? null : (
            <Button size="small" onClick={onOpenAsItWas}>
              Open as it was
            </Button>
          )}
        </div>
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
    if (control instanceof HTMLInputElement) control.select();
  }, []);
  return (
    <div ref={field} className={css['field']}>
      {children}
    </div>
  );
}
