import { endpoints } from '#shared/api/index.ts';
import { savedCanvas, type SavedCanvas } from '#shared/canvas/metadata.ts';
import { applyCanvasLenient, coalesceCanvas } from '#shared/canvas/operations.ts';
import {
  type JournalEntry,
  type JournalInFlight,
  type JournalState,
  type UndoStacks,
} from '#shared/desk/index.ts';
import { coalesce } from '#shared/graph/coalesce.ts';
import { applyLenient } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { HistoryOwner } from '../model/history.ts';
import type { EditorPorts, JournalPort } from '../ports.ts';
import { finishedUndo, rebaseEntries, type ScreenCanvas } from '#shared/graph-saving/index.ts';
import {
  failureOf,
  isDiskFull,
  isOutcomeUnknown,
  readDocument,
  type ReadDocument,
} from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.editorSync.openDocument;

/** What opening a document found: the graph to show, and edits a crash left behind. */
export interface LoadedDocument {
  name: string;
  version: number;
  /** What the service holds at `version`. */
  confirmed: Graph;
  /** With what it has beside the graph. */
  saved: SavedCanvas;
  /** With the edits that were brought back. */
  graph: Graph;
  canvas: ScreenCanvas;
  /** Edits that were journaled and never sent, in order; they may have been made on an older version. */
  left: readonly JournalEntry[];
  /** What the journal had when it was read, those among them included that the service turned out to have. */
  found: readonly JournalEntry[];
  /** The disk is full: the journal has `left` as it was before the service was asked, and is to be written anew. */
  isUnwritten: boolean;
  /** A request for some of them that was sent and not answered since; it goes on under its key. */
  unsettled: JournalInFlight | null;
  /** Of `left`, what was sent and refused when it was asked about again: it may have been taken the first time. */
  doubtful: readonly string[];
  supported: ReadonlySet<string> | null;
  warnings: readonly string[];
  /** The undo history as it was journaled; a gesture that a kill cut off is a step of it. */
  history: UndoStacks;
  /** Whether the last step was cut off so: the journal does not have it as a step yet. */
  wasTruncated: boolean;
  /** What another window of this computer, which writes, has journaled; null when this one writes. */
  followed: readonly JournalEntry[] | null;
  /** Whether the project was deleted elsewhere: the document is from the local history, and journaled edits stand on it. */
  isMissing: boolean;
  /** When the document was known, because the service is away; null when it has just answered. */
  cachedAt: string | null;
  /** A sentence about the journal or the service that a person should know. */
  notice: string | null;
}

/**
 * Opens a project: takes over what windows that are gone left, sends again what was in flight (same key, so that it
 * counts once), and reads the document. What is left is merged by the driver, which can ask.
 */
export async function openDocument(ports: EditorPorts): Promise<LoadedDocument> {
  const ahead = ports.documentAhead?.() ?? null;
  const supporting = ports.supportedOperations().catch(() => null);
  const journal = await ports.journal.claim(false);
  const { left, ...resent } = journal.writing
    ? await resend(ports, journal)
    : { left: [], unsettled: null, doubtful: [], isUnwritten: false };
  const [{ response, cachedAt, isMissing }, supported] = await Promise.all([
    documentOf(ports, journal, ahead).catch((error: unknown) => readDeleted(ports, left, error)),
    supporting,
  ]);
  const confirmed = response.document.graph;
  const pending = journal.writing ? left : journal.entries;
  const operations = coalesce(pending.flatMap((entry) => entry.operations));
  const saved = savedCanvas(response.metadata ?? {});
  const canvas = coalesceCanvas(pending.flatMap((entry) => entry.canvas ?? []));
  return {
    name: response.name,
    version: response.version,
    confirmed,
    saved,
    canvas: { ...saved, items: applyCanvasLenient(saved.items, canvas).items },
    graph: pending.length === 0 ? confirmed : applyLenient(confirmed, operations).graph,
    left,
    ...resent,
    found: journal.entries,
    supported: supported ? new Set(supported) : null,
    warnings: [
      ...(saved.problem === null ? [] : [saved.problem]),
      ...(saved.groupsProblem == null ? [] : [saved.groupsProblem]),
      ...(response.warnings ?? []).map((warning) => warning.message),
    ],
    history: journal.writing ? finishedUndo(journal.history) : journal.history,
    wasTruncated: journal.writing && journal.history.held !== undefined,
    followed: journal.writing ? null : journal.entries,
    isMissing,
    cachedAt,
    notice: journal.notice ?? (cachedAt === null && !isMissing ? wentBack(left, response.version) : null),
  };
}

/** Who goes on with which steps: a window that opens alone with all there are, else with those it made before it was loaded anew. */
export const historyOwner = (
  { window, previousWindows }: JournalPort,
  { followed }: Pick<LoadedDocument, 'followed'>,
): HistoryOwner => ({
  window,
  adopts: (by) => followed === null || (by !== null && previousWindows.includes(by)),
});

interface Document {
  name: string;
  version: number;
  document: { graph: Graph };
  metadata?: Readonly<Record<string, unknown>> | undefined;
  warnings?: readonly { message: string }[] | undefined;
}
type FoundDocument = { response: Document } & Pick<LoadedDocument, 'cachedAt' | 'isMissing'>;

/**
 * What was read before the journal was claimed counts only where nothing had been journaled, and while the service still
 * has that version: another window may have saved and gone between the two.
 */
async function documentOf(
  ports: EditorPorts,
  { writing, entries, inFlight }: JournalState,
  ahead: Promise<ReadDocument> | null,
): Promise<FoundDocument> {
  if (ahead && writing && entries.length === 0 && inFlight.length === 0) {
    const [read, current] = await Promise.all([
      ahead.catch(() => null),
      ports.api(endpoints.projects.get, { params: { project_id: ports.projectId } }).catch(() => null),
    ]);
    if (read && isCurrent(read, current)) return { ...read, isMissing: false };
  }
  return { ...(await readDocument(ports.api, ports.projectId)), isMissing: false };
}

/** Whether a document is what the service has; the stored one also counts while it is away. */
const isCurrent = (
  { response, cachedAt }: ReadDocument,
  current: { version: number; name: string } | null,
): boolean =>
  current === null
    ? cachedAt !== null
    : current.version === response.version && current.name === response.name;

/**
 * A project that was deleted elsewhere opens as the local history has it while edits of it wait here, so that it can be
 * recreated with them. @throws the error for any other.
 */
async function readDeleted(
  ports: EditorPorts,
  left: readonly JournalEntry[],
  error: unknown,
): Promise<FoundDocument> {
  if (left.length === 0 || failureOf(error).kind !== 'gone') throw error;
  const last = await ports.lastVersion?.().catch(() => null);
  if (!last) throw error;
  const existing = await ports.cachedProject?.().catch(() => null);
  const { version, graph } = last;
  const response: Document = {
    name: existing?.details.name ?? t.recoveredProject,
    version,
    document: { graph },
    metadata: existing?.details.metadata,
  };
  return { response, cachedAt: null, isMissing: true };
}

/** Asks again what became of requests that nobody received a response to, and takes out of the journal what the service has. */
async function resend(
  ports: EditorPorts,
  { entries, inFlight }: JournalState,
): Promise<Pick<LoadedDocument, 'left' | 'unsettled' | 'doubtful' | 'isUnwritten'>> {
  const used = new Set<string>();
  const doubtful: string[] = [];
  let unsettled: JournalInFlight | null = null;
  for (const { entryIds, expectedVersion, idempotencyKey } of inFlight) {
    const ids = new Set(entryIds);
    const submitted = entries.filter((entry) => ids.has(entry.id));
    if (submitted.some((entry) => (entry.canvas?.length ?? 0) > 0)) {
      // It went with the whole of a document that is not here any more: the document shows whether it was taken.
      doubtful.push(...entryIds);
      continue;
    }
    const operations = coalesce(submitted.flatMap((entry) => entry.operations));
    try {
      if (operations.length > 0) {
        await ports.api(endpoints.projects.patchDocument, {
          params: { project_id: ports.projectId },
          body: { expectedVersion, operations },
          idempotencyKey,
        });
      }
      for (const id of entryIds) used.add(id);
    } catch (error) {
      // It may have been taken: the driver goes on asking, or looks whether the document shows it.
      if (isOutcomeUnknown(error)) unsettled ??= { entryIds, expectedVersion, idempotencyKey };
      else doubtful.push(...entryIds);
    }
  }
  if (used.size === 0) return { left: entries, unsettled, doubtful, isUnwritten: false };
  const left = rebaseEntries(
    entries.filter((entry) => used.has(entry.id)),
    entries.filter((entry) => !used.has(entry.id)),
  );
  try {
    await ports.journal.replace({ replaced: entries.map((entry) => entry.id), entries: left });
    if (unsettled) await ports.journal.sending(unsettled);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    // The project opens all the same, and for what the service has there is room on a full disk.
    await ports.journal.acknowledge([...used], null);
    return { left, unsettled, doubtful, isUnwritten: left.length > 0 };
  }
  return { left, unsettled, doubtful, isUnwritten: false };
}

/** Edits that were made on a later version than the service has now. */
function wentBack(left: readonly JournalEntry[], version: number): string | null {
  const latest = Math.max(0, ...left.map((entry) => entry.baseVersion));
  if (latest <= version) return null;
  return t.serviceVersionProjectYour(version, latest);
}
