import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatMessage, ChatRequest } from '#shared/administration/chat.ts';
import { ensureAccount } from '#service/accounts/rows.ts';
import { createService, type Service } from '#service/app/create-service.ts';
import {
  begin,
  refusal,
  startProvider,
  toolCalls,
  type ProviderServer,
} from '#service/nodes/ai/testing/provider-server.ts';
import { saveProvider } from '#service/providers/providers.ts';
import { listProviders, removeProvider, spentThisMonth } from '#service/providers/rows.ts';
import { answerChat } from './answer-chat.ts';

const KEY = 'sk-planted-in-a-conversation-42';
const USAGE = { prompt_tokens: 2000, completion_tokens: 1000 };

let folder: string;
let service: Service;
let provider: ProviderServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-chat-'));
  service = await createService({
    dataDirectory: join(folder, 'data'),
    rateLimit: 100_000,
    storageLimit: 100_000_000,
    credits: 100,
    uploadTtl: 3600,
    multipartThreshold: 1000,
    partSize: 400,
    prices: {},
    logLevel: 'silent',
  });
  const { db, newId, now } = service.context;
  await ensureAccount(db, newId, now(), 'owner');
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  provider = await startProvider();
});
afterEach(async () => {
  await provider.close();
  const { db } = service.context;
  for (const { name } of await listProviders(db)) await removeProvider(db, name);
});

/** Connects a model that costs a credit for a thousand tokens in, and two for those out. */
async function connect(name = 'Acme', monthLimit: bigint | null = null): Promise<void> {
  const { db, config, now } = service.context;
  await saveProvider(db, config.dataDirectory, now(), {
    name,
    baseUrl: provider.url,
    monthLimit,
    models: [{ kind: 'text', model: 'm1', price: 1_000_000n, unit: 'tokens', priceOut: 2_000_000n }],
    key: KEY,
  });
}

const TOOL = {
  name: 'read_graph',
  description: 'Reads a graph.',
  inputSchema: { type: 'object', properties: { project: { type: 'string' } }, required: ['project'] },
};
const question: ChatMessage = { role: 'user', text: 'What is in it?' };
const send = (more: Partial<ChatRequest> = {}, signal = new AbortController().signal) =>
  answerChat(
    service.context,
    {
      provider: null,
      projectId: null,
      system: 'Be brief.',
      messages: [question],
      tools: [TOOL],
      maxMicrocredits: 100_000_000,
      ...more,
    },
    signal,
  );
const spent = (name: string) => spentThisMonth(service.context.db, name, service.context.now());

test('a model calls a tool, gets its result and answers, and each answer is booked by what it used', async () => {
  await connect('Booked');
  const call = { id: 'call_1', name: 'read_graph', input: { project: 'p1' } };
  provider.answers(toolCalls([call], { words: ['I look.'], usage: USAGE }));
  const first = await send();
  expect(first).toMatchObject({
    problem: null,
    text: 'I look.',
    toolCalls: [call],
    provider: 'Booked',
    model: 'm1',
    microcredits: 4_000_000,
    isEstimated: false,
  });
  provider.answers(toolCalls([], { words: ['A ', 'blur.'], usage: USAGE }));
  const second = await send({
    messages: [
      question,
      { role: 'assistant', content: first.content },
      {
        role: 'tool',
        results: [{ id: 'call_1', name: 'read_graph', text: 'blur image/blur', isError: false }],
      },
    ],
  });
  expect(second).toMatchObject({ text: 'A blur.', toolCalls: [], microcredits: 4_000_000 });
  expect(provider.requests.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/v1/chat/completions', `Bearer ${KEY}`],
    ['/v1/chat/completions', `Bearer ${KEY}`],
  ]);
  const { messages, tools } = (provider.requests[1]?.body ?? {}) as {
    messages: { role: string; tool_calls?: { id: string }[]; content?: unknown; tool_call_id?: string }[];
    tools: unknown[];
  };
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  expect(messages[2]).toMatchObject({
    content: 'I look.',
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'read_graph', arguments: '{"project":"p1"}' } },
    ],
  });
  expect(messages[3]).toMatchObject({ tool_call_id: 'call_1', content: 'blur image/blur' });
  expect(tools).toMatchObject([
    { type: 'function', function: { name: 'read_graph', parameters: TOOL.inputSchema } },
  ]);
  expect(await spent('Booked')).toBe(8_000_000n);
});

test('without a model nothing is asked, and the sentence says where to connect one', async () => {
  expect((await send()).problem).toMatchObject({
    kind: 'no-model',
    message: expect.stringContaining('Connect one under Models') as string,
  });
});

describe('what is not asked for', () => {
  test('an answer that would pass the limit of the conversation', async () => {
    await connect();
    const { problem } = await send({ maxMicrocredits: 900_000 });
    expect(problem).toMatchObject({ kind: 'limit', perhapsMicrocredits: 0 });
    expect(provider.requests).toEqual([]);
  });

  test('one that would pass what the key may spend in a month', async () => {
    await connect('Limited', 500_000n);
    const { problem } = await send();
    expect(problem).toMatchObject({ kind: 'failed', perhapsMicrocredits: 0 });
    expect(problem?.message).toContain('Raise its limit under Models');
    expect(provider.requests).toEqual([]);
  });
});

test('a refusal costs nothing, and an answer that breaks off may have', async () => {
  await connect('Broken');
  provider.answers(refusal(401, `Incorrect API key: ${KEY}`));
  const rejected = await send();
  expect(rejected.problem).toMatchObject({ kind: 'failed', perhapsMicrocredits: 0 });
  expect(JSON.stringify(rejected)).not.toContain(KEY);
  provider.answers(begin(['Half an'], (response) => void response.destroy()));
  const { problem } = await send();
  expect(problem?.kind).toBe('failed');
  expect(problem?.perhapsMicrocredits).toBeGreaterThan(1_000_000);
  expect(await spent('Broken')).toBe(0n);
});

test('a key that the model repeats is in nothing that is answered', async () => {
  await connect();
  const input = { project: `p ${KEY}`, [KEY]: 1 };
  provider.answers(toolCalls([{ id: 'call_1', name: 'read_graph', input }], { words: [`It is ${KEY}.`] }));
  const answer = await send();
  expect(answer.text).toBe('It is [key].');
  expect(JSON.stringify(answer)).not.toContain(KEY);
});

test('one who goes away ends the request', async () => {
  await connect();
  const controller = new AbortController();
  const closed = new Promise<void>((done) => {
    provider.answers(
      begin(['Wait'], (response) => {
        response.on('close', () => done());
        controller.abort();
      }),
    );
  });
  await expect(send({}, controller.signal)).rejects.toThrow(/abort/i);
  await closed;
});
