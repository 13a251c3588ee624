import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { DeskStatus, Settings, Upload } from '#shared/desk/index.ts';
import { systemErrorCode } from '../desk-error.ts';
import { runInSlices } from '../slices.ts';
import type { DocumentCache } from '../response-cache/document-cache.ts';
import type { Connections } from '../connections/connections.ts';
import { isLoopback } from '../api/base-url.ts';
import type { RunReader } from '../runs/run-reader.ts';
import type { Clock } from '../options.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { EventLog } from './event-log.ts';
import { readLogTail } from './log-tail.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { webStreamOf } from '../web-stream.ts';

/** A ZIP for whoever is asked for help: what happened, without what it was about. */

export interface BundleOptions {
  status: () => DeskStatus;
  settings: () => Settings;
  connections: Connections;
  uploads: Uploads;
  runs: Pick<RunReader, 'list'>;
  documents: DocumentCache;
  events: EventLog;
  /** Folder of the edit journals. */
  journal: string;
  /** The app's log file. */
  logFile: string;
  clock: Clock;
}

const PROJECTS = 10;
const JOURNAL_LINES = 2_000;

const README = `Patchbay diagnostics

This file was made because somebody asked for it, and it goes nowhere by itself: send it to whoever helps you.

What is in it
  summary.json      versions of Patchbay, Node and the system; what was damaged at the start; settings
  connections.json  for each connection its kind, whether it is on this computer, and its state; no address, no key
  uploads.json      for each upload its state, size, type and kind of failure; no file name, no content
  runs.json         ids, states and times of runs; no inputs, no outputs
  events.jsonl      the last calls to services (which operation, how it ended, how long it took) and what pages were sent
  log.jsonl         the end of the app's log
  projects/         for projects edited last: the graph as it was last known, edits saved since, edits that wait

What is not in it
  keys and tokens of any kind, addresses of services, signed addresses, pictures, sounds and other files, file names,
  names of projects, titles of nodes, and texts that were typed. In graphs and edits each text is replaced by
  text-<code>-<length>. The same text has the same code within this file and another one in any other.

Edits can be replayed: the graph, then the saved edits, then those that wait, give the project as it was on screen.
`;

/** The ZIP, as a download with its name. */
export async function diagnosticsResponse(options: BundleOptions): Promise<Response> {
  const redactor = createRedactor(randomBytes(32));
  const timestamp = new Date(options.clock.now()).toISOString();
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const json = (name: string, value: unknown) => add(name, `${JSON.stringify(value, null, 2)}\n`);
  const lines = (name: string, values: readonly unknown[]) =>
    add(name, values.map((value) => `${JSON.stringify(value)}\n`).join(''));

  add('README.txt', README);
  json('summary.json', summaryOf(options, redactor, timestamp));
  json('connections.json', connectionsOf(options.connections));
  json('uploads.json', options.uploads.list().map(redactNames));
  const { connections } = options.connections.list();
  json(
    'runs.json',
    connections.flatMap(({ id }) => options.runs.list(id).slice(0, 50)),
  );
  lines('events.jsonl', options.events.lines());
  lines('log.jsonl', await readLogTail(options.logFile, redactor));
  const journals = await readJournals(options.journal);
  for (const [index, project] of projectsOf(options, journals).entries()) {
    // One at a time, when its turn in the ZIP comes: together they may be hundreds of megabytes.
    zip.addReadStreamLazy(`projects/${index + 1}.json`, (attach) => {
      bundledProject(options, redactor, project).then(
        (bundled) => attach(null, Readable.from([`${JSON.stringify(bundled)}\n`])),
        (error: unknown) => attach(error, Readable.from([])),
      );
    });
  }
  zip.end();
  // Typed as the least a stream can be; it is one that can be read.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('The ZIP failed.')),
  );
  const body = webStreamOf(output);
  const name = `patchbay-diagnostics-${timestamp.slice(0, 19).replaceAll(/[:T]/g, '-')}.zip`;
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}

function summaryOf({ status, settings }: BundleOptions, redactor: Redactor, timestamp: string) {
  const { host, version, platform, localService, notices = [] } = status();
  const { layout: _layout, ...preferences } = settings();
  return {
    made: timestamp,
    patchbay: version,
    host,
    platform,
    architecture: process.arch,
    versions: {
      node: process.versions.node,
      electron: process.versions['electron'] ?? null,
      sqlite: process.versions['sqlite'] ?? null,
    },
    localService: localService.state,
    notices: notices.map(({ id }) => id),
    settings: redactor.edits(preferences),
  };
}

const connectionsOf = (connections: Connections) =>
  connections.list().connections.map(({ id, kind, baseUrl, state, createdAt, offlineSince }) => ({
    id,
    kind,
    isActive: id === connections.activeId,
    isLocalService: URL.canParse(baseUrl) && isLoopback(new URL(baseUrl)),
    isEncrypted: baseUrl.startsWith('https:'),
    state,
    offlineSince: offlineSince ?? null,
    createdAt,
  }));

/** What one project of a bundle holds; `replay` goes through it in this order. */
interface BundledProject {
  connectionId: string;
  projectId: string;
  /** As it was last read whole; null when only edits are known. */
  document: { version: number; graph: unknown } | null;
  /** Taken by the service since. */
  saved: { fromVersion: number; toVersion: number; operations: unknown }[];
  /** Lines of the journal: edits that wait. */
  journal: unknown[];
}

interface SelectedProject {
  connectionId: string;
  projectId: string;
  /** Lines of its journals. */
  lines: readonly unknown[];
}

/** The projects that were edited or read last. */
function projectsOf({ documents }: BundleOptions, journals: readonly ReadJournal[]): SelectedProject[] {
  const found = new Map<string, SelectedProject>();
  for (const { connectionId, projectId } of [...journals, ...documents.recent(PROJECTS)]) {
    const lines = journals
      .filter((journal) => journal.connectionId === connectionId && journal.projectId === projectId)
      .flatMap((journal) => journal.lines);
    found.set(JSON.stringify([connectionId, projectId]), { connectionId, projectId, lines });
  }
  return [...found.values()].slice(0, PROJECTS);
}

async function bundledProject(
  { documents }: BundleOptions,
  redactor: Redactor,
  { connectionId, projectId, lines }: SelectedProject,
): Promise<BundledProject> {
  const hidden = (value: unknown) => runInSlices(redactor.editsInSlices(value));
  const cached = documents.cached(connectionId, projectId);
  const document = cached && { version: cached.version, graph: await hidden(cached.graph) };
  const saved: BundledProject['saved'] = [];
  for (const edit of documents.edits(connectionId, projectId)) {
    saved.push({ ...edit, operations: await hidden(edit.operations) });
  }
  const journal: unknown[] = [];
  for (const line of lines) journal.push(await hidden(line));
  return { connectionId, projectId, document, saved, journal };
}

const redactNames = ({
  filename: _name,
  error: _sentence,
  nodeId: _node,
  input: _input,
  ...remaining
}: Upload) => remaining;

interface ReadJournal {
  connectionId: string;
  projectId: string;
  lines: unknown[];
}

async function readJournals(folder: string): Promise<ReadJournal[]> {
  const journals: ReadJournal[] = [];
  for (const connectionId of await namesIn(folder)) {
    for (const file of await namesIn(join(folder, connectionId))) {
      if (!file.endsWith('.jsonl')) continue;
      const text = await readFile(join(folder, connectionId, file), 'utf8').catch(() => '');
      const lines = text
        .split('\n')
        .slice(-JOURNAL_LINES)
        .flatMap((line) => parsed(line));
      journals.push({ connectionId, projectId: file.slice(0, -'.jsonl'.length), lines });
    }
  }
  return journals;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

/** A line that was cut off by a crash is left out. */
function parsed(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
