import { endpoints } from '#shared/api/index.ts';
import type { JournalEntry, UndoStacks } from '#shared/desk/index.ts';
import { coalesce } from '#shared/graph/coalesce.ts';
import { applyWhatFits } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { EditorPorts } from '../ports.ts';
import { failureOf } from './failure.ts';

/** What opening a document found: the graph to show, and edits a crash left behind. */
export interface OpenedDocument {
  name: string;
  version: number;
  /** What the service holds at `version`. */
  confirmed: Graph;
  /** With the edits that were brought back. */
  graph: Graph;
  /** Edits that were kept and never sent, in order; they may have been made on an older version. */
  left: readonly JournalEntry[];
  supported: ReadonlySet<string> | null;
  warnings: readonly string[];
  /** The undo history as it was kept. */
  history: UndoStacks;
  /** What another window of this computer, which writes, has kept; null when this one writes. */
  followed: readonly JournalEntry[] | null;
  /** A sentence about the journal or the service that a person should know. */
  notice: string | null;
}

/**
 * Opens a project: takes over what windows that are gone left, sends again what was in flight (same key, so that it
 * counts once), and reads the document. What is left is merged by the driver, which can ask.
 */
export async function openDocument(ports: EditorPorts): Promise<OpenedDocument> {
  const params = { project_id: ports.projectId };
  const journal = await ports.journal.claim(false);
  let left: readonly JournalEntry[] = journal.writing ? journal.entries : [];
  for (const inFlight of journal.writing ? journal.inFlight : []) {
    const ids = new Set(inFlight.entryIds);
    const operations = coalesce(
      left.filter((entry) => ids.has(entry.id)).flatMap((entry) => entry.operations),
    );
    try {
      if (operations.length > 0) {
        await ports.api(endpoints.projects.patchDocument, {
          params,
          body: { expectedVersion: inFlight.expectedVersion, operations },
          idempotencyKey: inFlight.idempotencyKey,
        });
      }
      await ports.journal.acknowledge(inFlight.entryIds);
      left = left.filter((entry) => !ids.has(entry.id));
    } catch (error) {
      // Stale: nothing was taken under this key, the edits are merged as if never sent. Unreachable: the document
      // cannot be read either, and that says it.
      const failure = failureOf(error);
      if (failure.kind === 'unreachable') throw error;
    }
  }
  const [answer, supported] = await Promise.all([
    ports.api(endpoints.projects.getDocument, { params }),
    ports.supportedOperations().catch(() => null),
  ]);
  const confirmed = answer.document.graph;
  const waiting = journal.writing ? left : journal.entries;
  const operations = coalesce(waiting.flatMap((entry) => entry.operations));
  return {
    name: answer.name,
    version: answer.version,
    confirmed,
    graph: waiting.length === 0 ? confirmed : applyWhatFits(confirmed, operations).graph,
    left,
    supported: supported ? new Set(supported) : null,
    warnings: (answer.warnings ?? []).map((warning) => warning.message),
    history: journal.history,
    followed: journal.writing ? null : journal.entries,
    notice: journal.notice ?? wentBack(left, answer.version),
  };
}

/** Edits that were made on a later version than the service has now. */
function wentBack(left: readonly JournalEntry[], version: number): string | null {
  const newest = Math.max(0, ...left.map((entry) => entry.baseVersion));
  if (newest <= version) return null;
  return `The service holds version ${version} of this project; your kept edits were made on version ${newest}. It may have been restored from a backup: look at what is here before you go on.`;
}
