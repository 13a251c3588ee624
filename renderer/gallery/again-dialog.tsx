import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { LibraryOutput, OutputInput, RunSource } from '#shared/desk/index.ts';
import { inputName } from '#shared/desk/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { callDesk, describeProblem, describeWrite } from '#renderer/desk/index.ts';
import {
  Button,
  Dialog,
  inputLabel,
  ProblemNote,
  Select,
  showToast,
  Skeleton,
  valueLabel,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { AgainField, fieldTypeOf } from './again-field.tsx';
import { startAgain, useExpected, useKeeping, useNodeTypes } from './again-run.ts';
import { inputText, readInputText } from './input-text.ts';
import css from './again.module.css';

export interface AgainDialogProps {
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

const keyOf = ({ nodeId, name }: OutputInput): string => JSON.stringify([nodeId, name]);
/** The choice of no input. */
const NOTHING = '';
const text = words.gallery;

/** Which input is changed, and what its field holds. */
function useChange({ inputs, input, isAsItWas = false }: AgainDialogProps) {
  const changeable = inputs.filter(({ value }) => value.type !== 'file');
  const first = isAsItWas ? null : (input ?? changeable[0] ?? null);
  const [key, setKey] = useState(first === null ? NOTHING : keyOf(first));
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

/** Runs what made an output once more, as it was or with one input changed: once, or for good. */
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
    if (source.data === undefined) return;
    const read = chosen === null ? null : readInputText(change.text, chosen.value);
    if (typeof read === 'string') return change.setProblem(read);
    setStarting(way);
    try {
      const wanted = chosen && read && { input: chosen, value: read.value, keep: way === 'keep' };
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

  const isReady = source.data !== undefined && source.data.graphProblem === null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={props.isAsItWas ? text.again : text.againWithChange}
      description={text.aboutAgain}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {source.data?.template || chosen === null ? null : (
            <Button
              disabled={!isReady || starting !== null || keeping.way === 'none'}
              busy={starting === 'keep'}
              title={keeping.reason ?? undefined}
              onClick={() => void start('keep')}
            >
              {keeping.way === 'changed' ? text.keepNow : text.keep}
            </Button>
          )}
          <Button
            variant="run"
            busy={starting === 'once'}
            disabled={!isReady || starting !== null}
            onClick={() => void start('once')}
          >
            {chosen === null ? text.runAsItWas : text.runOnce}
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
  const nameOf = ({ nodeType, nodeTitle, name, value }: OutputInput): string => {
    const known = types.get(nodeType);
    const label = known?.inputs?.find((each) => each.name === name)?.label || inputLabel(name);
    const title = nodeTitle || (known?.title ?? '');
    return text.input(inputName(title, label), valueLabel(value)).slice(0, 80).toWellFormed();
  };
  const expected = useExpected(connectionId, source, chosen, types);
  const pin = types.get(chosen?.nodeType ?? '')?.inputs?.find(({ name }) => name === chosen?.name);
  const type = chosen === null ? null : fieldTypeOf(chosen.value, pin ? parsePinType(pin.type) : null);
  return (
    <div className={css['form']}>
      <Select
        label={text.whatChanges}
        value={change.key}
        options={[
          { value: NOTHING, label: text.nothingChanges },
          ...change.changeable.map((each) => ({ value: keyOf(each), label: nameOf(each) })),
        ]}
        onValueChange={change.choose}
      />
      {type === null ? (
        <>
          <p className={css['hint']}>{text.aboutNothing}</p>
          {change.problem === null ? null : <ProblemNote>{change.problem}</ProblemNote>}
        </>
      ) : (
        <FocusedFirst key={`${type.base} ${type.multiline === true} ${change.key}`}>
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
