import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PersonQuestion } from '#shared/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { AgentQuestions, PanelQuestions } from './agent-questions.tsx';

const question = (id: string, fields: Partial<PersonQuestion> = {}): PersonQuestion => ({
  id,
  agentId: 'agent_1',
  author: 'Painter',
  connectionId: 'local',
  projectId: 'p1',
  text: 'Dawn or dusk?',
  choices: ['Dawn', 'Dusk'],
  createdAt: '2026-12-01T10:00:00Z',
  ...fields,
});

let desk: DeskStandIn;
let questions: PersonQuestion[];
beforeEach(() => {
  questions = [question('q1'), question('q2', { author: 'Checker', text: 'How large?', choices: [] })];
  desk = standInForDesk();
  desk.desk('listAgentQuestions', () => ({ questions }));
  desk.desk('answerAgentQuestion', ({ params }) => {
    questions = questions.filter(({ id }) => id !== params['questionId']);
    return undefined;
  });
});
afterEach(() => desk.restore());

const answers = () =>
  desk.calls('answerAgentQuestion').map(({ params, body }) => ({ ...params, ...(body as object) }));
const card = page.getByRole('region', { name: 'Question of an agent' });

it('asks one question after the other: picked, typed or dismissed', async () => {
  await renderPage(<AgentQuestions />);
  await expect.poll(() => card.element().textContent).toContain('Painter asks');
  await expect.poll(() => card.element().textContent).toContain('1 more question');
  await card.getByRole('button', { name: 'Dusk' }).click();
  await expect.poll(() => card.element().textContent).toContain('How large?');
  await expect.element(card.getByRole('button', { name: 'Answer' })).toHaveAttribute('aria-disabled', 'true');
  await card.getByLabelText('Your answer').fill('  As a poster ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => card.query()).toBeNull();
  expect(answers()).toEqual([
    { questionId: 'q1', answer: 'Dusk' },
    { questionId: 'q2', answer: 'As a poster' },
  ]);
});

it('dismisses a question without an answer', async () => {
  questions = [question('q1')];
  await renderPage(<AgentQuestions />);
  await card.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(answers).toEqual([{ questionId: 'q1', answer: null }]);
  await expect.poll(() => card.query()).toBeNull();
});

it('says that an answer came too late, and the question is gone', async () => {
  questions = [question('q1')];
  desk.desk('answerAgentQuestion', () => {
    questions = [];
    throw new Problem(
      404,
      'NOT_FOUND',
      'This question is over: it was answered, or its agent waits no more.',
    );
  });
  await renderPage(<AgentQuestions />);
  await card.getByRole('button', { name: 'Dawn' }).click();
  await expect.element(page.getByText('The answer was not sent').first()).toBeVisible();
  await expect.poll(() => card.query()).toBeNull();
});

it('asks what the model of an open conversation wants to know in its panel, and there alone', async () => {
  questions = [question('q1', { agentId: 'chat_1', author: 'Ask' })];
  await renderPage(
    <>
      <AgentQuestions />
      <section aria-label="Panel">
        <PanelQuestions agentId="chat_1" />
      </section>
    </>,
  );
  const panel = page.getByRole('region', { name: 'Panel' });
  await expect.poll(() => panel.element().textContent).toContain('The model asks');
  await expect.poll(() => card.elements()).toHaveLength(1);
  expect(panel.element().contains(card.element())).toBe(true);
});
