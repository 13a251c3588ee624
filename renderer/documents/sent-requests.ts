import { applyChanges, changesBetween, type DocumentChanges } from '#shared/document/changes.ts';
import type { LeftDraft } from '#shared/documents/left-drafts.ts';
import type { DocumentRequest, SentRequest } from '#shared/documents/requests.ts';
import type { DocumentDraft } from '#shared/desk/index.ts';
import { failureOf } from '#renderer/desk/index.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentPorts } from './document-ports.ts';

/** Drafts as they lie on the disk, and what became of the requests in them. */

type Outcome = 'taken' | 'not-taken' | 'unknown';

/**
 * What windows left that are there no more. The requests they had out are sent again, each under its key.
 * @param isAway the service did not answer just now: it is not asked, as each question might wait for a minute.
 */
export async function claimDrafts<D>(
  kind: DocumentKind<D>,
  ports: DocumentPorts,
  isAway = false,
): Promise<LeftDraft<D>[]> {
  const found: LeftDraft<D>[] = [];
  for (const draft of await ports.drafts.claim().catch(() => [])) {
    const requested: { sent: SentRequest<D>; outcome: Outcome }[] = [];
    for (const sent of requestsOf<D>(draft)) {
      requested.push({ sent, outcome: isAway ? 'unknown' : await outcomeOf(kind, ports, sent.request) });
    }
    const those = (which: Outcome) =>
      requested.filter(({ outcome }) => outcome === which).map(({ sent }) => sent);
    found.push({
      window: draft.window,
      version: draft.baseVersion,
      base: draft.base,
      document: documentOf(draft),
      taken: those('taken'),
      notTaken: those('not-taken'),
      unknown: those('unknown'),
    });
  }
  return found;
}

/** The document of a draft; undefined where its changes do not fit. */
function documentOf({ base, changes }: DocumentDraft): unknown {
  try {
    // What a page wrote with `changesBetween`; what does not fit is refused by the checks.
    return applyChanges(base, changes as DocumentChanges | null);
  } catch {
    return undefined;
  }
}

/** @param base of the draft that says so. */
export const writtenRequests = <D>(base: D, submitted: readonly SentRequest<D>[]): DocumentDraft['sent'] =>
  submitted.map(({ before, request }) => ({
    key: request.key,
    expectedVersion: request.expectedVersion,
    before: changesBetween(base, before),
    changes: changesBetween(base, request.document),
  }));

/** The requests that a draft has out, word by word; none where they cannot be read. */
function requestsOf<D>({ base, sent }: DocumentDraft): SentRequest<D>[] {
  // What does not fit is refused by the service.
  const created = (changes: unknown) => applyChanges(base, changes as DocumentChanges | null) as D;
  try {
    return sent.map(({ key, expectedVersion, before, changes }) => ({
      before: created(before),
      request: { key, expectedVersion, document: created(changes) },
    }));
  } catch {
    return [];
  }
}

/** Asks the service under the key of a request what became of it. */
async function outcomeOf<D>(
  kind: DocumentKind<D>,
  { api, projectId }: Pick<DocumentPorts, 'api' | 'projectId'>,
  request: DocumentRequest<D>,
): Promise<Outcome> {
  try {
    await kind.write(api, projectId, request);
    return 'taken';
  } catch (error) {
    const failure = failureOf(error).kind;
    return failure === 'stale' || failure === 'refused' || failure === 'gone' ? 'not-taken' : 'unknown';
  }
}
