import { z } from 'zod';
import {
  Agent,
  AgentCall,
  AgentGateway,
  AgentDraft,
  DocumentProposal,
  PersonResponse,
  PersonQuestion,
  Proposal,
  ProposalDecision,
  ProposalSummary,
} from './agent-schemas.ts';
import { route } from './route.ts';

const proposals = '/desk/proposals/{connectionId}/{projectId}' as const;

export const agentRoutes = {
  getAgentGateway: route('GET', '/desk/agents', { response: AgentGateway }),
  /** Opens or closes the door for agents. */
  changeAgentGateway: route('PATCH', '/desk/agents', {
    body: z.strictObject({ enabled: z.boolean() }),
    response: AgentGateway,
  }),
  /** The token is in this response only. */
  addAgent: route('POST', '/desk/agents', {
    body: AgentDraft,
    response: z.object({ agent: Agent, token: z.string() }),
  }),
  changeAgent: route('PATCH', '/desk/agents/{agentId}', {
    body: z.strictObject({ ...AgentDraft.partial().shape, stopped: z.boolean().optional() }),
    response: Agent,
  }),
  removeAgent: route('DELETE', '/desk/agents/{agentId}'),
  /** Newest first, at most 200. */
  listAgentCalls: route('GET', '/desk/agents/{agentId}/calls', {
    response: z.object({ calls: z.array(AgentCall) }),
  }),

  /** Questions of agents that wait for a person, of all projects, oldest first. */
  listAgentQuestions: route('GET', '/desk/agent-questions', {
    response: z.object({ questions: z.array(PersonQuestion) }),
  }),
  answerAgentQuestion: route('POST', '/desk/agent-questions/{questionId}', { body: PersonResponse }),

  /** Of a project, newest first; those that are over without their graphs. */
  listProposals: route('GET', proposals, {
    response: z.object({
      open: z.array(Proposal),
      documents: z.array(DocumentProposal),
      closed: z.array(ProposalSummary),
    }),
  }),
  settleProposal: route('POST', `${proposals}/{proposalId}`, {
    body: ProposalDecision,
    response: ProposalSummary,
  }),
} as const;
