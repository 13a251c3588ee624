import type { AssistantModelMessage, JSONSchema7, ModelMessage, ToolSet } from 'ai';
import {
  MAX_TOOL_CALLS,
  type ChatMessage,
  type ChatRequest,
  type ChatToolCall,
} from '#shared/administration/chat.ts';
import type { NodeExecution, NodeValue, ProviderAccess } from '../../definition.ts';
import { NodeFailure } from '../../definition.ts';
import { redactKey, redactOutputs } from '../without-key.ts';
import { createLibraryFetch, type LibraryLimits } from './library-fetch.ts';
import { reportTokens, streamFailure } from './library-text.ts';
import { languageModelOf, loadLibrary, withLibrary } from './library-models.ts';

/** One answer in a conversation, in which a model may call tools. What it calls is done by the caller, and never here. */

export interface ChatReply {
  text: string;
  toolCalls: ChatToolCall[];
  /** The answer as the model wants it back. */
  content: unknown[];
}

type ChatExecution = Pick<NodeExecution, 'signal' | 'beginCall' | 'reportUsage'>;

const MAX_TEXT = 1_000_000;
/** Bytes of the arguments of all calls in an answer. */
const MAX_CALLS_BYTES = 4_000_000;

/** @throws NodeFailure, also where the stream ends with an error or in the middle */
export async function answerChat(
  provider: ProviderAccess,
  { system, messages, tools }: Pick<ChatRequest, 'system' | 'messages' | 'tools'>,
  execution: ChatExecution,
  limits: LibraryLimits,
): Promise<ChatReply> {
  const { signal } = execution;
  const library = createLibraryFetch(provider, execution, limits);
  return await withLibrary(provider, library, signal, async () => {
    const { streamText, jsonSchema } = await loadLibrary();
    const toolSet: ToolSet = Object.fromEntries(
      tools.map(({ name, description, inputSchema }) => [
        name,
        { description, inputSchema: jsonSchema(inputSchema as JSONSchema7) },
      ]),
    );
    const result = streamText({
      model: await languageModelOf(provider, library),
      messages: messages.map(messageOf),
      ...(system.trim() !== '' && { instructions: system }),
      ...(tools.length > 0 && { tools: toolSet }),
      maxRetries: 0,
      abortSignal: signal,
      // Errors are content of the stream; otherwise they are printed, with the prompt.
      onError: () => undefined,
    });
    const reply = {
      text: '',
      toolCalls: [] as ChatToolCall[],
      bytes: 0,
      isComplete: false,
      isModerated: false,
    };
    for await (const chunk of result.fullStream) {
      if (chunk.type === 'error') throw streamFailure(provider, chunk.error);
      if (chunk.type === 'text-delta') reply.text += chunk.text;
      if (chunk.type === 'tool-call') {
        const input: unknown = chunk.input;
        reply.bytes += JSON.stringify(input ?? null).length;
        reply.toolCalls.push({ id: chunk.toolCallId, name: chunk.toolName, input: input ?? {} });
      }
      if (chunk.type === 'finish') {
        reply.isComplete =
          provider.service === 'openai'
            ? chunk.totalUsage.outputTokens !== undefined
            : chunk.rawFinishReason !== undefined;
        reply.isModerated = chunk.finishReason === 'content-filter';
        reportTokens(execution, chunk.totalUsage);
      }
      if (
        reply.text.length > MAX_TEXT ||
        reply.bytes > MAX_CALLS_BYTES ||
        reply.toolCalls.length > MAX_TOOL_CALLS
      )
        throw sizeFailure(provider);
    }
    if (reply.isModerated) throw moderationFailure(provider);
    if (!reply.isComplete) throw truncationFailure(provider);
    const { text, toolCalls } = reply;
    if (text === '' && toolCalls.length === 0) throw emptyFailure(provider);
    const response = (await result.response).messages;
    const redact = <Value>(value: Value): Value =>
      redactOutputs(provider, { value: value as NodeValue })['value'] as Value;
    return {
      text: redactKey(provider, text),
      toolCalls: redact(toolCalls),
      content: redact(response.flatMap(contentOf)),
    };
  });
}

const RETURNED: ReadonlySet<string> = new Set(['text', 'reasoning', 'tool-call']);

/** What is given back to a model of its own answer: nothing that names an address. */
function contentOf(message: ModelMessage): unknown[] {
  if (message.role !== 'assistant') return [];
  if (typeof message.content === 'string') return [{ type: 'text', text: message.content }];
  return message.content.filter(({ type }) => RETURNED.has(type));
}

const isContent = (block: unknown): block is { type: string } =>
  typeof block === 'object' && block !== null && 'type' in block && RETURNED.has(String(block.type));

function messageOf(message: ChatMessage): ModelMessage {
  switch (message.role) {
    case 'user':
      return {
        role: 'user',
        content: [
          ...(message.pictures ?? []).map(({ base64, contentType }) => ({
            type: 'image' as const,
            image: Buffer.from(base64, 'base64'),
            mediaType: contentType,
          })),
          { type: 'text', text: message.text },
        ],
      };
    case 'assistant':
      // The library checks them.
      return {
        role: 'assistant',
        content: message.content.filter(isContent) as AssistantModelMessage['content'],
      };
    case 'tool':
      return {
        role: 'tool',
        content: message.results.map(({ id, name, text, isError }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: { type: isError ? 'error-text' : 'text', value: text },
        })),
      };
    default:
      return message satisfies never;
  }
}

const sizeFailure = ({ name }: ProviderAccess): NodeFailure =>
  new NodeFailure(
    'PROVIDER_ANSWER_TOO_LARGE',
    `${name} answered at a length that nobody reads. Ask for less.`,
  );

const moderationFailure = ({ name }: ProviderAccess): NodeFailure =>
  new NodeFailure('PROVIDER_DECLINED', `${name} declined to answer this by its rules. Ask otherwise.`);

const truncationFailure = ({ name }: ProviderAccess): NodeFailure =>
  new NodeFailure('PROVIDER_CUT_OFF', `The answer of ${name} broke off in the middle. Ask again.`);

const emptyFailure = ({ name, model }: ProviderAccess): NodeFailure =>
  new NodeFailure(
    'PROVIDER_EMPTY_ANSWER',
    `${model} of ${name} answered nothing. Ask otherwise, or choose another model.`,
  );
