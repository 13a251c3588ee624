import { Plug, Workflow } from 'lucide-react';
import type { PublicTemplateDetail } from '#shared/api/index.ts';
import { useEffect, useRef, useState, type ComponentProps, type ReactElement } from 'react';
import { costOf, useCostQuestion } from '#renderer/costs/index.ts';
import { describeProblem, describeRead, isMissing, useConnections } from '#renderer/desk/index.ts';
import {
  Badge,
  EmptyState,
  ErrorState,
  RelativeTime,
  Select,
  showToast,
  Skeleton,
  Tabs,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useRequestedRun, type RequestedRun } from './asked-run.ts';
import { EndpointDocs } from './endpoint-docs.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { ManageTemplate } from './manage-template.tsx';
import { isManaged } from './management.ts';
import { PastRuns, usePastRuns } from './past-runs.tsx';
import { useEndpointDocs, useTemplate, useTemplateEndpoints } from './queries.ts';
import { RunResult } from './run-result.tsx';
import { useTemplateRun, type TemplateTarget } from './template-run.ts';
import css from './template-detail.module.css';
import typography from './template-text.module.css';

const t = words.templates.templateDetail;

/** One template: what it is, and each endpoint to run or to call. */
export function TemplateDetail({
  connectionId,
  templateId,
  onOpenProject,
  onDeleted,
}: {
  connectionId: string;
  templateId: string;
  onOpenProject: (projectId: string) => void;
  onDeleted: () => void;
}): ReactElement {
  const template = useTemplate(connectionId, templateId);
  const list = useTemplateEndpoints(connectionId, templateId);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const requestedRun = useRequestedRun(connectionId);
  const error = template.error ?? list.error;
  if (error) {
    const isDeleted = isMissing(error);
    return (
      <ErrorState
        title={isDeleted ? t.templateNoLongerExists : t.templateCouldNotRead}
        text={isDeleted ? t.deletedBelongsAnotherAccount : describeRead(error)}
        onRetry={
          isDeleted
            ? undefined
            : () => {
                void template.refetch();
                void list.refetch();
              }
        }
      />
    );
  }
  if (!template.data || !list.data) return <DetailSkeleton />;
  const { name } = template.data;
  const targetEndpointId = selectedId ?? requestedRun.source?.endpointId;
  const endpoint = list.data.find(({ endpointId }) => endpointId === targetEndpointId) ?? list.data[0];
  return (
    <article className={css['detail']} aria-label={name}>
      <Description template={template.data} />
      {endpoint ? (
        <>
          <EndpointChoice endpoints={list.data} selected={endpoint.endpointId} onSelect={setSelectedId} />
          <Endpoint
            key={endpoint.endpointId}
            connectionId={connectionId}
            templateId={templateId}
            endpointId={endpoint.endpointId}
            hasKey={endpoint.apiKeyPrefix === undefined ? null : endpoint.apiKeyPrefix !== null}
            requested={requestedRun}
            onOpenProject={onOpenProject}
          />
        </>
      ) : (
        <EmptyState
          compact
          icon={<Plug />}
          title={t.templateCannotRunYet}
          text={isManaged(connectionId) ? t.needsFormRunMake : t.needsFormRunWhoever}
        />
      )}
      <ManageTemplate
        connectionId={connectionId}
        templateId={templateId}
        name={name}
        onOpenProject={onOpenProject}
        onDeleted={onDeleted}
        hasForm={endpoint !== undefined}
      />
    </article>
  );
}

/** While a template is read. */
const DetailSkeleton = (): ReactElement => (
  <div className={css['detail']} aria-busy="true">
    <Skeleton width="40%" height={24} />
    <Skeleton width="70%" height={14} style={{ marginTop: 12 }} />
    <Skeleton height={240} radius={10} style={{ marginTop: 24 }} />
  </div>
);

/** Which endpoint is shown, where there are several. */
function EndpointChoice({
  endpoints,
  selected: selectedId,
  onSelect,
}: {
  endpoints: readonly { endpointId: string; name: string }[];
  selected: string;
  onSelect: (endpointId: string) => void;
}): ReactElement | null {
  if (endpoints.length < 2) return null;
  return (
    <div className={css['choose']}>
      <Select
        label={t.form}
        value={selectedId}
        options={endpoints.map((candidate) => ({ value: candidate.endpointId, label: candidate.name }))}
        onValueChange={onSelect}
      />
    </div>
  );
}

/** What a template is. */
function Description({
  template: { name, description, category, tags, nodeCount, updatedAt },
}: {
  template: PublicTemplateDetail;
}): ReactElement {
  return (
    <header>
      <h2 className={css['detailTitle']} dir="auto">
        {name}
      </h2>
      {description ? (
        <p className={css['detailText']} dir="auto">
          {description}
        </p>
      ) : null}
      <p className={css['detailMeta']}>
        {category ? <Badge>{category}</Badge> : null}
        {(tags ?? []).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        <span className={typography['quiet']}>
          {nodeCount === undefined ? '' : words.counts.nodes(nodeCount)}
          {updatedAt ? t.changed : ''}
          <RelativeTime at={updatedAt} />
        </span>
      </p>
    </header>
  );
}

/**
 * Shows the run of the address, else the newest one, when the page opens, and follows it while it goes on.
 * @returns a call after which none is shown any more by itself
 */
function useOpenInitially(runId: string | undefined, open: (runId: string) => Promise<unknown>): () => void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current || runId === undefined) return;
    hasRun.current = true;
    void open(runId);
  });
  return () => void (hasRun.current = true);
}

/** The name of an endpoint, and how much goes in and comes out. */
const EndpointHead = ({
  docs: { name, inputs, outputs },
}: Pick<ComponentProps<typeof EndpointForm>, 'docs'>): ReactElement => (
  <header className={css['endpointHead']}>
    <Workflow aria-hidden />
    <h3 dir="auto">{name}</h3>
    <span className={typography['quiet']}>
      {words.counts.inputs(inputs?.length ?? 0)} · {words.counts.outputs(outputs?.length ?? 0)}
    </span>
  </header>
);

interface EndpointProps {
  connectionId: string;
  templateId: string;
  endpointId: string;
  /** Whether it can be called by a key of its own; null where the service does not say. */
  hasKey: boolean | null;
  requested: RequestedRun;
  onOpenProject: (projectId: string) => void;
}

function Endpoint({
  connectionId,
  templateId,
  endpointId,
  hasKey,
  requested: requestedRun,
  onOpenProject,
}: EndpointProps): ReactElement {
  const docs = useEndpointDocs(connectionId, templateId, endpointId);
  const connections = useConnections();
  const target = { connectionId, templateId, endpointId };
  const { run, start, open } = useTemplateRun(target);
  const past = usePastRuns(target);
  const leaveFirst = useOpenInitially(requestedRun.runId ?? past.data?.[0]?.runId, open);
  const { begin, question } = useConfirmedStart(target, start, leaveFirst);
  const [tab, setTab] = useState<'run' | 'call'>('run');
  const result = useRef<HTMLDivElement>(null);
  const state = run?.state;
  // In a narrow window the result lies below the form.
  useEffect(() => {
    if (state) result.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  if (docs.isError) {
    return (
      <ErrorState
        compact
        title={t.formCouldNotRead}
        text={describeRead(docs.error)}
        onRetry={() => void docs.refetch()}
      />
    );
  }
  if (!docs.data) return <Skeleton height={240} radius={10} style={{ marginTop: 24 }} />;
  const baseUrl = connections.data?.connections.find(({ id }) => id === connectionId)?.baseUrl ?? '';
  return (
    <section className={css['endpoint']} aria-label={t.formOf(docs.data.name)}>
      <EndpointHead docs={docs.data} />
      {question}
      <Tabs
        label={t.run}
        value={tab}
        onValueChange={setTab}
        items={[
          {
            id: 'run',
            label: t.run2,
            keepMounted: true,
            content: (
              <div className={css['runGrid']}>
                <EndpointForm
                  key={String(requestedRun.inputs === null)}
                  connectionId={connectionId}
                  docs={docs.data}
                  inputsOfRun={requestedRun.inputs}
                  onOpenProject={isManaged(connectionId) ? onOpenProject : undefined}
                  running={run !== null && run.state !== 'over'}
                  onRun={(inputs) => void begin(inputs)}
                />
                <div ref={result} className={css['resultSide']} role="region" aria-label={t.result}>
                  <RunResult connectionId={connectionId} run={run} />
                  <PastRuns
                    runs={past.data ?? []}
                    error={past.error}
                    selectedId={run?.taskId ?? null}
                    onOpen={(runId) => void open(runId)}
                    onRetry={() => void past.refetch()}
                  />
                </div>
              </div>
            ),
          },
          {
            id: 'call',
            label: t.callFrom,
            content: <EndpointDocs docs={docs.data} baseUrl={baseUrl} hasKey={hasKey} />,
          },
        ]}
      />
    </section>
  );
}

/** Starts a run after the question that one above the person's limit needs. @param onStart called before. */
function useConfirmedStart(
  { connectionId, templateId }: TemplateTarget,
  start: ReturnType<typeof useTemplateRun>['start'],
  onStart: () => void,
) {
  const { mayStart, question } = useCostQuestion(connectionId);
  const begin = async (inputs: Parameters<typeof start>[0]): Promise<void> => {
    try {
      if (!(await mayStart(() => costOf(connectionId, { kind: 'template', templateId, runs: 1 })))) return;
    } catch (error) {
      showToast({ kind: 'error', title: words.runs.notStarted, description: describeProblem(error) });
      return;
    }
    onStart();
    await start(inputs);
  };
  return { begin, question };
}
