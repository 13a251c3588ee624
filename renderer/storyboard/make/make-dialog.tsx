import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate, Workflow } from 'lucide-react';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { describeRead } from '#renderer/desk/index.ts';
import { useTemplates } from '#renderer/templates/index.ts';
import { Dialog, EmptyState, ErrorState, Skeleton, FirstFocus } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { NodeForm } from './node-form.tsx';
import { makingNodes, projectGraphQuery, type MakingNode } from './make-nodes.ts';
import type { MakeSource, ShotToMake } from './make-source.ts';
import { TemplateMaker } from './template-maker.tsx';
import css from './make.module.css';

/** What pictures were made by last, for each project of this window. */
const lastChosen = new Map<string, string>();

type Chosen = { kind: 'node'; node: MakingNode } | { kind: 'template'; templateId: string; name: string };

const text = words.storyboard;

/** What there is to make pictures by, and which of it is chosen. */
function useMakers(connectionId: string, projectId: string) {
  const graph = useQuery(projectGraphQuery(connectionId, projectId));
  const templates = useTemplates(connectionId, '', true);
  const nodes = graph.data ? makingNodes(graph.data) : [];
  const listed = templates.data?.pages.flatMap((page) => page.data) ?? [];
  const choices: (Chosen & { key: string })[] = [
    ...nodes.map((node) => ({ kind: 'node' as const, key: `node ${node.nodeId}`, node })),
    ...listed.map(({ templateId, name }) => ({
      kind: 'template' as const,
      key: `template ${templateId}`,
      templateId,
      name,
    })),
  ];
  const [key, setKey] = useState(lastChosen.get(projectId) ?? null);
  const isRead = !graph.isPending && !templates.isPending;
  const chosen = choices.find((choice) => choice.key === key) ?? (isRead ? choices[0] : undefined);
  return { graph, templates, choices, chosen, isRead, setKey };
}

/** Chooses what makes pictures of shots, and what it is given. */
export function MakeDialog({
  connectionId,
  projectId,
  shots,
  onMake,
  onClose,
}: {
  connectionId: string;
  projectId: string;
  shots: readonly ShotToMake[];
  onMake: (source: MakeSource, shots: readonly ShotToMake[]) => void;
  onClose: () => void;
}): ReactElement {
  const { graph, templates, choices, chosen, isRead, setKey } = useMakers(connectionId, projectId);
  const makers = useRef<HTMLDivElement>(null);
  const make = (source: MakeSource, own: readonly ShotToMake[]) => {
    if (chosen) lastChosen.set(projectId, chosen.key);
    onMake(source, own);
    onClose();
  };
  const list = (kind: Chosen['kind'], icon: ReactNode, none: string) => (
    <Makers
      label={kind === 'node' ? text.byNode : text.byTemplate}
      icon={icon}
      none={none}
      isPending={kind === 'node' ? graph.isPending : templates.isPending}
      error={kind === 'node' ? graph.error : templates.error}
      onRetry={() => void (kind === 'node' ? graph.refetch() : templates.refetch())}
      choices={choices.flatMap((choice) =>
        choice.kind === kind
          ? [{ key: choice.key, name: choice.kind === 'node' ? choice.node.title : choice.name }]
          : [],
      )}
      chosen={chosen?.key ?? null}
      onChoose={setKey}
    />
  );
  return (
    <Dialog
      open
      width={760}
      title={text.makeTitle(shots.length, shots[0]?.number ?? '')}
      description={text.makeHint}
      onClose={onClose}
      initialFocus={makers}
    >
      <FirstFocus className={css['columns']} part={makers} isReady={isRead}>
        <div className={css['makers']}>
          {list('node', <Workflow aria-hidden />, text.noNodes)}
          {list('template', <LayoutTemplate aria-hidden />, text.noTemplates)}
        </div>
        <div className={css['form']}>
          {chosen === undefined ? (
            isRead ? (
              <EmptyState compact title={text.noTemplates} text={text.noTemplatesDetail} />
            ) : (
              <Skeleton height={160} />
            )
          ) : chosen.kind === 'node' ? (
            <NodeForm key={chosen.key} node={chosen.node} shots={shots} onMake={make} />
          ) : (
            <TemplateMaker
              key={chosen.key}
              connectionId={connectionId}
              templateId={chosen.templateId}
              name={chosen.name}
              shots={shots}
              onMake={make}
            />
          )}
        </div>
      </FirstFocus>
    </Dialog>
  );
}

function Makers({
  label,
  icon,
  none,
  isPending,
  error,
  onRetry,
  choices,
  chosen,
  onChoose,
}: {
  label: string;
  icon: ReactNode;
  none: string;
  isPending: boolean;
  error: unknown;
  onRetry: () => void;
  choices: readonly { key: string; name: string }[];
  chosen: string | null;
  onChoose: (key: string) => void;
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
                aria-pressed={key === chosen}
                title={name}
                onClick={() => onChoose(key)}
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
