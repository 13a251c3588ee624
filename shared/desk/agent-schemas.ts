import { z } from 'zod';
import {
  DOCUMENT_KINDS,
  DocumentEdit,
  DocumentKindName,
  MAX_DOCUMENT_EDITS,
} from '../agents/document-edit.ts';
import { MAX_PERSON_CHOICES, MAX_PERSON_QUESTION, PersonChoice } from '../agents/person-question.ts';
import { AgentScope } from '../agents/scopes.ts';
import { EditableGraph, PatchOperation } from '../api/schemas/documents.ts';
import { Microcredits } from '../api/schemas/common.ts';
import { MAX_OPERATIONS } from '../api/schemas/counts.ts';

/** Agents that may use this Patchbay, what they did, and what they propose. */

export const MAX_AGENTS = 20;
const MAX_AGENT_PROJECTS = 200;

const AgentName = z
  .string()
  .trim()
  .min(1, 'Give the agent a name.')
  .max(60, 'Choose a name of at most 60 letters.');

/** What a person says about an agent. */
export const AgentDraft = z.strictObject({
  name: AgentName,
  connectionId: z.string().max(100),
  /** Null: all projects of the connection. */
  projectIds: z.array(z.string().max(300)).min(1).max(MAX_AGENT_PROJECTS).nullable(),
  scopes: z.array(AgentScope).min(1, 'Choose what the agent may do.').max(4),
  /** What its runs may cost in all. */
  limitMicrocredits: Microcredits.refine((text) => !text.startsWith('-'), 'The limit cannot be below zero.'),
  /** Absolute; null: it saves no files. */
  folder: z.string().min(1).max(4096).nullable(),
});
export type AgentDraft = z.infer<typeof AgentDraft>;

export const Agent = AgentDraft.extend({
  id: z.string(),
  createdAt: z.string(),
  /** When a person stopped it; null while it may go on. */
  stoppedAt: z.string().nullable(),
  /** Of runs that are over, and set aside for those that are not. */
  spentMicrocredits: Microcredits,
  /** When it last did something. */
  lastUsedAt: z.string().nullable(),
});
export type Agent = z.infer<typeof Agent>;

/** The door for agents. */
export const AgentGateway = z.object({
  enabled: z.boolean(),
  /** Where agents on this computer reach it; null while it is off. */
  address: z.string().nullable(),
  /** Why it is off though it is switched on; a sentence. */
  problem: z.string().nullable(),
  /** The command that an agent starts to speak by its standard input and output, as words. */
  command: z.array(z.string()).max(20),
  agents: z.array(Agent).max(MAX_AGENTS),
});
export type AgentGateway = z.infer<typeof AgentGateway>;

/** One thing that an agent did. */
export const AgentCall = z.object({
  id: z.int(),
  agentId: z.string(),
  at: z.string(),
  /** The name of the tool. */
  tool: z.string(),
  projectId: z.string().nullable(),
  /** What it asked, short. */
  summary: z.string(),
  outcome: z.enum(['succeeded', 'failed', 'rejected', 'canceled']),
  /** The sentence that it was told. */
  message: z.string().nullable(),
});
export type AgentCall = z.infer<typeof AgentCall>;

/** A question of an agent, or of the model of a conversation, that waits for a person. */
export const PersonQuestion = z.object({
  id: z.string(),
  /** Of a conversation its `agentId`. */
  agentId: z.string(),
  /** The agent's name. */
  author: z.string(),
  connectionId: z.string(),
  projectId: z.string(),
  text: z.string().max(MAX_PERSON_QUESTION),
  choices: z.array(PersonChoice).max(MAX_PERSON_CHOICES),
  createdAt: z.string(),
});
export type PersonQuestion = z.infer<typeof PersonQuestion>;

/** Null dismisses the question. */
export const PersonResponse = z.strictObject({
  answer: z
    .string()
    .trim()
    .min(1, 'Write an answer, or dismiss the question.')
    .max(MAX_PERSON_QUESTION)
    .nullable(),
});

export const ProposalState = z.enum(['open', 'accepted', 'dismissed']);

/** What an agent proposed for a graph. */
export const Proposal = z.object({
  id: z.string(),
  connectionId: z.string(),
  projectId: z.string(),
  /** The agent's name when it proposed. */
  author: z.string(),
  title: z.string(),
  note: z.string().nullable(),
  createdAt: z.string(),
  /** The version of the project that it was written for. */
  baseVersion: z.int(),
  base: EditableGraph,
  operations: z.array(PatchOperation).max(MAX_OPERATIONS),
  /** Keys of operations (`operationKey`) that a person accepted or dismissed. */
  accepted: z.array(z.string()).max(MAX_OPERATIONS),
  dismissed: z.array(z.string()).max(MAX_OPERATIONS),
  state: ProposalState,
  /** What a run of the nodes that it changes would cost more; null where nobody knows. */
  priceMicrocredits: Microcredits.nullable(),
});
export type Proposal = z.infer<typeof Proposal>;

/** What an agent proposed for a storyboard or timeline. */
export const DocumentProposal = Proposal.omit({
  base: true,
  operations: true,
  priceMicrocredits: true,
}).extend({
  kind: DocumentKindName,
  operations: z.array(DocumentEdit).max(MAX_DOCUMENT_EDITS),
});
export type DocumentProposal = z.infer<typeof DocumentProposal>;

/** What History lists. */
export const ProposalSummary = Proposal.omit({
  base: true,
  operations: true,
  accepted: true,
  dismissed: true,
}).extend({
  kind: z.enum(['graph', ...DOCUMENT_KINDS]),
  operationCount: z.int(),
  acceptedCount: z.int(),
  dismissedCount: z.int(),
});
export type ProposalSummary = z.infer<typeof ProposalSummary>;

const Keys = z.array(z.string().max(2000)).max(MAX_OPERATIONS);

/** What a person decided about a part of a proposal. */
export const ProposalDecision = z.strictObject({
  accepted: Keys,
  dismissed: Keys,
  /** Nothing is left to decide. */
  closed: z.boolean(),
});
export type ProposalDecision = z.infer<typeof ProposalDecision>;
