import { useQuery } from '@tanstack/react-query';
import { ImagePlus, LayoutTemplate, Workflow } from 'lucide-react';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { costOf, useCostQuestion } from '#renderer/costs/index.ts';
import { describeProblem, describeRead } from '#renderer/desk/index.ts';
import { useTemplates } from '#renderer/templates/index.ts';
import { Dialog, EmptyState, ErrorState, Skeleton, FirstFocus, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ModelForm } from './model-form.tsx';
import { NodeForm } from './node-form.tsx';
import { makeWork } from './make-cost.ts';
import { generatorNodes, projectGraphQuery, type GeneratorNode } from './make-nodes.ts';
import { pictureModelsQuery, type PictureModel } from './make-models.ts';
import type { MakeSource, ShotToMake } from './make-source.ts';
import { TemplateForm } from './template-maker.tsx';
import css from './make.module.css';

/** What pictures were made by last, for each project of this window. */
const lastSelected = new Map<string, string>();

type SourceChoice =
  | { kind: 'model'; name: string; model: PictureModel }
  | { kind: 'node'; name: string; node: GeneratorNode }
  | { kind: 'template'; name: string; templateId: string };

const text = words.storyboard;

/** What there is to make pictures by, and which of it is chosen. */
function useSources(connectionId: string, projectId: string) {
  const models = useQuery(pictureModelsQuery(connectionId));
  const graph = useQuery(projectGraphQuery(connectionId, projectId));
  const templates = useTemplates(connectionId, '', true);
  const nodes = graph.data ? generatorNodes(graph.data) : [];
  const templateList = templates.data?.pages.flatMap((page) => page.data) ?? [];
  const choices: (SourceChoice & { key: string })[] = [
    ...(models.data ?? []).map((model) => ({
      kind: 'model' as const,
      key: `model ${model.provider}`,
      name: model.provider,
      model,
    })),
    ...nodes.map((node) => ({
      kind: 'node' as const,
      key: `node ${node.nodeId}`,
      name: node.title,
      node,
    })),
    ...templateList.map(({ templateId, name }) => ({
      kind: 'template' as const,
      key: `template ${templateId}`,
      templateId,
      name,
    })),
  ];
  const [key, setKey] = useState(lastSelected.get(projectId) ?? null);
  const isRead = !models.isPending && !graph.isPending && !templates.isPending;
  const selected = choices.find((choice) => choice.key === key) ?? (isRead ? choices[0] : undefined);
  const [visitedKeys, setVisitedKeys] = useState<readonly string[]>([]);
  if (selected && !visitedKeys.includes(selected.key)) setVisitedKeys([...visitedKeys, selected.key]);
  return {
    reads: { model: models, node: graph, template: templates },
    choices,
    selected,
    visited: choices.filter((choice) => visitedKeys.includes(choice.key)),
    isRead,
    setKey,
  };
}

/** Makes pictures after the question that a start above the person's limit needs. */
function useConfirmedMake(
  connectionId: string,
  graph: Graph | undefined,
  onMake: (source: MakeSource, shots: readonly ShotToMake[]) => void,
) {
  const { mayStart, question } = useCostQuestion(connectionId);
  const make = async (source: MakeSource, shots: readonly ShotToMake[]) => {
    const work = makeWork(source, graph, shots.length);
    if (await mayStart(async () => work && costOf(connectionId, work))) onMake(source, shots);
  };
  const onMakeSelected = (source: MakeSource, shots: readonly ShotToMake[]): void => {
    make(source, shots).catch((error: unknown) =>
      showToast({ kind: 'error', title: words.runs.notStarted, description: describeProblem(error) }),
    );
  };
  return { onMakeSelected, question };
}

/** Chooses what makes pictures of shots, and what it is given. */
export function MakeDialog({
  connectionId,
  projectId,
  shots,
  bare,
  onMake,
  onClose,
}: {
  connectionId: string;
  projectId: string;
  shots: readonly ShotToMake[];
  /** The shots of the board that have no picture. */
  bare: readonly ShotToMake[];
  onMake: (source: MakeSource, shots: readonly ShotToMake[]) => void;
  onClose: () => void;
}): ReactElement {
  const { reads, choices, selected, visited, isRead, setKey } = useSources(connectionId, projectId);
  const origins = useRef<HTMLDivElement>(null);
  const { onMakeSelected, question } = useConfirmedMake(
    connectionId,
    reads.node.data?.asRun,
    (source, shotsToMake) => {
      if (selected) lastSelected.set(projectId, selected.key);
      onMake(source, shotsToMake);
      onClose();
    },
  );
  const list = (kind: SourceChoice['kind'], label: string, icon: ReactNode, none: string) => (
    <SourceRows
      label={label}
      icon={icon}
      none={none}
      isPending={reads[kind].isPending}
      error={reads[kind].error}
      onRetry={() => void reads[kind].refetch()}
      choices={choices.filter((choice) => choice.kind === kind)}
      selected={selected?.key ?? null}
      onSelect={setKey}
    />
  );
  return (
    <Dialog
      open
      width={760}
      title={text.makeTitle(shots.length, shots[0]?.number ?? '')}
      description={text.makeHint}
      onClose={onClose}
      initialFocus={origins}
    >
      <FirstFocus className={css['columns']} container={origins} isReady={isRead}>
        <div className={css['makers']}>
          {list(
            'model',
            text.byModel,
            <ImagePlus aria-hidden />,
            text.noModels(connectionId === LOCAL_CONNECTION_ID),
          )}
          {list('node', text.byNode, <Workflow aria-hidden />, text.noNodes)}
          {list('template', text.byTemplate, <LayoutTemplate aria-hidden />, text.noTemplates)}
        </div>
        <div className={css['form']}>
          {selected === undefined ? (
            <EmptySelection isRead={isRead} />
          ) : (
            // Those that were looked at stay: what was typed is there when a maker is chosen again.
            visited.map((choice) => (
              <div key={choice.key} hidden={choice.key !== selected.key}>
                <SelectedForm
                  {...{ connectionId, shots, bare }}
                  selected={choice}
                  graph={reads.node.data?.asRun}
                  onMake={onMakeSelected}
                />
              </div>
            ))
          )}
        </div>
      </FirstFocus>
      {question}
    </Dialog>
  );
}

/** What is given to what makes the pictures. */
function SelectedForm({
  selected,
  connectionId,
  graph,
  shots,
  bare,
  onMake,
}: {
  selected: SourceChoice;
  connectionId: string;
  /** Of the project as it runs; undefined while it is not known. */
  graph: Graph | undefined;
  shots: readonly ShotToMake[];
  bare: readonly ShotToMake[];
  onMake: (source: MakeSource, shots: readonly ShotToMake[]) => void;
}): ReactElement {
  if (selected.kind === 'model') return <ModelForm model={selected.model} {...{ shots, bare, onMake }} />;
  if (selected.kind === 'node') {
    return <NodeForm node={selected.node} {...{ connectionId, graph, shots, onMake }} />;
  }
  const { templateId, name } = selected;
  return <TemplateForm {...{ connectionId, templateId, name, shots, onMake }} />;
}

/** In the place of a form: nothing can be chosen, or what there is has not been read. */
const EmptySelection = ({ isRead }: { isRead: boolean }): ReactElement =>
  isRead ? (
    <EmptyState compact title={text.noTemplates} text={text.noTemplatesDetail} />
  ) : (
    <Skeleton height={160} />
  );

function SourceRows({
  label,
  icon,
  none,
  isPending,
  error,
  onRetry,
  choices,
  selected,
  onSelect,
}: {
  label: string;
  icon: ReactNode;
  none: string;
  isPending: boolean;
  error: unknown;
  onRetry: () => void;
  choices: readonly { key: string; name: string }[];
  selected: string | null;
  onSelect: (key: string) => void;
}): ReactElement {
  return (
    <section aria-label={label}>
      <h3 className={css['heading']}>{label}</h3>
      {isPending ? (
        <Skeleton height={32} />
      ) : error !== null && choices.length === 0 ? (
        <ErrorState compact title={describeRead(error)} onRetry={onRetry} />
      ) : choices.length === 0 ? (
        <p className={css['quiet']}>{none}</p>
      ) : (
        <ul className={css['list']}>
          {choices.map(({ key, name }) => (
            <li key={key}>
              <button
                type="button"
                className={css['maker']}
                aria-pressed={key === selected}
                title={name}
                onClick={() => onSelect(key)}
              >
                {icon}
                <span dir="auto">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
