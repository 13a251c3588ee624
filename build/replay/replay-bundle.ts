import { buffer } from 'node:stream/consumers';
import * as yauzl from 'yauzl';
import { BundledEdits, replayEdits } from '#core/diagnostics/replay.ts';
import { ArchiveError, readDirectory } from '#shared/archive/directory.ts';
import {
  compareGraphs,
  countChanges,
  validateGraph,
  type ChangeCounts,
  type Graph,
} from '#shared/graph/index.ts';

/** What playing one project of a bundle again came to. */
export interface ReplayedProject {
  /** Its member of the bundle: `projects/1.json`. */
  member: string;
  projectId: string;
  /** Of the document that the edits begin with; null when only edits are in the bundle. */
  fromVersion: number | null;
  /** Null when the edits could not be played. */
  end: { version: number; graph: Graph; changes: ChangeCounts; requests: number } | null;
  /** Why the edits could not be played, and what is not sound about the graph they make. */
  problems: string[];
}

const MEMBER = /^projects\/\d+\.json$/;
/** A bundle is made by a program, but may come from anywhere. */
const LIMITS = { entries: 100, ratio: 250, bytes: 256 * 1024 ** 2 };

/**
 * Plays the edits of every project in a diagnostics bundle again.
 * @throws Error with a sentence when the file is no such bundle.
 */
export async function replayBundle(path: string): Promise<ReplayedProject[]> {
  let zip: yauzl.ZipFile;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw new Error(`${path} is no diagnostics bundle: a ZIP that Save diagnostics… has made.`, {
      cause: error,
    });
  }
  try {
    const replayed: ReplayedProject[] = [];
    for (const entry of await readDirectory(zip, LIMITS)) {
      if (!MEMBER.test(entry.fileName)) continue;
      if (entry.uncompressedSize > LIMITS.bytes) throw new Error(`${entry.fileName} is too large.`);
      const text = (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8');
      replayed.push(replayProject(entry.fileName, JSON.parse(text)));
    }
    return replayed;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new Error(`${path} was refused: ${error.message}.`, { cause: error });
  } finally {
    zip.close();
  }
}

function replayProject(member: string, value: unknown): ReplayedProject {
  const projectId =
    typeof value === 'object' && value !== null && 'projectId' in value ? String(value.projectId) : '';
  const bundled = BundledEdits.safeParse(value);
  if (!bundled.success) {
    const at = bundled.error.issues[0]?.path.join('.') ?? '';
    return { member, projectId, fromVersion: null, end: null, problems: [`It cannot be read (${at}).`] };
  }
  const { document } = bundled.data;
  const fromVersion = document?.version ?? null;
  try {
    const { graph, version, submitted } = replayEdits(bundled.data);
    const before = document?.graph ?? { nodes: [], connections: [] };
    const changes = countChanges(compareGraphs(before, graph));
    const problems = validateGraph(graph).map(({ reason }) => reason);
    return {
      member,
      projectId,
      fromVersion,
      end: { version, graph, changes, requests: submitted },
      problems,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { member, projectId, fromVersion, end: null, problems: [message] };
  }
}

/** One project in a few lines. */
export function replayReport({ member, projectId, fromVersion, end, problems }: ReplayedProject): string {
  const from = fromVersion === null ? 'nothing' : `version ${fromVersion}`;
  const lines = [`${member} ${projectId}`];
  if (end) {
    const { added, removed, changed, moved, wires } = end.changes;
    lines.push(
      `  from ${from} to version ${end.version}, ${end.requests} requests: ${end.graph.nodes.length} nodes, ${end.graph.connections.length} wires`,
      `  ${added} nodes added, ${removed} removed, ${changed} changed, ${moved} moved; ${wires} wires came or went`,
    );
  } else {
    lines.push(`  from ${from}: could not be played to its end`);
  }
  lines.push(...problems.map((problem) => `  problem: ${problem}`));
  return `${lines.join('\n')}\n`;
}
