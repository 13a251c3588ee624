import type { DatabaseSync } from 'node:sqlite';
import type { CallAdministration } from '../administration/administration-client.ts';
import type { AgentTools } from '../agents/agents-feature.ts';
import { ToolRunner } from '../agents/run-tool.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { createChatRows } from './chat-rows.ts';
import { Chats } from './chats.ts';

interface ChatDeps {
  connections: Pick<Connections, 'get'>;
  database: DatabaseSync;
  signals: ConnectionSignals;
  administration: { call: CallAdministration };
  tools: AgentTools;
}

/** Chats about projects, with the tools of agents. Their models are asked by the local service, which has the keys. */
export function openChat(
  { clock, log, events, handles }: CoreContext,
  { connections, database, signals, administration, tools }: ChatDeps,
) {
  const rows = createChatRows(database);
  const changed = (connectionId: string, projectId: string): void =>
    events.emit({ type: 'chat', connectionId, projectId });
  const runner = new ToolRunner({
    store: { get: (chatId) => chats.agent(chatId) },
    // What it called stands in the conversation.
    rows: { addCall: () => undefined },
    handlers: tools.handlers,
    clock,
    log,
    onRecorded: () => undefined,
  });
  const chats: Chats = new Chats({
    rows,
    spending: tools.rows,
    runner,
    call: administration.call,
    cancelRuns: tools.cancelRuns,
    clock,
    log,
    changed,
  });
  handles.add('conversations', chats, (open) => open.close());
  signals.removed.listen((connectionId) => rows.removeConnection(connectionId));
  const projectOf = ({ connectionId, projectId }: { connectionId: string; projectId: string }) =>
    [connections.get(connectionId).id, projectId] as const;
  return {
    routes: {
      getChat: ({ params }) => chats.read(...projectOf(params)),
      changeChat({ params, body }) {
        const project = projectOf(params);
        rows.change(rows.open(...project).id, body);
        changed(...project);
        return chats.read(...project);
      },
      addChatQuestion: ({ params, body }) => chats.addQuestion(...projectOf(params), body),
      stopChat: ({ params }) => chats.stop(...projectOf(params)),
      clearChat: ({ params }) => chats.clear(...projectOf(params)),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
