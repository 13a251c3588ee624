import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { CoreContext } from '../feature.ts';
import { openCheckedDatabase } from '../storage/checked-database.ts';
import { createDocumentCache, type DocumentCache } from './document-cache.ts';
import { createResponseCache, RESPONSE_CACHE_MIGRATIONS, type ResponseCache } from './response-cache.ts';

const RESPONSE_CACHE_BYTES = 256 * 1024 ** 2;

export interface ResponseCaches {
  responses: ResponseCache;
  documents: DocumentCache;
  /** Drops what was cached of a connection: it is gone, or leads to another service. */
  removeConnection(connectionId: string): void;
}

/** The file was called `answers.sqlite` before; what it holds is still read. */
function adoptPreviousFile(path: string, previous: string): void {
  if (existsSync(path) || !existsSync(previous)) return;
  // The log and its index first: a database without them would lose its last writes.
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(previous + suffix)) renameSync(previous + suffix, path + suffix);
  }
}

/** What services answered last, in a database of its own: it can be lost without harm. */
export function openResponseCache({ folder, clock, log, notices, handles }: CoreContext): ResponseCaches {
  const path = join(folder, 'responses.sqlite');
  adoptPreviousFile(path, join(folder, 'answers.sqlite'));
  const database = openCheckedDatabase(
    path,
    { migrations: RESPONSE_CACHE_MIGRATIONS, synchronous: 'NORMAL', newer: 'beside' },
    () => clock.now(),
    (reason) => notices.add(reason === 'newer' ? 'responses-newer' : 'responses', 'responses.sqlite'),
  );
  handles.add('response cache', database, (open) => open.close());
  const responses = createResponseCache({ database, limit: RESPONSE_CACHE_BYTES, clock, log });
  const documents = createDocumentCache({ database, cache: responses, clock });
  return {
    responses,
    documents,
    removeConnection(connectionId) {
      responses.removeConnection(connectionId);
      documents.removeConnection(connectionId);
    },
  };
}
