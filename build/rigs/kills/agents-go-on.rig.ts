import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import type { Chat, ChatEntry } from '#shared/desk/index.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import { startChatServer, type ChatCompletionRequest, type ChatReply } from '../../test/chat-server.ts';
import { emulatePage } from '../page-side.ts';
import { createRandom } from '../random.ts';
import { killCount } from '../size.ts';
import { startHostProcess } from './host-process.ts';
import { serviceDatabase } from './left-behind.ts';

/** The app killed while agents propose and run, and while a model answers in the panel Ask. */

const KILLS = killCount({ long: 12, slice: 2 });
const KEY = 'sk-killed-in-a-conversation-0123456789';
/** Of each answer of the model, in microcredits. */
const PRICE = 500_000;

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

/** The question that a request is about, and how many answers of the model it has behind it. */
function stepOf({ messages }: ChatCompletionRequest): { question: string; step: number } {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const question = /question \d+/.exec(textOf(messages[last]?.content))?.[0] ?? '';
  return { question, step: messages.slice(last).filter(({ role }) => role === 'assistant').length };
}

/** A model that looks, proposes and answers. */
const modelFor =
  (projectId: () => string, work: () => Promise<unknown>) =>
  async (request: ChatCompletionRequest): Promise<ChatReply> => {
    const { question, step } = stepOf(request);
    await work();
    if (step === 0) return [{ name: 'read_graph', input: { project: projectId() } }];
    const changes = [{ op: 'set', node: 'soft', pin: 'sigma', value: 5 }];
    if (step === 1)
      return [
        { name: 'propose_changes', input: { project: projectId(), title: `Ask ${question}`, changes } },
      ];
    return `The answer to ${question}.`;
  };

test(`proposals, decisions and conversations survive ${KILLS} kills, and nothing is asked or paid twice`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-agents-go-on-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const random = createRandom(29);
  let projectId = '';
  const server = await startChatServer(
    KEY,
    modelFor(
      () => projectId,
      () => pause(random.between(20, 300)),
    ),
  );
  onTestFinished(() => server.close());
  let host = await startHostProcess(folder);
  onTestFinished(() => host.stop());
  let leave = await emulatePage(await host.link());
  onTestFinished(() => leave());
  const api = apiFor('local');
  const isReady = () => api(endpoints.account.credits, {}).then(Boolean, () => false);
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);

  const models = [{ kind: 'text' as const, model: 'talk-1', price: PRICE }];
  await callDesk('addModelProvider', {
    body: { name: 'Talk', baseUrl: `${server.origin}/v1`, models, key: KEY },
  });
  const created = await api(endpoints.projects.create, {
    body: { name: 'Harbor' },
    idempotencyKey: crypto.randomUUID(),
  });
  projectId = created.id;
  await api(endpoints.projects.replaceDocument, {
    params: { project_id: projectId },
    body: {
      expectedVersion: created.version,
      document: {
        graph: {
          nodes: [
            { id: 'sky', type: 'image/gradient' },
            { id: 'soft', type: 'image/blur', inputs: { sigma: { type: 'number', value: 1 } } },
          ],
          connections: [{ from: ['sky', 'image'], to: ['soft', 'image'] }],
        },
      },
    },
    idempotencyKey: crypto.randomUUID(),
  });
  const { address } = await callDesk('changeAgentGateway', { body: { enabled: true } });
  const { token, agent } = await callDesk('addAgent', {
    body: {
      name: 'Painter',
      connectionId: 'local',
      projectIds: [projectId],
      scopes: ['read', 'propose', 'run'],
      limitMicrocredits: '1000000',
      folder: null,
    },
  });
  const place = { connectionId: 'local', projectId };
  /** Runs that the service has of agents: all but those that the app starts for itself. */
  const countRuns = (): number => {
    const database = new DatabaseSync(serviceDatabase(join(folder, 'data')), { readOnly: true });
    try {
      const row = database.prepare('SELECT count(*) AS count FROM runs WHERE external_id IS NULL').get();
      return Number(row?.['count'] ?? 0);
    } finally {
      database.close();
    }
  };

  /** Titles of proposals that the agent was told are there, and keys of decisions that the page was told are kept. */
  const proposed = new Set<string>();
  const decided = new Map<string, string[]>();
  let attempts = 0;
  let runCalls = 0;
  const finishedRuns = new Set<string>();

  /** The agent proposes, the page decides on a part, the agent runs; until nobody answers any more. */
  async function workUntilGone(): Promise<void> {
    const client = new Client({ name: 'rig', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(address ?? ''), { requestInit }));
    const use = async (name: string, args: Record<string, unknown>): Promise<string> => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      // The limit of open proposals, or the service that starts: said in words, and nothing is there of it.
      return isError === true ? '' : text;
    };
    for (;;) {
      attempts += 1;
      const title = `Proposal ${attempts}`;
      const changes = [
        { op: 'set', node: 'soft', pin: 'sigma', value: (attempts % 90) + 2 },
        { op: 'add', node: 'more', type: 'image/blur' },
      ];
      const answer = await use('propose_changes', { project: projectId, title, changes });
      const id = /proposal_[\w-]+/.exec(answer)?.[0];
      if (id !== undefined) {
        proposed.add(title);
        const key = `part of ${attempts}`;
        const isLast = attempts % 2 === 0;
        await callDesk('settleProposal', {
          params: { ...place, proposalId: id },
          body: { accepted: [key], dismissed: [], closed: isLast },
        });
        decided.set(title, [key]);
      }
      runCalls += 1;
      const ran = await use('start_run', { project: projectId, wait: true });
      const run = /Run (\S+): succeeded/.exec(ran)?.[1];
      if (run !== undefined) finishedRuns.add(run);
    }
  }

  let seen: ChatEntry[] = [];
  const stored = ({ entries }: Chat) =>
    entries.filter((entry) => !(entry.kind === 'call' && entry.outcome === 'running'));
  async function followChat(): Promise<void> {
    for (;;) seen = stored(await callDesk('getChat', { params: place }));
  }

  /** What has to hold after each start. */
  async function check(): Promise<void> {
    const { open, closed } = await callDesk('listProposals', { params: place });
    const titles = [...open, ...closed].map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect([...proposed].filter((title) => !titles.includes(title))).toEqual([]);
    for (const proposal of open) {
      expect(proposal.accepted).toEqual(expect.arrayContaining(decided.get(proposal.title) ?? []));
    }
    for (const { title, acceptedCount } of closed) {
      expect(acceptedCount).toBeGreaterThanOrEqual(decided.get(title)?.length ?? 0);
    }
    const chat = await callDesk('getChat', { params: place });
    expect(chat.isRunning).toBe(false);
    expect(chat.entries.slice(0, seen.length)).toEqual(seen);
    const answers = chat.entries.filter((entry) => entry.kind === 'answer');
    expect(chat.spentMicrocredits).toBe(String(answers.length * PRICE));
    const asked = server.requests.map((request) => JSON.stringify(stepOf(request)));
    expect(new Set(asked).size).toBe(asked.length);
    const { providers } = await callDesk('listModelProviders', {});
    expect(providers[0]?.monthSpend).toBeGreaterThanOrEqual(answers.length * PRICE);
    expect(providers[0]?.monthSpend).toBeLessThanOrEqual(asked.length * PRICE);
    const runs = countRuns();
    expect(runs).toBeLessThanOrEqual(runCalls);
    expect(runs).toBeGreaterThanOrEqual(finishedRuns.size);
    const { agents } = await callDesk('getAgentGateway', {});
    expect(agents.find(({ id }) => id === agent.id)?.spentMicrocredits).toBe('0');
    // Room for the next ones.
    for (const { id } of open) {
      const body = { accepted: [], dismissed: ['all of it'], closed: true };
      await callDesk('settleProposal', { params: { ...place, proposalId: id }, body });
    }
  }

  let interrupted = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await callDesk('addChatQuestion', {
      params: place,
      body: { text: `This is question ${kill}.`, selection: [] },
    });
    const working = [workUntilGone(), followChat()].map((work) => work.catch(() => undefined));
    await pause(random.between(100, 1500));
    await host.kill();
    await Promise.all(working);
    leave();
    host = await startHostProcess(folder);
    leave = await emulatePage(await host.link());
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
    if ((await callDesk('getChat', { params: place })).isAborted) interrupted += 1;
    await check();
  }

  // It goes on from there.
  await callDesk('addChatQuestion', {
    params: place,
    body: { text: `This is question ${KILLS + 1}.`, selection: [] },
  });
  await expect
    .poll(async () => (await callDesk('getChat', { params: place })).entries.at(-1), { timeout: 60_000 })
    .toMatchObject({ kind: 'answer', text: `The answer to question ${KILLS + 1}.` });
  seen = [];
  await expect.poll(async () => (await callDesk('getChat', { params: place })).isRunning).toBe(false);
  await check();
  const figures = {
    proposals: proposed.size,
    runs: finishedRuns.size,
    asked: server.requests.length,
    interrupted,
  };
  process.stdout.write(`agents go on: ${JSON.stringify(figures)}\n`);
  expect(proposed.size).toBeGreaterThan(0);
});
