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
  forgetConnection(connectionId: string): void;
}

/** What services answered last, in a database of its own: it can be lost without harm. */
export function openResponseCache({ folder, clock, log, notices, handles }: CoreContext): ResponseCaches {
  const database = openCheckedDatabase(
    join(folder, 'answers.sqlite'),
    { migrations: RESPONSE_CACHE_MIGRATIONS, synchronous: 'NORMAL', newer: 'beside' },
    () => clock.now(),
    () => notices.add('answers', 'answers.sqlite'),
  );
  handles.add('response cache', database, (open) => open.close());
  const responses = createResponseCache({ database, limit: RESPONSE_CACHE_BYTES, clock, log });
  const documents = createDocumentCache({ database, cache: responses, clock });
  return {
    responses,
    documents,
    forgetConnection(connectionId) {
      responses.forgetConnection(connectionId);
      documents.forgetConnection(connectionId);
    },
  };
}
