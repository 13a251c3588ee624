import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { ChatMessage } from '#shared/administration/chat.ts';
import { ChatEntry, type ChatChange } from '#shared/desk/index.ts';
import { transaction } from '../storage/transaction.ts';

/** Chats in the desk's database. Each method has its effect on the disk when it returns. */

/** Entries of one conversation that are kept. */
const MAX_ENTRIES = 2000;
/** Of a new conversation, in microcredits: one dollar. */
const INITIAL_LIMIT = 100_000_000;

export interface StoredChat {
  id: string;
  connectionId: string;
  projectId: string;
  provider: string | null;
  /** Microcredits. */
  limit: number;
  mayRun: boolean;
}

/** What a model is told of an entry: a message, or one result of the tools that it called. */
const ChatPayload = z.union([
  ChatMessage,
  z.object({
    role: z.literal('result'),
    id: z.string(),
    name: z.string(),
    text: z.string(),
    isError: z.boolean(),
  }),
]);
export type ChatPayload = z.infer<typeof ChatPayload>;

export interface StoredEntry {
  entry: ChatEntry;
  payload: ChatPayload | null;
}

export interface ChatRows {
  /** Null where nothing was said or set yet. */
  find(connectionId: string, projectId: string): StoredChat | null;
  /** As that, made where there is none. */
  open(connectionId: string, projectId: string): StoredChat;
  change(id: string, change: ChatChange): void;
  /** In their order. One that cannot be read is left out. */
  entries(id: string): StoredEntry[];
  add(id: string, entry: StoredEntry): void;
  /** All that was said is gone; a new conversation with the same settings is there. */
  renew(chat: StoredChat): StoredChat;
  removeConnection(connectionId: string): void;
}

const Row = z
  .object({
    id: z.string(),
    connection_id: z.string(),
    project_id: z.string(),
    provider: z.string().nullable(),
    limit_microcredits: z.number(),
    may_run: z.number(),
  })
  .transform(({ id, connection_id, project_id, provider, limit_microcredits, may_run }): StoredChat => ({
    id,
    connectionId: connection_id,
    projectId: project_id,
    provider,
    limit: limit_microcredits,
    mayRun: may_run === 1,
  }));

export const emptyChat = (connectionId: string, projectId: string): StoredChat => ({
  id: `chat_${randomUUID()}`,
  connectionId,
  projectId,
  provider: null,
  limit: INITIAL_LIMIT,
  mayRun: false,
});

export function createChatRows(database: DatabaseSync): ChatRows {
  const byProject = database.prepare('SELECT * FROM chats WHERE connection_id = ? AND project_id = ?');
  const insert = database.prepare(
    'INSERT INTO chats (id, connection_id, project_id, provider, limit_microcredits, may_run) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const update = database.prepare(
    'UPDATE chats SET provider = ?2, limit_microcredits = ?3, may_run = ?4 WHERE id = ?1',
  );
  const byId = database.prepare('SELECT * FROM chats WHERE id = ?');
  const remove = database.prepare('DELETE FROM chats WHERE id = ?');
  const drop = database.prepare('DELETE FROM chats WHERE connection_id = ?');
  const selectEntries = database.prepare(
    'SELECT entry, message FROM chat_entries WHERE chat_id = ? ORDER BY place',
  );
  const insertEntry = database.prepare(`
    INSERT INTO chat_entries (chat_id, place, entry, message)
    VALUES (?1, (SELECT coalesce(max(place), 0) + 1 FROM chat_entries WHERE chat_id = ?1), ?2, ?3)`);
  const prune = database.prepare(`
    DELETE FROM chat_entries WHERE chat_id = ?1
      AND place <= (SELECT max(place) FROM chat_entries WHERE chat_id = ?1) - ${MAX_ENTRIES}`);
  const read = (row: unknown): StoredChat | null => Row.safeParse(row).data ?? null;
  const add = ({ id, connectionId, projectId, provider, limit, mayRun }: StoredChat): void =>
    void insert.run(id, connectionId, projectId, provider, limit, mayRun ? 1 : 0);
  const find: ChatRows['find'] = (...project) => read(byProject.get(...project));

  return {
    find,
    open(...project) {
      const found = find(...project);
      if (found !== null) return found;
      const chat = emptyChat(...project);
      add(chat);
      return chat;
    },
    change(id, change) {
      const before = read(byId.get(id));
      if (before === null) return;
      const provider = change.provider === undefined ? before.provider : change.provider;
      const limit = change.limitMicrocredits === undefined ? before.limit : Number(change.limitMicrocredits);
      update.run(id, provider, limit, (change.mayRun ?? before.mayRun) ? 1 : 0);
    },
    entries: (id) =>
      selectEntries.all(id).flatMap(({ entry, message }): StoredEntry[] => {
        const parsed = ChatEntry.safeParse(parse(entry));
        const payload = ChatPayload.safeParse(parse(message));
        return parsed.success ? [{ entry: parsed.data, payload: payload.data ?? null }] : [];
      }),
    add: (id, { entry, payload }) =>
      transaction(database, () => {
        // One that was begun anew meanwhile takes no entries of before.
        if (byId.get(id) === undefined) return;
        insertEntry.run(id, JSON.stringify(entry), payload === null ? null : JSON.stringify(payload));
        prune.run(id);
      }),
    renew: (chat) =>
      transaction(database, () => {
        const next = { ...chat, id: emptyChat(chat.connectionId, chat.projectId).id };
        remove.run(chat.id);
        add(next);
        return next;
      }),
    removeConnection: (connectionId) => void drop.run(connectionId),
  };
}

function parse(text: unknown): unknown {
  if (typeof text !== 'string') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
