import { expect, test } from 'vitest';
import type { PersonQuestion } from '#shared/desk/index.ts';
import { startAgentBench, wordsOf, type AgentBench } from './testing/agent-bench.ts';

const questionsOf = async ({ desk }: Pick<AgentBench, 'desk'>): Promise<PersonQuestion[]> =>
  ((await desk.read('GET', '/desk/agent-questions')) as { questions: PersonQuestion[] }).questions;

const answer = ({ desk }: AgentBench, id: string, text: string | null) =>
  desk.ask('POST', `/desk/agent-questions/${id}`, { answer: text });

const QUESTION = { project: 'p1', question: 'Dawn or dusk?', choices: ['Dawn', 'Dusk'] };
const toolCall = { name: 'request_input', arguments: QUESTION };

/** The one question that waits. */
async function pendingQuestion(bench: AgentBench): Promise<PersonQuestion> {
  await expect.poll(async () => (await questionsOf(bench)).length).toBe(1);
  return (await questionsOf(bench))[0]!;
}

test('a person answers, and the agent, told meanwhile that they are waited for, gets the answer', async () => {
  const bench = await startAgentBench();
  const { token } = await bench.add({ scopes: ['read'] });
  const client = await bench.connect(token);
  const steps: (string | undefined)[] = [];
  const call = client.callTool(toolCall, { onprogress: ({ message }) => steps.push(message) });
  const question = await pendingQuestion(bench);
  expect(question).toMatchObject({
    author: 'Painter',
    connectionId: 'local',
    projectId: 'p1',
    text: 'Dawn or dusk?',
    choices: ['Dawn', 'Dusk'],
  });
  expect((await answer(bench, question.id, 'Dusk, with fog')).status).toBe(204);
  expect(wordsOf(await call)).toEqual({ isError: false, text: 'The person answers: Dusk, with fog' });
  expect(steps).toContain('Waiting for the person');
  expect(await questionsOf(bench)).toEqual([]);
  expect((await answer(bench, question.id, 'Dawn')).status).toBe(404);
});

test('a person who dismisses a question is not asked on', async () => {
  const bench = await startAgentBench();
  const client = await bench.connect((await bench.add()).token);
  const call = client.callTool(toolCall);
  await answer(bench, (await pendingQuestion(bench)).id, null);
  const { isError, text } = wordsOf(await call);
  expect({ isError, text }).toEqual({
    isError: false,
    text: 'The person dismissed the question without an answer. Go on without it, or stop.',
  });
});

test('a question is taken back where its call is canceled, or its agent is stopped', async () => {
  const bench = await startAgentBench();
  const { id, token } = await bench.add();
  const client = await bench.connect(token);
  const controller = new AbortController();
  const canceled = client.callTool(toolCall, { signal: controller.signal });
  await pendingQuestion(bench);
  controller.abort();
  await expect(canceled).rejects.toThrow(/abort/i);
  await expect.poll(() => questionsOf(bench)).toEqual([]);

  const stopped = client.callTool(toolCall).then(wordsOf, () => null);
  await pendingQuestion(bench);
  await bench.desk.read('PATCH', `/desk/agents/${id}`, { stopped: true });
  await stopped;
  expect(await questionsOf(bench)).toEqual([]);
});

test('a question of an agent waits alone, and one that nobody answers ends in time', async () => {
  const bench = await startAgentBench();
  const client = await bench.connect((await bench.add()).token);
  const first = client.callTool(toolCall);
  const { id } = await pendingQuestion(bench);
  expect(wordsOf(await client.callTool(toolCall))).toMatchObject({
    isError: true,
    text: expect.stringContaining('is not answered yet') as string,
  });
  await answer(bench, id, 'Dawn');
  await first;
  const last = client.callTool({ name: 'request_input', arguments: { ...QUESTION, seconds: 1 } });
  expect(wordsOf(await last)).toEqual({
    isError: false,
    text: 'The person has not answered within 1 second. Go on without the answer, or ask again later.',
  });
  expect(await questionsOf(bench)).toEqual([]);
});

test('nobody asks about a project that they were not given', async () => {
  const bench = await startAgentBench();
  const client = await bench.connect((await bench.add()).token);
  const call = client.callTool({ name: 'request_input', arguments: { ...QUESTION, project: 'p2' } });
  expect(wordsOf(await call)).toMatchObject({ isError: true });
  expect(await questionsOf(bench)).toEqual([]);
});
