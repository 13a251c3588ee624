// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints, type PublicTemplateRunDetail } from '#shared/api/index.ts';
import type { RunRecord, Upload } from '#shared/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { curlOf } from './endpoint-snippets.ts';
import { TemplatesPage } from './templates-page.tsx';

const docs = {
  endpointId: 'end_1',
  templateId: 'tpl_1',
  name: 'Make a card',
  inputs: [
    { fieldName: 'title', name: 'Title', kind: 'primitive', dataType: 'string' },
    { fieldName: 'size', name: 'Size', kind: 'primitive', dataType: 'number' },
    { fieldName: 'dark', name: 'Dark', kind: 'primitive', dataType: 'boolean' },
    { fieldName: 'more', name: 'More', kind: 'primitive', dataType: 'json' },
    { fieldName: 'note', name: 'Note', kind: 'primitive', dataType: 'string' },
  ],
  outputs: [{ fieldName: 'Card', name: 'Card', kind: 'primitive', dataType: 'string' }],
  externalRun: { submit: '/run/end_1', status: '/run/end_1/runs/{task_id}', info: '/run/end_1' },
  requestExample: {
    inputs: { title: { type: 'string', value: "It's dusk" }, size: { type: 'number', value: 12 } },
  },
};
const template = (templateId: string, name: string) => ({
  templateId,
  name,
  hasEndpoint: true,
  endpoints: [],
});
const run = (change: Partial<PublicTemplateRunDetail>): PublicTemplateRunDetail => ({
  taskId: 'run_1',
  templateId: 'tpl_1',
  endpointId: 'end_1',
  status: 'running',
  ...change,
});
const streamOf = (...details: PublicTemplateRunDetail[]) =>
  new Response(
    details.map((detail, index) => `id: e${index}\ndata: ${JSON.stringify(detail)}\n\n`).join(''),
    { headers: { 'content-type': 'text/event-stream' } },
  );

let desk: DeskStandIn;
/** Runs that this computer remembers, newest first. */
let past: RunRecord[];
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('listConnections', () => ({ connections: [], activeId: 'local' }));
  desk.api(endpoints.templates.list, ({ query }) => ({
    data: [template('tpl_1', 'Title card'), template('tpl_2', 'Photo')].filter(({ name }) =>
      name.toLowerCase().includes(query.get('search') ?? ''),
    ),
    hasMore: false,
    nextCursor: null,
  }));
  desk.api(endpoints.templates.get, ({ params }) => template(params['template_id'] ?? '', 'Title card'));
  desk.api(endpoints.templates.listEndpoints, () => ({
    data: [{ endpointId: 'end_1', templateId: 'tpl_1', name: 'Make a card', inputCount: 5, outputCount: 1 }],
    hasMore: false,
    nextCursor: null,
  }));
  desk.api(endpoints.templates.getEndpointDocs, () => docs);
  desk.desk('listRuns', () => ({ runs: past }));
  desk.desk('markRunSeen', () => undefined);
  past = [];
});
afterEach(() => desk.restore());

const show = (templateId: string | null = null, connectionId = 'con_1') =>
  renderPage(
    <TemplatesPage
      connectionId={connectionId}
      templateId={templateId}
      hrefOf={(id) => `/templates/${id}`}
      onOpenProject={() => {}}
      onDeleted={() => {}}
    />,
  );
const runButton = () => page.getByRole('button', { name: 'Run', exact: true });

it('searches and filters on the service', async () => {
  await show();
  await expect.element(page.getByRole('link', { name: /Photo/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('title');
  await expect.element(page.getByRole('link', { name: /Photo/ })).not.toBeInTheDocument();
  await page.getByRole('switch', { name: 'Only those that can be run' }).click();
  await expect
    .poll(() => desk.calls('templates.list').at(-1)?.query.toString())
    .toBe('limit=50&search=title&hasEndpoint=true');
});

it('finds templates with typing errors where the service finds none', async () => {
  await show();
  await expect.element(page.getByRole('link', { name: /Photo/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('titel card');
  await expect.element(page.getByRole('link', { name: /Photo/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: /Title card/ })).toBeVisible();
});

it('finds one of many templates with a typing error, however far behind it stands', async () => {
  const all = [
    ...Array.from({ length: 120 }, (_, index) => template(`tpl_${index}`, `Photo ${index}`)),
    template('tpl_last', 'Title card'),
  ];
  desk.api(endpoints.templates.list, ({ query }) => {
    const found = all.filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''));
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Number(query.get('limit'));
    const hasMore = end < found.length;
    return { data: found.slice(start, end), hasMore, nextCursor: hasMore ? String(end) : null };
  });
  await show();
  await expect.element(page.getByRole('link', { name: /Photo 17/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('titel card');
  await expect.element(page.getByRole('link', { name: /Title card/ })).toBeVisible();
});

it('says that only the newest were looked through for typing errors, and looks through older ones when asked', async () => {
  const all = [
    ...Array.from({ length: 2_200 }, (_, index) => template(`tpl_${index}`, `Photo ${index}`)),
    template('tpl_last', 'Title card'),
  ];
  desk.api(endpoints.templates.list, ({ query }) => {
    const found = all.filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''));
    const start = Number(query.get('cursor') ?? 0);
    const hasMore = start + 500 < found.length;
    return {
      data: found.slice(start, start + 500),
      hasMore,
      nextCursor: hasMore ? String(start + 500) : null,
    };
  });
  await show();
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('titel card');
  await expect.element(page.getByText(/newest 2,000 templates/)).toBeVisible();
  await page.getByRole('button', { name: 'Look through older ones' }).click();
  await expect.element(page.getByRole('link', { name: /Title card/ })).toBeVisible();
});

it('sends typed inputs, follows the run live and shows what came out', async () => {
  desk.api(endpoints.templates.createRun, () => run({ status: 'accepted' }));
  desk.stream(endpoints.templates.streamRunEvents, () =>
    streamOf(run({ progress: 50, currentNode: 'Blur' }), run({ status: 'succeeded', progress: 100 })),
  );
  desk.api(endpoints.templates.getRun, () =>
    run({
      status: 'succeeded',
      executionTimeMs: 340,
      outputs: { Card: { type: 'string', value: 'Good evening' } },
    }),
  );
  await show();
  await page.getByLabelText('Title', { exact: true }).fill('Harbor');
  await page.getByRole('switch', { name: 'Dark' }).click();
  await page.getByLabelText('More', { exact: true }).fill('{"a": [1]}');
  await runButton().click();
  await expect.element(page.getByText('Good evening')).toBeVisible();
  await expect.element(page.getByText('340 ms')).toBeVisible();
  const [call] = desk.calls('templates.createRun');
  // What nobody touched and the example does not give is left to the template.
  expect(call?.body).toEqual({
    inputs: {
      title: { type: 'string', value: 'Harbor' },
      size: { type: 'number', value: 12 },
      dark: { type: 'boolean', value: true },
      more: { type: 'json', value: { a: [1] } },
    },
  });
  expect(call?.headers.get('idempotency-key')).toMatch(/\S/);
});

it('before a run nothing is said of credits, charges or an account where the service told no price', async () => {
  await show('tpl_1');
  await expect.element(page.getByText('Fill in the inputs and run.')).toBeVisible();
  expect(document.body.textContent).not.toMatch(/credit|charge|account|price|paid/i);
});

it('a text of two lines is replaced letter by letter in the same field, and Enter makes a line', async () => {
  desk.api(endpoints.templates.getEndpointDocs, () => ({
    ...docs,
    requestExample: { inputs: { title: { type: 'string', value: 'Golden\nhour' } } },
  }));
  desk.api(endpoints.templates.createRun, () => run({ status: 'accepted' }));
  await show();
  const title = page.getByLabelText('Title', { exact: true });
  await userEvent.click(title);
  const element = title.element();
  await userEvent.keyboard('{Control>}a{/Control}ABCD{Enter}EF');
  await expect.element(title).toHaveValue('ABCD\nEF');
  await expect.element(title).toHaveFocus();
  expect(title.element()).toBe(element);
  expect(desk.calls('templates.createRun')).toEqual([]);
});

it('the local workspace says how its inputs are declared: choices, colors, whole numbers, and what is needed', async () => {
  const declared = (fieldName: string, pinType: string, isRequired = false) => ({
    fieldName,
    pinType,
    isRequired,
    nodeTitle: 'Card',
    icon: 'type',
  });
  desk.desk('getTemplateForm', () => ({
    inputs: [
      declared('title', 'choice(day|night)'),
      declared('size', 'number(1..8192 step 1)'),
      declared('note', 'color', true),
    ],
  }));
  desk.desk('getManagedTemplate', () => ({
    templateId: 'tpl_1',
    projectId: null,
    hasProject: false,
    isBehind: false,
    endpoints: [],
    calls: [],
  }));
  desk.desk('listTemplatePictures', () => ({ pictures: [] }));
  await show(null, 'local');
  await expect.element(page.getByRole('combobox', { name: 'Title' })).toBeVisible();
  const size = page.getByLabelText('Size', { exact: true });
  await size.fill('12.5');
  await expect.element(page.getByText('12.5 is not a whole number. Write 12 or 13.')).toBeVisible();
  await expect.element(runButton()).toBeDisabled();
  await size.fill('1,024');
  await runButton().click();
  await expect.element(page.getByText('This is needed. Fill it in.')).toBeVisible();
  await expect.element(page.getByLabelText('Note: choose a color')).toBeVisible();
  expect(desk.calls('templates.createRun')).toEqual([]);
});

it('does not send JSON that is none, and says why', async () => {
  await show();
  await page.getByLabelText('More', { exact: true }).fill('{"a": ');
  await expect.element(runButton()).toBeDisabled();
  await expect.element(page.getByText(/The text is not JSON/)).toBeVisible();
  await page.getByLabelText('More', { exact: true }).fill('7');
  await expect.element(page.getByText('Enter an object { } or a list [ ].')).toBeVisible();
  await expect.element(page.getByText('Correct what is marked first.')).toBeVisible();
  expect(desk.calls('templates.createRun')).toEqual([]);
});

it('says why a run failed and where, and can run again', async () => {
  desk.api(endpoints.templates.createRun, () => run({ status: 'accepted' }));
  const failed = run({
    status: 'failed',
    error: { code: 'NODE_FAILED', message: 'The picture cannot be read.', nodeTitle: 'Resize' },
  });
  desk.stream(endpoints.templates.streamRunEvents, () => streamOf(failed));
  desk.api(endpoints.templates.getRun, () => failed);
  await show();
  await runButton().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Resize: The picture cannot be read.');
  await expect.element(runButton()).toBeEnabled();
});

const record = (runId: string, change: Partial<RunRecord> = {}): RunRecord => ({
  runId,
  connectionId: 'local',
  projectId: null,
  templateId: 'tpl_1',
  endpointId: 'end_1',
  status: 'succeeded',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:05Z',
  projectVersion: null,
  executionTimeMs: 340,
  creditsUsedMicrocredits: null,
  lastEventId: null,
  ...change,
});

it('runs of before are there again with their outputs: the newest at once, the others by a press', async () => {
  past = [
    record('run_2'),
    record('run_1', { executionTimeMs: 1200 }),
    record('run_x', { endpointId: 'end_other' }),
  ];
  desk.api(endpoints.templates.getRun, ({ params }) =>
    run({
      taskId: params['task_id'] ?? '',
      status: 'succeeded',
      outputs: { Card: { type: 'string', value: `Words of ${params['task_id']}` } },
    }),
  );
  await show();
  await expect.element(page.getByText('Words of run_2')).toBeVisible();
  const list = page.getByRole('region', { name: 'Runs on this computer' });
  expect(list.getByRole('button').elements()).toHaveLength(2);
  await list.getByRole('button', { name: /1.2 s/ }).click();
  await expect.element(page.getByText('Words of run_1')).toBeVisible();
  expect(desk.calls('templates.createRun')).toEqual([]);
});

it('a run that was going on when the page was left is followed again', async () => {
  past = [record('run_1', { status: 'running', executionTimeMs: null })];
  let status = 'running';
  desk.api(endpoints.templates.getRun, () =>
    run({
      status,
      ...(status === 'succeeded' && { outputs: { Card: { type: 'string', value: 'Good evening' } } }),
    }),
  );
  desk.stream(endpoints.templates.streamRunEvents, () => {
    status = 'succeeded';
    return streamOf(run({ status: 'succeeded', progress: 100 }));
  });
  await show();
  await expect.element(page.getByText('Good evening')).toBeVisible();
  expect(desk.calls('markRunSeen')).toHaveLength(1);
});

it('says why a run was not accepted', async () => {
  desk.api(endpoints.templates.createRun, () => {
    throw new Problem(400, 'INVALID_INPUTS', 'title: too long');
  });
  await show();
  await runButton().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Title: too long.');
});

it('uploads a file for a field before it runs', async () => {
  const upload: Upload = {
    id: 'up_1',
    connectionId: 'local',
    projectId: null,
    nodeId: null,
    input: null,
    settled: false,
    filename: 'sea.png',
    contentType: 'image/png',
    sizeBytes: 3,
    receivedBytes: 3,
    sentBytes: 3,
    progress: 1,
    problem: null,
    state: 'done',
    fileId: 'file_1.png',
    error: null,
    retryable: false,
    createdAt: '2026-01-01T00:00:00Z',
  };
  desk.api(endpoints.templates.getEndpointDocs, () => ({
    ...docs,
    inputs: [{ fieldName: 'photo', name: 'Photo', kind: 'file', dataType: 'image' }],
    requestExample: { inputs: {} },
  }));
  desk.desk('getUpload', () => upload);
  desk.desk('settleUpload', () => ({ ...upload, settled: true }));
  desk.desk('mediaUrls', ({ body }) => ({
    urls: (body as { items: unknown[] }).items.map(() => ({ url: 'data:,', downloadUrl: 'data:,' })),
  }));
  desk.upload(() => ({ ...upload, state: 'uploading', fileId: null }));
  desk.api(endpoints.templates.createRun, () => run({ status: 'succeeded' }));
  desk.api(endpoints.templates.getRun, () => run({ status: 'succeeded' }));
  await show();
  const group = page.getByRole('group', { name: 'Photo' });
  await expect.element(group).toBeVisible();
  const transfer = new DataTransfer();
  transfer.items.add(new File(['abc'], 'sea.png', { type: 'image/png' }));
  group
    .getByText('Drop or paste a file here')
    .element()
    .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
  await expect.element(page.getByRole('button', { name: 'Remove sea.png' })).toBeVisible();
  await runButton().click();
  await expect
    .poll(() => desk.calls('templates.createRun')[0]?.body)
    .toEqual({ inputs: { photo: { type: 'file', fileId: 'file_1.png' } } });
});

it('gives a command that a shell takes as one request', () => {
  expect(curlOf(docs, 'http://127.0.0.1:8787/')).toBe(
    [
      `curl -X POST 'http://127.0.0.1:8787/run/end_1' \\`,
      `  -H 'Authorization: Bearer <endpoint key>' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"inputs":{"title":{"type":"string","value":"It'\\''s dusk"},"size":{"type":"number","value":12}}}'`,
    ].join('\n'),
  );
});

it.each([
  ['http://127.0.0.1:8787', null, 'On this computer', 'Other computers cannot reach it.', 'has no key yet'],
  [
    'http://localhost:8787',
    'pbe_a',
    'On this computer',
    'while Patchbay runs',
    'is shown only when it is made',
  ],
  [
    'https://service.example',
    'pbe_a',
    'From anywhere',
    'Anybody who has the key',
    'is shown only when it is made',
  ],
  [
    'https://service.example',
    undefined,
    'From anywhere',
    'Anybody who has the key',
    'is shown only when it is made',
  ],
] as const)(
  'calls of a service at %s with the key %s say from where they can be made, and one thing of the key',
  async (baseUrl, apiKeyPrefix, title, reach, key) => {
    const connection = {
      id: 'con_1',
      kind: 'hosted',
      name: 'Service',
      baseUrl,
      keyHint: null,
      state: 'ready',
    } as const;
    desk.desk('listConnections', () => ({
      activeId: 'con_1',
      connections: [{ ...connection, createdAt: '2030-01-01T00:00:00Z' }],
    }));
    desk.api(endpoints.templates.listEndpoints, () => ({
      data: [
        {
          endpointId: 'end_1',
          templateId: 'tpl_1',
          name: 'Make a card',
          inputCount: 5,
          outputCount: 1,
          apiKeyPrefix,
        },
      ],
      hasMore: false,
      nextCursor: null,
    }));
    await show('tpl_1');
    await page.getByRole('tab', { name: 'Call from elsewhere' }).click();
    await expect
      .element(page.getByRole('heading', { name: `${title}, with the form’s own key` }))
      .toBeVisible();
    await expect.element(page.getByText(new RegExp(reach))).toBeVisible();
    await expect.element(page.getByText(new RegExp(key))).toBeVisible();
    expect(page.getByText(/no key yet|shown only when/).elements()).toHaveLength(1);
  },
);
