import { expect, test } from 'vitest';
import type { Chat, Proposal } from '#shared/desk/index.ts';
import { startAgentBench, type AgentBench } from '../agents/testing/agent-bench.ts';

const PLACE = '/desk/chats/local/p1';

const chatOf = async ({ desk }: Pick<AgentBench, 'desk'>): Promise<Chat> =>
  (await desk.read('GET', PLACE)) as Chat;
const submit = ({ desk }: AgentBench, text: string, selection: string[] = []) =>
  desk.read('POST', `${PLACE}/questions`, { text, selection });
/** Waits until nothing goes on. */
async function ended(bench: Pick<AgentBench, 'desk'>): Promise<Chat> {
  await expect.poll(async () => (await chatOf(bench)).isRunning).toBe(false);
  return await chatOf(bench);
}
const call = (name: string, input: unknown, id = 'call_1') => ({ toolCalls: [{ id, name, input }] });
const kindsOf = ({ entries }: Chat) =>
  entries.map((entry) => (entry.kind === 'call' ? `${entry.tool} ${entry.outcome}` : entry.kind));

test('a question, what the model looks at, what it proposes, and its answer with its cost', async () => {
  const bench = await startAgentBench();
  bench.state.answers = [
    call('read_graph', { project: 'p1' }),
    call('propose_changes', {
      project: 'p1',
      title: 'Softer',
      changes: [{ op: 'set', node: 'blur', pin: 'radius', value: 9 }],
    }),
    { text: 'I propose a softer blur.' },
  ];
  await submit(bench, 'Make it softer', ['blur']);
  const chat = await ended(bench);
  expect(kindsOf(chat)).toEqual([
    'question',
    'answer',
    'read_graph succeeded',
    'answer',
    'propose_changes succeeded',
    'answer',
  ]);
  expect(chat).toMatchObject({ spentMicrocredits: '750000', isAborted: false });
  const { open } = (await bench.desk.read('GET', '/desk/proposals/local/p1')) as { open: Proposal[] };
  expect(open).toMatchObject([{ author: 'Ask', title: 'Softer' }]);

  const [first, second] = bench.state.questions;
  expect(first?.messages).toMatchObject([{ role: 'user', text: expect.stringContaining('blur') as string }]);
  expect(first?.projectId).toBe('p1');
  expect(first?.tools.map(({ name }) => name)).toContain('read_graph');
  expect(first?.tools.map(({ name }) => name)).not.toContain('start_run');
  expect(second?.messages.at(-1)).toMatchObject({
    role: 'tool',
    results: [
      { id: 'call_1', isError: false, text: expect.stringContaining('<content of="graph"') as string },
    ],
  });
});

test('a model that calls what is not there, or not rightly, is told so and goes on', async () => {
  const bench = await startAgentBench();
  bench.state.answers = [
    call('delete_everything', {}),
    call('read_graph', { project: 'p1', speed: 3 }),
    call('read_graph', { project: 'p2' }),
    call('start_run', { project: 'p1' }),
    { text: 'I cannot.' },
  ];
  await submit(bench, 'Try all');
  const chat = await ended(bench);
  expect(kindsOf(chat).filter((kind) => kind.endsWith('failed'))).toHaveLength(4);
  expect(bench.state.started).toEqual([]);
});

test('nothing is asked for beyond the limit of the conversation', async () => {
  const bench = await startAgentBench();
  await bench.desk.read('PATCH', PLACE, { limitMicrocredits: '600000', provider: 'Acme' });
  bench.state.answers = [
    call('read_graph', { project: 'p1' }),
    call('read_graph', { project: 'p1' }),
    { problem: { kind: 'limit', message: 'Raise it.', perhapsMicrocredits: 0 }, microcredits: 0 },
  ];
  await submit(bench, 'Look');
  const chat = await ended(bench);
  expect(bench.state.questions.map(({ maxMicrocredits }) => maxMicrocredits)).toEqual([
    600_000, 350_000, 100_000,
  ]);
  expect(bench.state.questions[0]?.provider).toBe('Acme');
  expect(chat.entries.at(-1)).toMatchObject({ kind: 'problem', problem: 'limit', message: 'Raise it.' });
});

test('it runs only what a person lets it run, within what is left', async () => {
  const bench = await startAgentBench();
  await bench.desk.read('PATCH', PLACE, { mayRun: true, limitMicrocredits: '1300000' });
  const start = (id: string) => call('start_run', { project: 'p1', wait: true }, id);
  bench.state.answers = [start('call_1'), start('call_2'), { text: 'Done.' }];
  await submit(bench, 'Run it twice');
  const chat = await ended(bench);
  // A run costs half a credit, and an answer a quarter.
  expect(kindsOf(chat)).toContain('start_run succeeded');
  expect(kindsOf(chat)).toContain('start_run failed');
  expect(bench.state.started).toHaveLength(1);
  expect(chat.spentMicrocredits).toBe('1250000');
});

test('a person who stops it ends the answer, its runs, and nothing is said of it any more', async () => {
  const bench = await startAgentBench();
  bench.state.statuses = ['running'];
  await bench.desk.read('PATCH', PLACE, { mayRun: true });
  bench.state.answers = [call('start_run', { project: 'p1', wait: true })];
  await submit(bench, 'Run it');
  await expect.poll(() => bench.state.started).toHaveLength(1);
  expect((await chatOf(bench)).entries.at(-1)).toMatchObject({ kind: 'call', outcome: 'running' });
  await bench.desk.read('POST', `${PLACE}/stop`);
  const chat = await ended(bench);
  expect(chat.entries.at(-1)).toMatchObject({ kind: 'problem', problem: 'stopped' });
  expect(bench.state.canceled).toContain('r1');
  expect(bench.state.questions).toHaveLength(1);
});

test('one question at a time, and a new conversation knows nothing of before', async () => {
  const bench = await startAgentBench();
  const { promise, resolve } = Promise.withResolvers<{ text: string }>();
  bench.state.answers = [promise];
  await submit(bench, 'First');
  expect((await bench.desk.ask('POST', `${PLACE}/questions`, { text: 'Second', selection: [] })).status).toBe(
    400,
  );
  resolve({ text: 'Yes.' });
  await ended(bench);
  await bench.desk.read('DELETE', PLACE);
  expect(await chatOf(bench)).toMatchObject({ entries: [], spentMicrocredits: '0' });
  await submit(bench, 'Third');
  await ended(bench);
  expect(bench.state.questions.at(-1)?.messages).toHaveLength(1);
});

test('what was said is there after a restart, with what was not answered, and it goes on from there', async () => {
  const bench = await startAgentBench();
  bench.state.answers = [
    { toolCalls: [{ id: 'call_1', name: 'read_graph', input: { project: 'p1' } }] },
    new Promise(() => undefined),
  ];
  await submit(bench, 'Look');
  await expect.poll(() => bench.state.questions).toHaveLength(2);
  await bench.desk.core.close();
  const desk = await bench.restart();
  const chat = await chatOf({ desk });
  expect(chat.isRunning).toBe(false);
  expect(kindsOf(chat).slice(0, 3)).toEqual(['question', 'answer', 'read_graph succeeded']);
  bench.state.answers = [{ text: 'Here.' }];
  await submit({ ...bench, desk }, 'Go on');
  await ended({ desk });
  expect(bench.state.questions.at(-1)?.messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'user',
  ]);
});

test('a model that calls tools for ever is stopped', async () => {
  const bench = await startAgentBench();
  bench.state.answers = Array.from({ length: 40 }, () => call('read_graph', { project: 'p1' }));
  await submit(bench, 'Look');
  const chat = await ended(bench);
  expect(chat.entries.at(-1)).toMatchObject({ kind: 'problem', problem: 'steps' });
  expect(bench.state.questions).toHaveLength(24);
});
