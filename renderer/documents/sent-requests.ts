import { applyChanges, changesBetween, type DocumentChanges } from '#shared/document/changes.ts';
import type { DocumentDraft } from '#shared/desk/index.ts';
import { failureOf } from '#renderer/desk/index.ts';
import type { DocumentKind, DocumentRequest, ReadDocument } from './document-kind.ts';
import type { DocumentPorts } from './document-ports.ts';

/**
 * What became of requests to save that windows had out when they went. What the service took of them is no change of somebody
 * else: taken for one, it would bring back what was taken away again while the request was out.
 */

/** A request to save of which nobody knows yet whether the service has taken it. */
export interface SentRequest<D> {
  /** The document that its changes were made on. */
  before: D;
  request: DocumentRequest<D>;
}

/** A draft of a window that is gone, with the requests that it had out. */
export interface FoundDraft<D> {
  draft: DocumentDraft;
  taken: readonly SentRequest<D>[];
  /** The service says it has not, or not any more, as it forgets keys after a day. */
  notTaken: readonly SentRequest<D>[];
  /** The service is away and cannot say. */
  unknown: readonly SentRequest<D>[];
}

type Outcome = 'taken' | 'not-taken' | 'unknown';

/**
 * What windows left that are there no more. The requests they had out are sent again, each under its key.
 * @param isAway the service did not answer just now: it is not asked, as each question might wait for a minute.
 */
export async function claimDrafts<D>(
  kind: DocumentKind<D>,
  ports: DocumentPorts,
  isAway = false,
): Promise<FoundDraft<D>[]> {
  const found: FoundDraft<D>[] = [];
  for (const draft of await ports.drafts.claim().catch(() => [])) {
    const asked: { sent: SentRequest<D>; outcome: Outcome }[] = [];
    for (const sent of requestsOf<D>(draft)) {
      asked.push({ sent, outcome: isAway ? 'unknown' : await outcomeOf(kind, ports, sent.request) });
    }
    const those = (which: Outcome) =>
      asked.filter(({ outcome }) => outcome === which).map(({ sent }) => sent);
    found.push({
      draft,
      taken: those('taken'),
      notTaken: those('not-taken'),
      unknown: those('unknown'),
    });
  }
  return found;
}

/** @param base of the draft that says so. */
export const writtenRequests = <D>(base: D, sent: readonly SentRequest<D>[]): DocumentDraft['sent'] =>
  sent.map(({ before, request }) => ({
    key: request.key,
    expectedVersion: request.expectedVersion,
    before: changesBetween(base, before),
    changes: changesBetween(base, request.document),
  }));

/** The requests that a draft has out, word by word; none where they cannot be read. */
function requestsOf<D>({ base, sent }: DocumentDraft): SentRequest<D>[] {
  // What does not fit is refused by the service.
  const made = (changes: unknown) => applyChanges(base, changes as DocumentChanges | null) as D;
  try {
    return sent.map(({ key, expectedVersion, before, changes }) => ({
      before: made(before),
      request: { key, expectedVersion, document: made(changes) },
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

/**
 * Asks what became of requests.
 * @returns what the service has now, and those that it has taken; null while it cannot say.
 */
export async function settleRequests<D>(
  kind: DocumentKind<D>,
  { api, projectId }: Pick<DocumentPorts, 'api' | 'projectId'>,
  requests: readonly SentRequest<D>[],
): Promise<{ read: ReadDocument; taken: SentRequest<D>[] } | null> {
  const known = new Set<SentRequest<D>>();
  for (const sent of requests) {
    const outcome = await outcomeOf(kind, { api, projectId }, sent.request);
    if (outcome === 'unknown') return null;
    if (outcome === 'taken') known.add(sent);
  }
  const read = await kind.read(api, projectId, false).catch(() => null);
  if (read === null) return null;
  const checked = kind.check(read.document);
  const isThere = (sent: SentRequest<D>) => checked.ok && hasRequest(kind, checked.document, sent);
  return { read, taken: requests.filter((sent) => known.has(sent) || isThere(sent)) };
}

/** A document with what these requests did, as far as it does not have it. */
export const withRequests = <D>(kind: DocumentKind<D>, document: D, requests: readonly SentRequest<D>[]): D =>
  requests.reduce((now, { before, request }) => kind.merge(before, request.document, now).document, document);

/**
 * Whether a document has all that a request would do; in whatever sequence, as others may have moved things since, unless it
 * only moves things itself.
 */
export function hasRequest<D>(kind: DocumentKind<D>, document: D, sent: SentRequest<D>): boolean {
  const missing = changesBetween(document, withRequests(kind, document, [sent]));
  if (missing === null) return true;
  return isSequenceOnly(missing) && !isSequenceOnly(changesBetween(sent.before, sent.request.document));
}

function isSequenceOnly(changes: DocumentChanges | null): boolean {
  if (changes === null) return true;
  if ('set' in changes) return false;
  if ('fields' in changes) {
    // The order of a scene, shot or panel is the number of its place.
    return Object.entries(changes.fields).every(
      ([field, change]) => field === 'order' || (change !== null && isSequenceOnly(change)),
    );
  }
  const { gone, added, items } = changes;
  return gone.length + added.length === 0 && Object.values(items).every(isSequenceOnly);
}

/** Drafts whose requests have to be asked for again: what the service has taken of them could not be read. */
export const asUnknown = <D>(drafts: readonly FoundDraft<D>[]): FoundDraft<D>[] =>
  drafts.map((draft) => ({ ...draft, taken: [], unknown: [...draft.taken, ...draft.unknown] }));
