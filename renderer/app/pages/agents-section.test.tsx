import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Agent, AgentCall, AgentDraft, AgentGateway } from '#shared/desk/index.ts';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { AgentsSection } from './agents-section.tsx';

const TOKEN = `pbagent_${'x'.repeat(43)}`;
const AT = '2026-12-01T10:00:00Z';
const ADDRESS = 'http://127.0.0.1:4321/mcp';
const COMMAND = ['node', '/opt/patchbay/build/start.mjs', '--agent'];

let desk: DeskStandIn;
let gateway: AgentGateway;
beforeEach(() => {
  gateway = { enabled: false, address: null, problem: null, command: COMMAND, agents: [] };
  desk = standInForDesk();
  desk.desk('getAgentGateway', () => gateway);
  desk.desk('changeAgentGateway', ({ body }) => {
    const { enabled } = body as { enabled: boolean };
    gateway = { ...gateway, enabled, address: enabled ? ADDRESS : null };
    return gateway;
  });
  desk.desk('listConnections', () => ({
    connections: [
      {
        id: 'local',
        kind: 'local',
        name: 'Local workspace',
        baseUrl: 'http://127.0.0.1',
        keyHint: null,
        state: 'ready',
        createdAt: AT,
      },
    ],
    activeId: 'local',
  }));
  desk.api(endpoints.projects.list, () => ({ data: [], hasMore: false, nextCursor: null }));
  desk.desk('addAgent', ({ body }) => {
    const agent: Agent = {
      ...(body as AgentDraft),
      id: 'agent_1',
      createdAt: AT,
      stoppedAt: null,
      spentMicrocredits: '0',
      lastUsedAt: null,
    };
    gateway = { ...gateway, agents: [agent] };
    return { agent, token: TOKEN };
  });
  desk.desk('changeAgent', ({ body }) => {
    const { stopped } = body as { stopped: boolean };
    const agent = { ...gateway.agents[0]!, stoppedAt: stopped ? AT : null };
    gateway = { ...gateway, agents: [agent] };
    return agent;
  });
});
afterEach(() => desk.restore());

const allow = page.getByRole('switch', { name: 'Let agents use this Patchbay' });

test('nothing is offered while it is off; switched on it gives an address and a command', async () => {
  await renderPage(<AgentsSection />);
  await expect.element(allow).not.toBeChecked();
  expect(page.getByText(ADDRESS).query()).toBeNull();
  expect(page.getByRole('button', { name: 'Add an agent' }).query()).toBeNull();
  await allow.click();
  await expect.element(page.getByText(ADDRESS)).toBeVisible();
  await expect.element(page.getByText(COMMAND.join(' '))).toBeVisible();
  await allow.click();
  await expect.poll(() => page.getByText(ADDRESS).query()).toBeNull();
});

test('an agent is added by name with its rights, and its token comes with what clients are told', async () => {
  await renderPage(<AgentsSection />);
  await allow.click();
  await page.getByRole('button', { name: 'Add an agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an agent' });
  await dialog.getByLabelText('Name', { exact: true }).fill('Painter');
  await dialog.getByRole('checkbox', { name: 'Run projects up to a limit' }).click();
  await dialog.getByLabelText('Limit in credits').fill('2.5');
  await dialog.getByRole('button', { name: 'Add an agent' }).click();
  await expect
    .poll(() => desk.calls('addAgent').map(({ body }) => body))
    .toEqual([
      {
        name: 'Painter',
        connectionId: 'local',
        projectIds: null,
        scopes: ['read', 'propose', 'run'],
        limitMicrocredits: '2500000',
        folder: null,
      },
    ]);
  const shown = page.getByRole('dialog', { name: /The token of/ });
  const text = () => shown.element().textContent;
  await expect.poll(text).toContain(TOKEN);
  expect(text()).toContain(
    `claude mcp add --transport http patchbay ${ADDRESS} --header "Authorization: Bearer ${TOKEN}"`,
  );
  const [, json = ''] = /(\{"mcpServers".*\}\}\}\})/.exec(text() ?? '') ?? [];
  expect(JSON.parse(json)).toEqual({
    mcpServers: {
      patchbay: { command: 'node', args: COMMAND.slice(1), env: { PATCHBAY_AGENT_TOKEN: TOKEN } },
    },
  });
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText(/0 of 2\.5 credits/)).toBeVisible();
  expect(document.body.textContent).not.toContain(TOKEN);
});

test('what an agent did is listed, and it is stopped and let go on', async () => {
  const agent: Agent = {
    id: 'agent_1',
    name: 'Painter',
    connectionId: 'local',
    projectIds: null,
    scopes: ['read'],
    limitMicrocredits: '0',
    folder: null,
    createdAt: AT,
    stoppedAt: null,
    spentMicrocredits: '0',
    lastUsedAt: AT,
  };
  gateway = { ...gateway, enabled: true, address: ADDRESS, agents: [agent] };
  const call: AgentCall = {
    id: 1,
    agentId: 'agent_1',
    at: AT,
    tool: 'read_graph',
    projectId: 'p1',
    summary: 'project "p1"',
    outcome: 'rejected',
    message: 'You may not use this project.',
  };
  desk.desk('listAgentCalls', () => ({ calls: [call] }));
  await renderPage(<AgentsSection />);
  await page.getByRole('button', { name: 'What it did' }).click();
  const log = page.getByRole('dialog');
  await expect.poll(() => log.element().textContent).toContain('read graph');
  expect(log.element().textContent).toContain('You may not use this project.');
  expect(log.element().textContent).toContain('Refused');
  await log.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.element(page.getByText('Stopped')).toBeVisible();
  await page.getByRole('button', { name: 'Let it go on' }).click();
  await expect
    .poll(() => desk.calls('changeAgent').map(({ body }) => body))
    .toEqual([{ stopped: true }, { stopped: false }]);
});

test('a door that could not be opened says so', async () => {
  gateway = {
    ...gateway,
    enabled: true,
    problem: 'The door for agents could not be opened. Switch it off and on again; the log has the details.',
  };
  await renderPage(<AgentsSection />);
  await expect.element(page.getByText(/The door for agents could not be opened/)).toBeVisible();
});
