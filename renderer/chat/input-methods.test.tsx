// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { playCompositions } from '#renderer/testing/compositions.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ChatPanel } from './chat-panel.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  const models = [{ kind: 'text' as const, model: 'talk-1', price: 0, unit: 'call' as const, priceOut: 0 }];
  const provider = {
    name: 'Acme',
    service: 'openai-compatible' as const,
    baseUrl: 'https://models.example/v1',
  };
  desk.desk('listModelProviders', () => ({
    providers: [{ ...provider, models, monthLimit: null, monthSpend: 0, hasKey: false, createdAt: '' }],
  }));
  desk.desk('getChat', () => ({
    connectionId: 'local',
    projectId: 'p1',
    agentId: 'chat_1',
    provider: null,
    limitMicrocredits: '1',
    mayRun: false,
    spentMicrocredits: '0',
    isRunning: false,
    isAborted: false,
    entries: [],
  }));
});
afterEach(() => desk.restore());

it('the words of an input method stay in the question: chat/chat-panel.tsx', async () => {
  await renderPage(
    <ChatPanel
      connectionId="local"
      projectId="p1"
      selection={() => []}
      save={() => Promise.resolve()}
      isFocused={false}
    />,
  );
  await page.getByLabelText('Your question').click();
  expect(
    await playCompositions(() => desk.seen.filter(({ name }) => name === 'addChatQuestion').length),
  ).toBe(80);
});
