import { z } from 'zod';
import { Microcredits } from '../api/schemas/common.ts';
import { MODEL_LIMITS } from '../administration/models.ts';

/** The conversation of a person with a text model about a project. It stays on this computer. */

/** Letters of a question. */
const MAX_QUESTION = 20_000;
/** Nodes that a person may have selected for a question. */
const MAX_SELECTED = 200;

const at = z.string();

/** One thing in a conversation, as a person reads it. */
export const ChatEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('question'), text: z.string(), at }),
  z.object({
    kind: z.literal('answer'),
    text: z.string(),
    microcredits: z.int(),
    isEstimated: z.boolean(),
    at,
  }),
  /** A tool that the model called. */
  z.object({
    kind: z.literal('call'),
    tool: z.string(),
    /** What it asked, short. */
    summary: z.string(),
    outcome: z.enum(['running', 'succeeded', 'failed']),
    /** The sentence that it was told where that did not work. */
    message: z.string().nullable(),
    at,
  }),
  /** Why there is no answer, and what it may have cost all the same. */
  z.object({
    kind: z.literal('problem'),
    problem: z.enum(['no-model', 'limit', 'failed', 'stopped', 'steps']),
    message: z.string().nullable(),
    perhapsMicrocredits: z.int(),
    at,
  }),
]);
export type ChatEntry = z.infer<typeof ChatEntry>;

export const Chat = z.object({
  connectionId: z.string(),
  projectId: z.string(),
  /** What its tools are called by: its questions to the person have it. */
  agentId: z.string(),
  /** The connected service that is asked; null: the only one. */
  provider: z.string().nullable(),
  /** What all of the conversation may cost, with its runs. */
  limitMicrocredits: Microcredits,
  /** Whether the model may run the project, below the limit. */
  mayRun: z.boolean(),
  /** Of answers and of runs, with what is set aside for those that are not over. */
  spentMicrocredits: Microcredits,
  isRunning: z.boolean(),
  /** Whether the last question has no answer because Patchbay ended meanwhile. */
  isAborted: z.boolean(),
  entries: z.array(ChatEntry),
});
export type Chat = z.infer<typeof Chat>;

/** What a person sets of a conversation. */
export const ChatChange = z.strictObject({
  provider: z.string().max(MODEL_LIMITS.name).nullable().optional(),
  limitMicrocredits: Microcredits.refine(
    (text) => !text.startsWith('-'),
    'The limit cannot be below zero.',
  ).optional(),
  mayRun: z.boolean().optional(),
});
export type ChatChange = z.infer<typeof ChatChange>;

export const ChatQuestion = z.strictObject({
  text: z.string().trim().min(1, 'Write what you want to know.').max(MAX_QUESTION),
  /** Nodes that are selected while the person asks. */
  selection: z.array(z.string().max(300)).max(MAX_SELECTED),
});
export type ChatQuestion = z.infer<typeof ChatQuestion>;
