import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { connectionStore } from '#core/connections/connection-store.ts';
import { readLogTail } from '#core/diagnostics/log-tail.ts';
import { createRedactor } from '#core/diagnostics/redact.ts';
import { createDraftStore } from '#core/drafts/draft-store.ts';
import { createUndoStore } from '#core/drafts/undo-store.ts';
import { readChannelCall } from '#core/http/read-channel-call.ts';
import { createFileSecretStore } from '#core/secrets/file-secret-store.ts';
import { DESK_MIGRATIONS } from '#core/storage/desk-database.ts';
import { readDroppedText } from '#renderer/editor/canvas/input/dropped-text.ts';
import { pasteOperations } from '#renderer/editor/model/clip.ts';
import { groupText, readGroup } from '#renderer/editor/model/group-file.ts';
import { templateDefinition } from '#shared/groups/index.ts';
import { readStoryboardFile } from '#renderer/storyboard/model/storyboard-file.ts';
import { copiedOfText, textOfCopied } from '#shared/timeline/copied-clips.ts';
import { bytesOf, dataFile, type ReaderRow } from './reader-row.ts';

const NO_PINS = { inputs: [], outputs: [] };

/** What Patchbay has saved itself, on the disk, in its databases, in files for others and on the clipboard. */

const ErrorBody = z.object({ error: z.object({ message: z.string() }) });

const DOCUMENT = { connectionId: 'c', projectId: 'p', kind: 'timeline' } as const;
const NO_NOTES = { idsOf: () => [], add: () => false, settle: () => undefined };

/** A database of the desktop process in memory, with one draft and its steps of undo. */
function savedDocument(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  for (const migration of DESK_MIGRATIONS) database.exec(migration);
  database.exec(`
    INSERT INTO document_drafts (id, connection_id, project_id, kind, window, base_version, changes, written_at, sent)
      VALUES (1, 'c', 'p', 'timeline', 'w', 1, '{"set":1}', '2026-01-01T00:00:00Z', '[]');
    INSERT INTO draft_bases (draft_id, document) VALUES (1, '{}');
    INSERT INTO document_undo (id, connection_id, project_id, kind, window, steps, written_at)
      VALUES (1, 'c', 'p', 'timeline', 'w', '{}', '2026-01-01T00:00:00Z');
    INSERT INTO undo_bases (undo_id, document) VALUES (1, '{}');`);
  return database;
}

/** One column of a row of that database. */
const column = (text: string, statement: string, read: (database: DatabaseSync) => unknown): ReaderRow => {
  let database: DatabaseSync | undefined;
  return {
    smallest: bytesOf(text),
    read(bytes) {
      database ??= savedDocument();
      database.prepare(statement).run(new TextDecoder().decode(bytes));
      return { answer: read(database) };
    },
  };
};
const drafts = (database: DatabaseSync) => createDraftStore(database, NO_NOTES).list(DOCUMENT);
const undo = (database: DatabaseSync) => createUndoStore(database, () => 0).read(DOCUMENT);

export const savedRows: Readonly<Record<string, ReaderRow>> = {
  'requests of a draft': column(
    '[{"key":"k","expectedVersion":4,"before":null,"changes":{"set":1}}]',
    'UPDATE document_drafts SET sent = ?',
    drafts,
  ),
  'changes of a draft': column(
    '{"fields":{"a":{"set":1}}}',
    'UPDATE document_drafts SET changes = ?',
    drafts,
  ),
  'document of a draft': column('{"clips":[{"id":"a"}]}', 'UPDATE draft_bases SET document = ?', drafts),
  'steps of undo': column(
    '{"done":[{"name":"n","before":null,"after":{"set":1}}],"undone":[]}',
    'UPDATE document_undo SET steps = ?',
    undo,
  ),
  connections: dataFile(
    'connections.json',
    JSON.stringify({
      version: 1,
      activeId: 'local',
      connections: [
        {
          id: 'local',
          kind: 'local',
          name: 'L',
          baseUrl: '',
          keyHint: null,
          keyBackend: null,
          createdAt: '2026-01-01T00:00:00Z',
        },
      ],
    }),
    (path) =>
      connectionStore(
        path,
        () => 0,
        () => undefined,
      ).load(),
  ),
  keys: dataFile('keys.json', '{"version":1,"secrets":{"c":"k"}}', (path) =>
    createFileSecretStore(path).ids(),
  ),
  'end of the log': dataFile('log', '{"level":30,"time":1,"msg":"m"}\n{"level":40,"msg":"n"}\n', (path) =>
    readLogTail(path, createRedactor(new Uint8Array(32))),
  ),
  'message of the channel': {
    smallest: bytesOf(
      '{"id":1,"call":"journalAcknowledge","params":{"connectionId":"c","projectId":"p"},"body":{"writer":"w"}}',
    ),
    read(bytes) {
      const read = readChannelCall(bytes);
      return 'call' in read ? { answer: read } : { problem: ErrorBody.parse(read.body).error.message };
    },
  },
  'storyboard file': {
    smallest: bytesOf(
      '{"serviceType":"storyboard","version":1,"sequences":[{"id":"s","shots":[{"id":"h","durationSeconds":2}]}]}',
    ),
    async read(bytes) {
      const read = await readStoryboardFile(new Blob([Uint8Array.from(bytes)]));
      return read.ok ? { answer: read.document } : { problem: read.message };
    },
  },
  'copied nodes': {
    smallest: bytesOf(
      '{"kind":"patchbay/nodes","version":1,"nodes":[{"id":"a","type":"t","inputs":{}}],"connections":[],"notes":[]}',
    ),
    read(bytes) {
      const text = new TextDecoder().decode(bytes);
      const read = pasteOperations(
        text,
        (_clip, corner) => corner,
        () => false,
      );
      return read.ok ? { answer: read.operations } : { problem: read.problem };
    },
  },
  'file with a group': {
    smallest: bytesOf(
      groupText({
        name: 'G',
        definition: templateDefinition('G', { nodes: [{ id: 'a', type: 't' }], connections: [] }, NO_PINS),
      }),
    ),
    read(bytes) {
      const read = readGroup(new TextDecoder().decode(bytes));
      return read.ok ? { answer: read.definition } : { problem: read.problem };
    },
  },
  'copied clips': {
    smallest: bytesOf(
      textOfCopied({ clips: [], tracks: [{ id: 't', name: 'T', isSound: false, kind: 'picture' }] }),
    ),
    read: (bytes) => ({ answer: copiedOfText(new TextDecoder().decode(bytes)) }),
  },
  'dropped text': {
    smallest: Buffer.from('caf\u00e9 au lait', 'latin1'),
    async read(bytes) {
      const read = await readDroppedText(new File([Uint8Array.from(bytes)], 'a.txt'));
      return read?.text == null && read?.note ? { problem: read.note } : { answer: read };
    },
  },
};
