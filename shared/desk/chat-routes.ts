import { Chat, ChatChange, ChatQuestion } from './chat-schemas.ts';
import { route } from './route.ts';

const chat = '/desk/chats/{connectionId}/{projectId}' as const;

export const chatRoutes = {
  /** The conversation about a project, an empty one where there is none yet. */
  getChat: route('GET', chat, { response: Chat }),
  changeChat: route('PATCH', chat, { body: ChatChange, response: Chat }),
  /** Asks; what comes of it is told by events. */
  addChatQuestion: route('POST', `${chat}/questions`, { body: ChatQuestion, response: Chat }),
  /** Ends what goes on, runs that the model started as well. */
  stopChat: route('POST', `${chat}/stop`, { response: Chat }),
  /** Begins anew: what was said is gone. */
  clearChat: route('DELETE', chat, { response: Chat }),
} as const;
