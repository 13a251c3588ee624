import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PublicTemplateRunDetail } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { saveProvider } from '#service/providers/providers.ts';
import { selectInputs, selectOutputs } from '#service/templates/pins.ts';
import { insertEndpoint, insertTemplate, issueEndpointKey } from '#service/templates/rows.ts';
import {
  refusal,
  startProvider,
  stream,
  type ProviderReply,
  type ProviderServer,
} from '../nodes/ai/testing/provider-server.ts';
import { TestService } from './harness.ts';
import { value } from './template-story.ts';

/** What callers of an endpoint see of a graph whose nodes, model and price are its owner's concern. */

const PRICE = 31_000_777;
/** Words that stand in the graph, at the provider and in what it costs, and are published nowhere. */
const SECRETS = /wizard|hush|acme|perhaps|charged|credits|31000777|31\.0|ai\/text|microcredits|balance/i;

const graph: Graph = {
  nodes: [
    { id: 'wizard-in', type: 'input/text', title: 'Words', inputs: { value: value('hello') } },
    {
      id: 'wizard-ask',
      type: 'ai/text',
      title: 'Wizard asks',
      inputs: { system: value('hush: say little') },
    },
    { id: 'wizard-out', type: 'output/value', title: 'Wizard end', inputs: { name: value('Said') } },
  ],
  connections: [
    { from: ['wizard-in', 'text'], to: ['wizard-ask', 'prompt'] },
    { from: ['wizard-ask', 'text'], to: ['wizard-out', 'value'] },
  ],
};

let service: TestService;
let provider: ProviderServer;
let path = '';
let key = '';
beforeAll(async () => {
  service = await TestService.open('in-process');
  provider = await startProvider();
  const { context: ctx, accountId, config } = service;
  await service.ok('templates.list');
  await saveProvider(ctx.db, config.dataDirectory, Date.now(), {
    name: 'Acme',
    baseUrl: provider.url,
    key: 'sk-hush-0123456789',
    models: [{ kind: 'text', model: 'hush-9', price: BigInt(PRICE) }],
  });
  const templateId = await insertTemplate(ctx, {
    accountId,
    name: 'Say',
    source: 'project',
    graph,
    inputs: selectInputs(graph, ctx.nodes, [{ nodeId: 'wizard-in', pin: 'value', field: 'words' }]),
    outputs: selectOutputs(graph, ctx.nodes, null),
  });
  const endpointId = await insertEndpoint(ctx, { templateId, name: 'Say' });
  path = `/run/${endpointId}`;
  key = (await issueEndpointKey(ctx, endpointId))!;
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const setBalance = (microcredits: number) =>
  service.context.db.run('UPDATE accounts SET balance_microcredits = ?', [microcredits]);
beforeEach(async () => {
  await setBalance(10 * PRICE);
});

const send = (at: string, body?: object) =>
  service.raw(at, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
let calls = 0;
/** Calls with words of its own, so that nothing is reused. @returns all that the caller was told, and the run at its end. */
const callWith = async (reply: ProviderReply, words = `words ${(calls += 1)}`) => {
  provider.answers(reply);
  const response = await send(path, { inputs: { words: value(words) } });
  expect(response.status).toBe(202);
  const accepted = await response.text();
  const at = `${path}/runs/${PublicTemplateRunDetail.parse(JSON.parse(accepted)).taskId}`;
  const events = await (await send(`${at}/events/stream`)).text();
  await service.engine.whenIdle();
  const ended = await (await send(at)).text();
  return {
    told: [accepted, events, ended].join('\n'),
    run: PublicTemplateRunDetail.parse(JSON.parse(ended)),
    events,
  };
};

it('a run that succeeds shows its state, its progress as a number and its outputs, and nothing of how it was made', async () => {
  const { told, run, events } = await callWith(stream(['Well', ' met', ' indeed']));
  expect(run).toMatchObject({
    status: 'succeeded',
    progress: 100,
    outputs: { Said: { value: 'Well met indeed' } },
  });
  expect(told).not.toMatch(SECRETS);
  expect(events.replaceAll(/"outputs":\{.*?\}\}/g, '')).not.toContain('Well');
  for (const name of ['currentNode', 'progressMessage', 'nodeIndex', 'nodesCount', 'logs']) {
    expect(told).not.toContain(`"${name}"`);
  }
});

const refusals: [what: string, reply: ProviderReply, words: string | undefined, error: object][] = [
  ['its key was refused', refusal(401, 'hush-9: wrong key'), undefined, { code: 'RUN_FAILED' }],
  ['a call may have been charged', refusal(500, 'Acme is down'), undefined, { code: 'RUN_FAILED' }],
  [
    'what was sent was declined',
    refusal(400, 'hush', 'content_policy_violation'),
    undefined,
    { code: 'DECLINED' },
  ],
  ['what was sent is empty', stream(['no']), ' ', { code: 'INPUT_REFUSED', fields: ['words'] }],
];
it.each(refusals)(
  'a run that fails because %s says so in plain words',
  async (_what, reply, words, error) => {
    const { told, run } = await callWith(reply, words);
    expect(run.error).toEqual({ ...error, message: expect.stringContaining('all again') as string });
    expect(told).not.toMatch(SECRETS);
    const [row] = await service.context.db.all('SELECT error FROM runs ORDER BY accepted_order DESC LIMIT 1');
    // Its owner reads the whole of it.
    expect(String(row?.['error'])).toContain('wizard-ask');
  },
);

it('a call that the balance does not cover is refused without a word of it', async () => {
  await setBalance(5);
  const response = await send(path, { inputs: { words: value('poor') } });
  const text = await response.text();
  expect([response.status, text]).toEqual([
    503,
    expect.stringContaining('cannot run at the moment') as string,
  ]);
  expect(text).not.toMatch(SECRETS);
});

it('what is wrong with a field is said by the field, and the endpoint tells of no node', async () => {
  const response = await send(path, { inputs: { words: { type: 'number', value: 5 } } });
  const body = await response.text();
  const info = await (await send(path)).text();
  for (const text of [body, info]) expect(text).not.toMatch(SECRETS);
  expect(info).toContain('"fieldName":"words"');
});
