import { z } from 'zod';
import { listUpTo } from '#shared/reading/index.ts';
import { MODEL_LIMITS } from './models.ts';

/** One answer of a text model in a conversation, as the local service gets it. The key stays in the service. */

/** Messages of one request, and tools that a model may call. */
const MAX_MESSAGES = 400;
const MAX_TOOLS = 64;
/** Calls that a model may make in one answer. */
export const MAX_TOOL_CALLS = 32;
/** Characters. */
const MAX_TEXT = 1_000_000;
const MAX_PICTURES = 8;
/** Characters of a picture as Base64. */
const MAX_PICTURE = 3_000_000;

const Text = z.string().max(MAX_TEXT);
const ToolName = z.string().min(1).max(64);
const ToolCallId = z.string().min(1).max(300);

/** What a model wants done. The arguments may be anything. */
export const ChatToolCall = z.object({ id: ToolCallId, name: ToolName, input: z.unknown() });
export type ChatToolCall = z.infer<typeof ChatToolCall>;

export const ChatMessage = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('user'),
    text: Text,
    /** To look at, as Base64. */
    pictures: listUpTo(
      MAX_PICTURES,
      z.object({ contentType: z.string().max(100), base64: z.string().max(MAX_PICTURE) }),
    ).optional(),
  }),
  /** `content` of an answer as it came: models may want back what they thought. */
  z.object({ role: z.literal('assistant'), content: listUpTo(200, z.unknown()) }),
  z.object({
    role: z.literal('tool'),
    results: listUpTo(
      MAX_TOOL_CALLS,
      z.object({ id: ToolCallId, name: ToolName, text: Text, isError: z.boolean() }),
    ),
  }),
]);
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatRequest = z.object({
  /** Name of a connected service; null: the only one with a text model. */
  provider: z.string().max(MODEL_LIMITS.name).nullable(),
  /** A project of this service that the cost is booked to. */
  projectId: z.string().max(300).nullable(),
  system: Text,
  messages: listUpTo(MAX_MESSAGES, ChatMessage),
  tools: listUpTo(
    MAX_TOOLS,
    z.object({
      name: ToolName,
      description: z.string().max(4000),
      inputSchema: z.record(z.string(), z.unknown()),
    }),
  ),
  /** What the answer may cost, in microcredits: one that is expected to cost more is not asked for. */
  maxMicrocredits: z.int().min(0),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

/** Why there is no answer. `message` is a plain sentence with the next step. */
const ChatProblem = z.object({
  /** `no-model`: none is connected; `limit`: it would cost too much; `failed`: the service of the model did not answer. */
  kind: z.enum(['no-model', 'limit', 'failed']),
  message: z.string(),
  /** Microcredits that may have been charged all the same. */
  perhapsMicrocredits: z.int(),
});

export const ChatResponse = z.object({
  problem: ChatProblem.nullable(),
  text: z.string(),
  toolCalls: listUpTo(MAX_TOOL_CALLS, ChatToolCall),
  /** For the next request, as they are. */
  content: listUpTo(200, z.unknown()),
  provider: z.string(),
  model: z.string(),
  /** What it cost. */
  microcredits: z.int(),
  /** True where that follows from the prices a person entered alone. */
  isEstimated: z.boolean(),
});
export type ChatResponse = z.infer<typeof ChatResponse>;
