import type { ChatMessage } from '#shared/administration/chat.ts';
import { cutToBytes } from '#shared/agents/index.ts';
import type { StoredEntry } from './chat-rows.ts';

/** What a model is told of a conversation: as much as fits, and each call with its result. */

/** Letters of all messages of one request. */
const MAX_LETTERS = 300_000;
/** Bytes of results of earlier questions: a model that needs more of them calls again. */
const MAX_PREVIOUS_RESULT = 1_500;

const ABORTED = 'This was interrupted. Call it again if it is needed.';

type ToolMessage = Extract<ChatMessage, { role: 'tool' }>;

const callsIn = (content: readonly unknown[]): { id: string; name: string }[] =>
  content.flatMap((block) => {
    if (typeof block !== 'object' || block === null || !('type' in block) || block.type !== 'tool-call')
      return [];
    const { toolCallId, toolName } = block as { toolCallId?: unknown; toolName?: unknown };
    return typeof toolCallId === 'string' && typeof toolName === 'string'
      ? [{ id: toolCallId, name: toolName }]
      : [];
  });

/** One question with all that followed. */
type MessageGroup = ChatMessage[];

function groupsOf(entries: readonly StoredEntry[]): MessageGroup[] {
  const groups: MessageGroup[] = [];
  let results: ToolMessage | null = null;
  for (const { payload } of entries) {
    if (payload === null) continue;
    if (payload.role === 'user') {
      groups.push([payload]);
      results = null;
    } else if (payload.role === 'assistant') {
      const calls = callsIn(payload.content);
      groups.at(-1)?.push(payload);
      // A call without a result would be refused.
      results = {
        role: 'tool',
        results: calls.map((call) => ({ ...call, text: ABORTED, isError: true })),
      };
      if (calls.length > 0) groups.at(-1)?.push(results);
    } else if (payload.role === 'result') {
      const { id, text, isError } = payload;
      const found = results?.results.find((result) => result.id === id);
      if (found) Object.assign(found, { text, isError });
    }
  }
  return groups;
}

const shortened = (message: ChatMessage): ChatMessage =>
  message.role === 'tool'
    ? {
        ...message,
        results: message.results.map((result) => ({
          ...result,
          text: cutToBytes(result.text, MAX_PREVIOUS_RESULT),
        })),
      }
    : message;

const lettersOf = (group: MessageGroup): number => JSON.stringify(group).length;

/** The messages of a request: the last question whole, and of those before as many as fit, the newest first. */
export function messagesOf(entries: readonly StoredEntry[]): ChatMessage[] {
  const groups = groupsOf(entries);
  const last = groups.at(-1) ?? [];
  const included: MessageGroup[] = [last];
  let letters = lettersOf(last);
  for (const group of groups.slice(0, -1).toReversed()) {
    const short = group.map(shortened);
    letters += lettersOf(short);
    if (letters > MAX_LETTERS) break;
    included.unshift(short);
  }
  return included.flat();
}
