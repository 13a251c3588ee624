// @module-tag long
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { Batch, BatchItem } from '#shared/desk/index.ts';
import { settingsWith } from '#shared/testing/settings.ts';
import { BatchControls } from '#renderer/batches/index.ts';
import { BatchRows } from '#renderer/batches/batch-rows.tsx';
import { MatchColumns } from '#renderer/batches/match-columns.tsx';
import { RepairRow } from '#renderer/batches/mend-row.tsx';
import { standIn } from '#renderer/editor/testing/editor-stand-in.ts';
import { openSession } from '#renderer/editor/session/open-session.ts';
import { RerunDialog } from '#renderer/gallery/index.ts';
import { RemakeDialog } from '#renderer/gallery/remake-dialog.tsx';
import { QueueRow } from '#renderer/queue/queue-row.tsx';
import { MakeDialog } from '#renderer/storyboard/make/make-dialog.tsx';
import { startJobs, useJobs } from '#renderer/storyboard/make/making.ts';
import { JobMarks } from '#renderer/storyboard/make/making-mark.tsx';
import { TemplateDetail } from '#renderer/templates/template-detail.tsx';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { useLive } from './editor/use-live.ts';
import { useProjectRuns } from './runs/use-project-runs.ts';
import { useRunActions } from './runs/use-run-actions.ts';

/**
 * Every start that may cost, pressed above a limit. `build/checks/costly-starts.test.ts` refuses a source that starts runs and
 * stands in no row here.
 */

const AT = '2026-01-01T00:00:00Z';
const LIMIT = 5_000_000;
const GRAPH = {
  nodes: [
    {
      id: 'paint',
      type: 'ai/image',
      title: 'Paint',
      position: { x: 0, y: 0 },
      inputs: { provider: { type: 'string', value: 'Acme' } },
    },
  ],
  connections: [],
};
const PROMPT = {
  nodeId: 'paint',
  nodeType: 'ai/image',
  nodeTitle: 'Paint',
  name: 'prompt',
  value: { type: 'string', value: 'Boats' },
};
const NO_COUNTS = {
  waiting: 0,
  submitted: 0,
  done: 0,
  failed: 0,
  canceled: 0,
  skipped: 0,
  starred: 0,
  hidden: 0,
};
const batch = (state: Batch['state'], counts: Partial<Batch['counts']>): Batch => ({
  id: 'batch_12345678',
  connectionId: 'local',
  kind: 'table',
  name: 'Cards',
  origin: { kind: 'graph', projectId: 'p1', projectVersion: 1, targetNodeIds: [] },
  fields: [],
  layout: null,
  limits: { maxRuns: null, maxMicrocredits: null, inFlight: 3 },
  state,
  movedToFront: 0,
  reason: null,
  counts: { total: 1, ...NO_COUNTS, ...counts },
  runsStarted: 0,
  spentMicrocredits: '0',
  pricedRuns: 0,
  highestMicrocredits: null,
  createdAt: AT,
  updatedAt: AT,
});
const failedItem: BatchItem = {
  index: 0,
  place: [0],
  attempt: 1,
  values: [],
  state: 'failed',
  runId: null,
  error: 'It failed.',
  microcredits: null,
  executionTimeMs: null,
  outputs: [],
  starred: false,
  hidden: false,
};
const shot = { ref: { scene: 'a', shot: 's1' }, number: '1.1', words: 'Boats' };
const acceptedRun = { id: 'run_2', status: 'accepted' as const, createdAt: AT, updatedAt: AT };
const table = {
  name: 'cards.csv',
  table: { columns: ['Prompt'], rows: Array.from({ length: 5 }, (_, at) => [`Boat ${at}`]), notes: [] },
  files: new Map<string, string>(),
};
const field = { of: 'node' as const, nodeId: 'paint', input: 'prompt', label: 'Prompt', type: 'text' };
const source = {
  kind: 'graph' as const,
  projectId: 'p1',
  projectVersion: 1,
  targetNodeIds: [],
  graph: GRAPH,
};

let desk: DeskStandIn;
let rowNumber = 0;
beforeEach(() => {
  rowNumber += 1;
  localStorage.clear();
  desk = standInForDesk();
  desk.desk('getSettings', () => settingsWith({ runLimits: { local: LIMIT } }));
  desk.desk('getRunSamples', () => ({
    kinds: [],
    accuracy: { runs: 0, duration: null, microcredits: null },
  }));
  desk.api(endpoints.nodeTypes.get, ({ params }) => ({
    type: params['node_type'] ?? '',
    title: 'Make an image',
    category: 'ai',
    source: 'built-in?Acme=abc$10000000',
    inputs: [
      { name: 'prompt', type: 'text(multiline)', default: '' },
      { name: 'provider', type: 'choice(Acme)', default: 'Acme' },
    ],
    outputs: [{ name: 'image', type: 'image' }],
  }));
  desk.desk('listConnections', () => ({ connections: [], activeId: 'local' }));
  desk.desk('getRunSource', () => runSource(null));
  desk.desk('getTemplateForm', () => ({ inputs: [], price: 10_000_000 }));
  desk.desk('estimateBatch', () => ({
    estimate: {
      nodes: 1,
      unknown: 1,
      samples: 0,
      duration: null,
      microcredits: { p50: 10_000_000, p90: 10_000_000 },
      unpriced: 0,
    },
  }));
  desk.desk('listBatchItems', () => ({ items: [failedItem] }));
  desk.desk('changeBatchItemValues', () => batch('paused', { failed: 1 }));
  desk.desk('resumeBatch', () => batch('running', { submitted: 1 }));
  desk.desk('retryBatchItems', () => batch('running', { submitted: 1 }));
  desk.desk('createBatch', () => batch('draft', { waiting: 5 }));
  desk.desk('appendBatchItems', () => batch('draft', { waiting: 5 }));
  desk.api(endpoints.projects.getDocument, () => ({
    projectId: `p${rowNumber}`,
    name: 'Film',
    version: 1,
    document: { graph: GRAPH },
    metadata: {},
  }));
  desk.api(endpoints.templates.list, () => ({
    data: [{ templateId: 'tpl_1', name: 'Card', hasEndpoint: true, endpoints: [] }],
    hasMore: false,
    total: 1,
  }));
  desk.api(endpoints.templates.get, () => ({
    templateId: 'tpl_1',
    name: 'Card',
    hasEndpoint: true,
    endpoints: [],
  }));
  desk.api(endpoints.templates.listEndpoints, () => ({
    data: [{ templateId: 'tpl_1', endpointId: 'end_1', name: 'Card', inputCount: 0, outputCount: 1 }],
    hasMore: false,
    total: 1,
  }));
  desk.api(endpoints.templates.getEndpointDocs, () => ({
    templateId: 'tpl_1',
    endpointId: 'end_1',
    name: 'Card',
    inputs: [],
    outputs: [],
    externalRun: { submit: '/run/end_1', status: '/run/end_1/runs/{task_id}', info: '/run/end_1' },
    requestExample: {},
  }));
  const refusal = () => {
    throw new Problem(503, 'UNAVAILABLE', 'Not now.');
  };
  desk.api(endpoints.runs.create, () => acceptedRun);
  desk.api(endpoints.templates.createRun, refusal);
});
afterEach(() => desk.restore());

const runSource = (template: { templateId: string; endpointId: string; inputs: object } | null) => ({
  connectionId: 'local',
  runId: 'run_1',
  projectId: template === null ? 'p1' : null,
  projectVersion: 1,
  graph: template === null ? GRAPH : null,
  graphProblem: null,
  isExact: true,
  targetNodeIds: [],
  template: template && { ...template, inputs: {} },
});

const STARTS = ['runs.create', 'templates.createRun', 'resumeBatch', 'retryBatchItems'];
const started = () => STARTS.flatMap((name) => desk.calls(name)).length;

const again = (isAsItWas: boolean) => () =>
  renderPage(
    <RerunDialog
      output={libraryOutput(1)}
      inputs={[PROMPT]}
      input={isAsItWas ? null : PROMPT}
      isAsItWas={isAsItWas}
      onClose={() => undefined}
    />,
  );
const make = async (choice: string) => {
  await renderPage(
    <MakeDialog
      connectionId="local"
      projectId={`p${rowNumber}`}
      shots={[shot]}
      bare={[]}
      onMake={(by, shots) => startJobs({ connectionId: 'local', projectId: `p${rowNumber}` }, by, shots)}
      onClose={() => undefined}
    />,
  );
  await page.getByRole('button', { name: choice, exact: true }).click();
};
const controls = (state: Batch['state'], counts: Partial<Batch['counts']>) => () =>
  renderPage(<BatchControls batch={batch(state, counts)} />);

function Marks() {
  return <JobMarks jobs={useJobs().filter(({ projectId }) => projectId === `p${rowNumber}`)} />;
}

/** A start: the sources whose calls it makes, what is shown, and what is pressed. */
interface Start {
  name: string;
  sources: readonly string[];
  show: () => Promise<unknown>;
  button: string | RegExp;
}

const starts: readonly Start[] = [
  {
    name: 'the graph of the editor',
    sources: ['renderer/app/runs/start-run.ts'],
    show: showEditor,
    button: 'Run the graph',
  },
  {
    name: 'an output again with a change',
    sources: ['renderer/gallery/again-run.ts'],
    show: async () => {
      await again(false)();
      await page.getByLabelText('New value').fill('Gulls');
    },
    button: 'Run once · 10 credits',
  },
  {
    name: 'an output again as it was',
    sources: ['renderer/gallery/again-run.ts'],
    show: again(true),
    button: 'Run again as it was · 10 credits',
  },
  {
    name: 'chosen outputs again with one change',
    sources: ['renderer/gallery/remake.ts'],
    show: async () => {
      const output = { ...libraryOutput(1), nodeId: 'paint' };
      await renderPage(<RemakeDialog outputs={[output]} onClose={() => undefined} />);
      await page.getByRole('combobox', { name: 'What changes' }).click();
      await page.getByRole('option', { name: /prompt/i }).click();
      await page.getByLabelText('New value').fill('Gulls');
    },
    button: 'Make 1 output · 10 credits',
  },
  {
    name: 'an output of a template again',
    sources: ['renderer/gallery/again-run.ts'],
    show: () => {
      desk.desk('getRunSource', () => runSource({ templateId: 'tpl_1', endpointId: 'end_1', inputs: {} }));
      return again(true)();
    },
    button: 'Run again as it was · 10 credits',
  },
  {
    name: 'the form of a template',
    sources: ['renderer/templates/template-run.ts'],
    show: () => {
      desk.desk('listRuns', () => ({ runs: [] }));
      return renderPage(
        <TemplateDetail
          connectionId="local"
          templateId="tpl_1"
          onOpenProject={() => undefined}
          onDeleted={() => undefined}
        />,
      );
    },
    button: 'Run · 10 credits',
  },
  {
    name: 'a picture of a shot by a model',
    sources: ['renderer/storyboard/make/make-run.ts'],
    show: () => make('Acme'),
    button: 'Make the picture',
  },
  {
    name: 'a picture of a shot by a node',
    sources: ['renderer/storyboard/make/make-run.ts'],
    show: () => make('Paint'),
    button: 'Make the picture · 10 credits',
  },
  {
    name: 'a picture of a shot by a template',
    sources: ['renderer/storyboard/make/make-run.ts'],
    show: () => make('Card'),
    button: 'Make the picture · 10 credits',
  },
  {
    name: 'a picture of a shot that was not made',
    sources: ['renderer/storyboard/make/make-run.ts'],
    show: async () => {
      const by = { kind: 'model' as const, name: 'Acme', provider: 'Acme', size: '' };
      desk.api(endpoints.runs.create, () => {
        throw new Problem(402, 'NO_CREDITS', 'There are no credits left.');
      });
      startJobs({ connectionId: 'local', projectId: `p${rowNumber}` }, by, [shot]);
      await renderPage(<Marks />);
      await expect.element(page.getByText(/no credits left/)).toBeVisible();
    },
    button: 'Try again · 10 credits',
  },
  {
    name: 'a batch or grid',
    sources: ['renderer/batches/batch-controls.tsx'],
    show: controls('draft', { waiting: 1 }),
    button: 'Run 1 · 10 credits',
  },
  {
    name: 'what failed of a batch',
    sources: ['renderer/batches/batch-controls.tsx'],
    show: controls('paused', { failed: 1 }),
    button: 'Retry 1 · 10 credits',
  },
  {
    name: 'what was perhaps charged of a batch',
    sources: ['renderer/batches/batch-controls.tsx'],
    show: controls('paused', { failed: 1, perhapsCharged: 1 }),
    button: 'Ask 1 again · 10 credits',
  },
  {
    name: 'a row of a batch again',
    sources: ['renderer/batches/batch-row.tsx'],
    show: () =>
      renderPage(
        <div style={{ height: 400, display: 'grid' }}>
          <BatchRows batch={batch('paused', { failed: 1 })} />
        </div>,
      ),
    button: 'Try row 1 again · 10 credits',
  },
  {
    name: 'a changed row of a batch',
    sources: ['renderer/batches/mend-row.tsx'],
    show: () =>
      renderPage(
        <RepairRow batch={batch('paused', { failed: 1 })} item={failedItem} onClose={() => undefined} />,
      ),
    button: 'Run the row · 10 credits',
  },
  {
    name: 'the first rows of a table',
    sources: ['renderer/batches/make-batch.ts'],
    show: () =>
      renderPage(
        <MatchColumns
          tableKey="table"
          connectionId="local"
          name="Cards"
          source={{
            source,
            fields: [field],
            inputs: [{ key: 'k', nodeId: 'paint', nodeTitle: 'Paint', label: 'Prompt', type: 'text' }],
          }}
          filled={table}
          onCreated={() => undefined}
        />,
      ),
    button: 'Try the first 3 · 30 credits',
  },
  {
    name: 'a batch of the queue',
    sources: ['renderer/queue/queue-row.tsx'],
    show: () => {
      desk.desk('listQueue', () => ({ items: [], nextCursor: null }));
      return renderPage(
        <QueueRow
          item={{ kind: 'batch', batch: batch('paused', { waiting: 1 }), canMove: false }}
          connectionId="local"
          connectionName="Local workspace"
          isUnavailable={false}
          timestamp={0}
          onOpenRun={() => undefined}
          onOpenBatch={() => undefined}
        />,
      );
    },
    button: 'Resume Batch “Cards” · 10 credits',
  },
];

async function showEditor(): Promise<void> {
  const { nodes, connections } = GRAPH;
  const session = await openSession(
    standIn({ nodes, connections }, undefined, {
      'ai/image': { title: 'Make an image', inputs: [], outputs: [{ name: 'image', type: 'image' }] },
    }),
  );
  function Editor() {
    const { connectionId, projectId } = session.ports;
    const runs = useProjectRuns(connectionId, projectId);
    const { previews } = useLive({ connectionId, projectId, session, runs, activeRuns: 0 });
    const actions = useRunActions({
      session,
      runs,
      live: previews,
      notify: () => undefined,
      onStarted: () => undefined,
    });
    return (
      <>
        <button type="button" onClick={actions.runAll}>
          Run the graph
        </button>
        {actions.question}
      </>
    );
  }
  await renderPage(<Editor />);
}

describe('a start above the limit of a person', () => {
  it.each(starts)('asks first: $name', async ({ show, button }) => {
    await show();
    const before = started();
    const press = () => page.getByRole('button', { name: button, exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Run above your limit?' });
    await press();
    await expect.element(question.getByText(/above 5 credits/)).toBeVisible();
    await question.getByRole('button', { name: 'Do not run' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(started()).toBe(before);
    await press();
    await question.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(started).toBe(before + 1);
  });
});
