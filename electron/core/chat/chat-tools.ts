import { z } from 'zod';
import type { ChatRequest } from '#shared/administration/chat.ts';
import { agentToolNames, agentTools, CONTENT_RULE, type AgentToolName } from '#shared/agents/index.ts';
import type { StoredAgent } from '../agents/agent-store.ts';
import { isAllowed } from '../agents/run-tool.ts';
import type { StoredChat } from './chat-rows.ts';

/** What the model of a conversation may do: what an agent may that was given this one project. */

/** The name that its proposals stand under. */
const AUTHOR = 'Ask';

/** Tools that make no sense in a conversation: about other projects, and about files of this computer. */
const LEFT_OUT: ReadonlySet<AgentToolName> = new Set(['list_projects', 'list_templates', 'save_output']);

/** The agent that a conversation is. @param left microcredits that its answers have left of the limit, for runs */
export const agentOf = ({ id, connectionId, projectId, mayRun }: StoredChat, left: number): StoredAgent => ({
  id,
  name: AUTHOR,
  connectionId,
  projectIds: [projectId],
  scopes: mayRun ? ['read', 'propose', 'run'] : ['read', 'propose'],
  limitMicrocredits: String(Math.max(0, left)),
  folder: null,
  createdAt: '',
  stoppedAt: null,
  tokenHash: '',
});

export const isTool = (name: string): name is AgentToolName => Object.hasOwn(agentTools, name);

/** The tools as a model is told of them. */
export const toolsFor = (agent: Pick<StoredAgent, 'scopes'>): ChatRequest['tools'] =>
  agentToolNames
    .filter((name) => isAllowed(agent.scopes, name) && !LEFT_OUT.has(name))
    .map((name) => {
      const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(agentTools[name].input, { io: 'input' });
      return { name, description: agentTools[name].description, inputSchema };
    });

/** What a model is told first. */
export const instructionsFor = ({ projectId, mayRun }: StoredChat): string =>
  [
    'You help a person in Patchbay, an editor of node graphs that make pictures, film, sound and text.',
    `The conversation is about the project ${projectId}; give this id to tools that take a project.`,
    'Read before you propose: read_graph, then search_node_types and read_node_type for what you want to add.',
    'You change nothing by yourself: propose_changes lays changes over the graph, and the person accepts them in whole or in part. Propose where a change is asked for, instead of describing it.',
    mayRun
      ? 'You may run the project below the limit of the person; say what a run will cost before you start one that is not free.'
      : 'You may not run anything. The person can allow it in this panel.',
    'Answer briefly, in the language of the person, in plain sentences without headings.',
    CONTENT_RULE,
  ].join(' ');
