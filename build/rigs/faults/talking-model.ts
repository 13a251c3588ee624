import { startChatServer, type ChatCompletionRequest, type ChatServer } from '../../test/chat-server.ts';

/** A text model that looks at the project which its question names, proposes a change, and answers. */

export const MODEL_KEY = 'sk-behind-a-network-that-lies-0123456789';

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

/** The project of the last question, and how many answers of the model it has behind it. */
function stepOf({ messages }: ChatCompletionRequest): { project: string; step: number } {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const project = /prj_\w+/.exec(textOf(messages[last]?.content))?.[0] ?? '';
  return { project, step: messages.slice(last).filter(({ role }) => role === 'assistant').length };
}

export const startTalkingModel = (): Promise<ChatServer> =>
  startChatServer(MODEL_KEY, (request) => {
    const { project, step } = stepOf(request);
    if (step === 0) return [{ name: 'read_graph', input: { project } }];
    if (step > 1) return 'It is said.';
    const changes = [{ op: 'set', node: 'words', pin: 'value', value: 'a lighthouse' }];
    return [{ name: 'propose_changes', input: { project, title: 'A lighthouse', changes } }];
  });
