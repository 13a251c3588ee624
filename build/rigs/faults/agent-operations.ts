import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { endpoints, type EditableGraph } from '#shared/api/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import type { Operation } from './operation.ts';
import { makeProject } from './project-operations.ts';
import { runnable } from './run-operations.ts';
import {
  act,
  check,
  checkSentence,
  countOf,
  retryAfterFault,
  startLying,
  surely,
  underFault,
  until,
  type World,
} from './world.ts';

/** Agents that propose and run while the network between core and service lies. Their own way to the core is honest. */

interface ToolReply {
  text: string;
  isError: boolean;
}

/** An agent of one project, by the official client. */
async function addAgent(world: World, projectId: string) {
  const { address } = await callDesk('changeAgentGateway', { body: { enabled: true } });
  const { token, agent } = await callDesk('addAgent', {
    body: {
      name: `${world.name} ${world.random.between(0, 1_000_000_000)}`,
      connectionId: world.connectionId,
      projectIds: [projectId],
      scopes: ['read', 'propose', 'run'],
      limitMicrocredits: '1000000',
      folder: null,
    },
  });
  const client = new Client({ name: 'rig', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address ?? ''), { requestInit }));
  return {
    id: agent.id,
    /** @throws Error with the sentence that an agent is told */
    async use(name: string, args: Record<string, unknown>): Promise<string> {
      const { content, isError } = await client.callTool({ name, arguments: args }, { timeout: 90_000 });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      if (isError === true) throw new Error(text);
      return text;
    },
    async leave(): Promise<void> {
      await client.close();
      await callDesk('removeAgent', { params: { agentId: agent.id } });
    },
  };
}

/** What an agent was told, which has to be a sentence where it is a refusal. */
function replyOf(
  world: World,
  name: string,
  outcome: { ok: boolean; value?: string; error?: unknown },
): ToolReply {
  if (outcome.ok) return { text: outcome.value ?? '', isError: false };
  const text = outcome.error instanceof Error ? outcome.error.message : String(outcome.error);
  checkSentence(world, name, text);
  return { text, isError: true };
}

const graph: EditableGraph = {
  nodes: [{ id: 'words', type: 'input/text', inputs: { value: { type: 'string', value: 'a harbor' } } }],
  connections: [],
};

const proposals: Operation = {
  name: 'let an agent propose',
  async play(world, fault) {
    const projectId = await makeProject(world, 'proposed');
    await world.direct(endpoints.projects.replaceDocument, {
      params: { project_id: projectId },
      body: { expectedVersion: 1, document: { graph } },
    });
    const agent = await addAgent(world, projectId);
    const params = { connectionId: world.connectionId, projectId };
    const changes = [{ op: 'set', node: 'words', pin: 'value', value: 'a lighthouse' }];
    let attempts = 0;
    const propose = () => {
      attempts += 1;
      return agent.use('propose_changes', { project: projectId, title: `Attempt ${attempts}`, changes });
    };
    try {
      const first = await underFault(world, fault, this.name, propose);
      const reply = replyOf(world, this.name, first);
      const text = await retryAfterFault(world, this.name, first, propose);
      check(text.includes('Proposed as proposal_'), `The agent was told “${text}”.`);
      const { open } = await callDesk('listProposals', { params });
      const expected = reply.isError ? attempts - 1 : attempts;
      check(
        open.length >= 1 && open.length <= Math.max(1, expected),
        `${open.length} proposals came of ${attempts} calls.`,
      );
      check(
        open.every(({ operations, base }) => operations.length === 1 && base.nodes.length === 1),
        'A proposal is not what was proposed.',
      );
      const { version } = await world.direct(endpoints.projects.get, { params: { project_id: projectId } });
      check(version === 2, 'A proposal changed the project by itself.');
      for (const { id } of open) {
        const body = { accepted: [], dismissed: ['all of it'], closed: true };
        await callDesk('settleProposal', { params: { ...params, proposalId: id }, body });
      }
      const { open: left, closed } = await callDesk('listProposals', { params });
      check(left.length === 0 && closed.length === open.length, 'What was decided is not in the history.');
    } finally {
      world.proxy.beHonest();
      await agent.leave();
    }
  },
};

const agentRuns: Operation = {
  name: 'let an agent run',
  async play(world, fault) {
    const projectId = await runnable(world, 0.05);
    const agent = await addAgent(world, projectId);
    const word = `agent ${world.name} ${world.random.between(0, 1_000_000_000)}`;
    const start = () => agent.use('start_run', { project: projectId, set: { 'words.value': word } });
    try {
      const first = replyOf(world, this.name, await underFault(world, fault, this.name, start));
      check(first.isError, 'A run was started whose price nobody knows.');
      const last = replyOf(world, this.name, await act(world, this.name, start));
      check(/nobody can tell what this run costs/.test(last.text), `The agent was told “${last.text}”.`);
      const count = countOf(world, 'SELECT count(*) AS count FROM runs WHERE graph LIKE ?', `%${word}%`);
      check(count === 0, `${count} runs came of calls that were refused.`);
      const { agents } = await callDesk('getAgentGateway', {});
      const spent = agents.find(({ id }) => id === agent.id)?.spentMicrocredits;
      check(spent === '0', `${spent} stays set aside for runs that are not there.`);
    } finally {
      world.proxy.beHonest();
      await agent.leave();
    }
  },
};

const conversation: Operation = {
  name: 'ask a model about a project',
  async play(world, fault) {
    const projectId = await makeProject(world, 'asked');
    await world.direct(endpoints.projects.replaceDocument, {
      params: { project_id: projectId },
      body: { expectedVersion: 1, document: { graph } },
    });
    const params = { connectionId: world.connectionId, projectId };
    let questions = 0;
    const submit = async () => {
      questions += 1;
      await callDesk('addChatQuestion', { params, body: { text: `Change ${projectId}.`, selection: [] } });
      await until('the model has answered', async () => !(await callDesk('getChat', { params })).isRunning);
      return await callDesk('getChat', { params });
    };
    startLying(world, fault);
    const chat = await submit();
    world.proxy.beHonest();
    const newEntries = (await surely(world, this.name, submit)).entries.slice(chat.entries.length);
    check(
      newEntries.every((entry) => entry.kind !== 'call' || entry.outcome === 'succeeded'),
      'A tool of the model failed for good.',
    );
    const { entries, spentMicrocredits } = await callDesk('getChat', { params });
    for (const entry of entries) {
      if (entry.kind === 'call' && entry.message !== null) checkSentence(world, this.name, entry.message);
      if (entry.kind === 'problem') throw new Error(`The conversation ended as ${entry.problem}.`);
    }
    const answers = entries.filter(({ kind }) => kind === 'answer').length;
    check(answers === 3 * questions, `${answers} answers came of ${questions} questions.`);
    check(spentMicrocredits === String(500_000 * answers), `${spentMicrocredits} were spent for them.`);
    const proposed = entries.filter(
      (entry) => entry.kind === 'call' && entry.tool === 'propose_changes' && entry.outcome === 'succeeded',
    ).length;
    const { open } = await callDesk('listProposals', { params });
    check(
      open.length === proposed,
      `${open.length} proposals came of ${proposed} that the model was told of.`,
    );
  },
};

export const agentOperations: readonly Operation[] = [proposals, agentRuns, conversation];
