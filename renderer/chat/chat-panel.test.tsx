import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ModelProvider } from '#shared/administration/index.ts';
import type { Chat } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ChatPanel } from './chat-panel.tsx';

const AT = '2026-12-01T10:00:00Z';

let desk: DeskStandIn;
let chat: Chat;
let providers: ModelProvider[];
beforeEach(() => {
  chat = {
    connectionId: 'local',
    projectId: 'p1',
    agentId: 'chat_1',
    provider: null,
    limitMicrocredits: '100000000',
    mayRun: false,
    spentMicrocredits: '750000',
    isRunning: false,
    isAborted: false,
    entries: [],
  };
  providers = [
    {
      name: 'Acme',
      service: 'openai-compatible',
      baseUrl: 'https://models.example/v1',
      monthLimit: null,
      monthSpend: 0,
      models: [{ kind: 'text', model: 'talk-1', price: 20_000, unit: 'call', priceOut: 0 }],
      hasKey: true,
      createdAt: AT,
    },
  ];
  desk = standInForDesk();
  desk.desk('listModelProviders', () => ({ providers }));
  desk.desk('getChat', () => chat);
  desk.desk('addChatQuestion', () => chat);
  desk.desk('changeChat', () => chat);
  desk.desk('stopChat', () => chat);
});
afterEach(() => desk.restore());

const bodies = (name: string) => desk.seen.filter((request) => request.name === name).map(({ body }) => body);
const show = () =>
  renderPage(
    <ChatPanel
      connectionId="local"
      projectId="p1"
      selection={() => ['blur']}
      save={() => Promise.resolve()}
      isFocused={false}
    />,
  );

it('says how to get a model while there is none, and offers nothing to type', async () => {
  providers = [];
  await show();
  await expect.element(page.getByText('To ask about a project, connect a text model.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Connect a model' })).toBeVisible();
  expect(page.getByLabelText('Your question').query()).toBeNull();
});

it('sends by Enter what was typed, with the selection, and Shift+Enter begins a line', async () => {
  await show();
  const field = page.getByLabelText('Your question');
  await field.fill('Make it softer');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}please{Enter}');
  await expect
    .poll(() => bodies('addChatQuestion'))
    .toEqual([{ text: 'Make it softer\nplease', selection: ['blur'] }]);
  await expect.element(field).toHaveValue('');
});

it('shows what was said and done, what it cost, and why there is no answer', async () => {
  chat = {
    ...chat,
    entries: [
      { kind: 'question', text: 'Make it softer', at: AT },
      { kind: 'answer', text: '', microcredits: 250_000, isEstimated: true, at: AT },
      { kind: 'call', tool: 'read_graph', summary: '', outcome: 'succeeded', message: null, at: AT },
      {
        kind: 'call',
        tool: 'start_run',
        summary: '',
        outcome: 'failed',
        message: 'You may not do this.',
        at: AT,
      },
      { kind: 'answer', text: 'It is **soft** now.', microcredits: 500_000, isEstimated: false, at: AT },
      {
        kind: 'problem',
        problem: 'failed',
        message: 'Acme is busy. Try again.',
        perhapsMicrocredits: 20_000,
        at: AT,
      },
    ],
  };
  await show();
  const log = page.getByRole('log', { name: 'Conversation' });
  for (const text of [
    'Read the graph',
    'You may not do this.',
    'It is soft now.',
    '0.5 credits',
    'about 0.25 credits',
    'It may have cost 0.02 credits.',
  ]) {
    await expect.poll(() => log.element().textContent).toContain(text);
  }
  await expect.element(page.getByText('0.75 of 100 credits')).toBeVisible();
});

it('stops what goes on, and asks once more what Patchbay could not finish', async () => {
  chat = { ...chat, isRunning: true, entries: [{ kind: 'question', text: 'Look', at: AT }] };
  const { unmount } = await show();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => bodies('stopChat')).toHaveLength(1);
  await unmount();
  chat = { ...chat, isRunning: false, isAborted: true };
  await show();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect.poll(() => bodies('addChatQuestion')).toEqual([{ text: 'Look', selection: ['blur'] }]);
});

it('lets a person choose the model, the limit and whether it may run', async () => {
  await show();
  await page.getByRole('button', { name: 'Model and limit' }).click();
  await page.getByRole('switch', { name: 'It may run the project, below the limit' }).click();
  await page.getByLabelText('Limit in credits').fill('5');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => bodies('changeChat')).toEqual([{ mayRun: true }, { limitMicrocredits: '5000000' }]);
});
