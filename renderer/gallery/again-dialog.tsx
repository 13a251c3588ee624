import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactElement } from 'react';
import { endpoints, type RunInputValue } from '#shared/api/index.ts';
import {
  inputName,
  runAgainRequest,
  runOfProjectHeader,
  type LibraryOutput,
  type OutputInput,
  type RunSource,
} from '#shared/desk/index.ts';
import { sameGraph } from '#shared/graph/index.ts';
import { apiFor, callDesk, describeProblem, describeWrite } from '#renderer/desk/index.ts';
import { Button, Dialog, ProblemNote, Select, showToast, Skeleton, TextArea } from '#renderer/ui/index.ts';
import { inputText, readInputText } from './input-text.ts';
import { inputLabel } from './labels.ts';

export interface AgainDialogProps {
  output: LibraryOutput;
  inputs: readonly OutputInput[];
  /** The one in focus at first; null leaves the choice. */
  input: OutputInput | null;
  onClose: () => void;
}

const keyOf = ({ nodeId, name }: OutputInput): string => JSON.stringify([nodeId, name]);
const nameOf = (input: OutputInput): string => inputName(input.nodeTitle ?? '', inputLabel(input.name));

/** Runs what made an output once more, with one input changed: once, or for good. */
export function AgainDialog({ output, inputs, input, onClose }: AgainDialogProps): ReactElement {
  const { connectionId, runId } = output;
  const changeable = inputs.filter(({ value }) => value.type !== 'file');
  const first = input ?? changeable[0] ?? null;
  const [key, setKey] = useState(first === null ? '' : keyOf(first));
  const chosen = changeable.find((one) => keyOf(one) === key) ?? null;
  const [text, setText] = useState(first === null ? '' : inputText(first.value));
  const [problem, setProblem] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const source = useQuery({
    queryKey: ['desk', 'run-source', connectionId, runId],
    queryFn: ({ signal }) => callDesk('getRunSource', { params: { connectionId, runId }, signal }),
  });
  const keeping = useCanKeep(output, source.data);

  const start = async (keep: boolean) => {
    if (source.data === undefined || chosen === null) return;
    const value = readInputText(text, chosen.value);
    if (typeof value === 'string') return setProblem(value);
    setStarting(true);
    try {
      await startAgain(output, source.data, { input: chosen, value: value.value, keep });
      onClose();
      showToast({ kind: 'ok', title: 'Running again', description: 'The new output joins the others here.' });
    } catch (error) {
      setProblem(describeWrite(error, 'a run'));
    } finally {
      setStarting(false);
    }
  };

  const isReady = source.data !== undefined && source.data.graphProblem === null && chosen !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Again with one change"
      description="The graph runs as it was, with this input changed. The project stays as it is, unless you keep the change."
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            disabled={!isReady || starting || keeping.reason !== null}
            title={keeping.reason ?? undefined}
            onClick={() => void start(true)}
          >
            Run and keep in the project
          </Button>
          <Button variant="run" busy={starting} disabled={!isReady} onClick={() => void start(false)}>
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
        <>
          <Select
            label="Input"
            value={key}
            options={changeable.map((one) => ({ value: keyOf(one), label: nameOf(one).slice(0, 80) }))}
            onValueChange={(next) => {
              const found = changeable.find((one) => keyOf(one) === next);
              setKey(next);
              setProblem(null);
              if (found) setText(inputText(found.value));
            }}
          />
          <TextArea
            ref={field}
            label="New value"
            rows={chosen?.value.type === 'string' ? 5 : 2}
            value={text}
            error={problem}
            onValueChange={(next) => {
              setText(next);
              setProblem(null);
            }}
          />
          {source.data.isExact ? null : (
            <p>
              The start of this run was not seen on this computer: other inputs may have differed as well.
            </p>
          )}
          {keeping.reason === null ? null : <p>{keeping.reason}</p>}
        </>
      )}
    </Dialog>
  );
}

/** Whether a change can be kept: only where the project is still what ran. */
function useCanKeep(output: LibraryOutput, source: RunSource | undefined): { reason: string | null } {
  const { connectionId } = output;
  const projectId = source?.projectId ?? null;
  const graph = source?.graph ?? null;
  const document = useQuery({
    queryKey: ['projects', connectionId, 'document-now', projectId],
    enabled: projectId !== null && graph !== null,
    staleTime: 0,
    queryFn: ({ signal }) =>
      apiFor(connectionId)(endpoints.projects.getDocument, {
        params: { project_id: projectId ?? '' },
        signal,
      }),
  });
  if (projectId === null) return { reason: 'There is no project that the change could be kept in.' };
  if (document.data === undefined || graph === null) {
    return {
      reason: document.isError ? 'The project cannot be read, so the change cannot be kept in it.' : '',
    };
  }
  return sameGraph(document.data.document.graph, graph)
    ? { reason: null }
    : { reason: 'The project has changed since this run. Run once, or open it as it was.' };
}

/** @throws ApiError */
async function startAgain(
  { connectionId }: LibraryOutput,
  source: RunSource,
  { input, value, keep }: { input: OutputInput; value: RunInputValue; keep: boolean },
): Promise<void> {
  const api = apiFor(connectionId);
  const idempotencyKey = crypto.randomUUID();
  const { projectId, template, targetNodeIds } = source;
  if (template !== null) {
    const { templateId, endpointId } = template;
    await api(endpoints.templates.createRun, {
      params: { template_id: templateId, endpoint_id: endpointId },
      body: { inputs: { ...template.inputs, [input.name]: value } },
      idempotencyKey,
    });
    return;
  }
  if (keep && projectId !== null) {
    await api(endpoints.runs.create, {
      body: {
        projectId,
        targetNodeIds,
        inputOverrides: { [input.nodeId]: { [input.name]: value } },
        persistInputOverrides: true,
      },
      idempotencyKey,
    });
    return;
  }
  const request = runAgainRequest(source, { nodeId: input.nodeId, input: input.name, value });
  if (request === null) return;
  await api(endpoints.runs.create, {
    body: request,
    idempotencyKey,
    ...(projectId === null ? {} : { headers: { [runOfProjectHeader]: projectId } }),
  });
}
