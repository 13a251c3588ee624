import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import * as yauzl from 'yauzl';
import { EditableGraphDocument } from '#shared/api/index.ts';
import { ArchiveError, readDirectory } from '#shared/archive/directory.ts';
import { CANVAS_KEY, type CanvasItems } from '#shared/canvas/items.ts';
import { readCanvas } from '#shared/canvas/metadata.ts';
import { validateGraph, type Graph } from '#shared/graph/index.ts';
import {
  mediumMember,
  PROJECT_FILE_FORMAT,
  PROJECT_FILE_VERSION,
  ProjectFileManifest,
  projectFileMembers,
} from '#shared/project-file/index.ts';
import {
  readJson,
  validate,
  validateInSlices,
  type ReadingLimits,
  type ReadingProblemCode,
} from '#shared/reading/index.ts';
import { DeskError } from '../desk-error.ts';

/**
 * A project file, open for reading. Its directory is checked as a whole before any byte is inflated; then the manifest is
 * read, and only members that it names can be opened at all. Nothing is written under a name from the file.
 */

export const ARCHIVE_LIMITS = {
  entries: 10_000,
  /** Inflated bytes of all members. */
  totalBytes: 64 * 1024 ** 3,
  /** Of one document. */
  documentBytes: 16 * 1024 ** 2,
  ratio: 250,
  /** Levels of JSON. */
  depth: 200,
};
export type ArchiveLimits = typeof ARCHIVE_LIMITS;

/** Counts of one document: a graph of 50,000 nodes, a timeline of 50,000 clips. */
const MEMBER_LIMITS: Omit<ReadingLimits, 'bytes' | 'depth'> = {
  values: 2_000_000,
  items: 200_000,
  keys: 50_000,
  distinctKeys: 100_000,
};

const PARSE_ERRORS: Record<ReadingProblemCode, string> = {
  TOO_LARGE: 'is too large',
  TOO_DEEP: 'is nested too deeply',
  TOO_MANY_VALUES: 'holds too many values',
  TOO_MANY_ITEMS: 'holds too long a list',
  TOO_MANY_KEYS: 'holds an object of too many keys',
  TOO_MANY_NUMBER_KEYS: 'holds too many keys that are numbers',
  TOO_MANY_DISTINCT_KEYS: 'holds too many different keys',
  NOT_UTF8: 'cannot be unpacked',
  CUT_OFF: 'cannot be unpacked',
  ABORTED: 'cannot be unpacked',
  EMPTY: 'is no JSON',
  NOT_JSON: 'is no JSON',
};

export interface ProjectFile {
  manifest: ProjectFileManifest;
  graph: Graph;
  /** Frames, notes and looks of nodes; null when there are none that can be read. */
  canvas: CanvasItems | null;
  /** As they came; the service judges them. */
  storyboard: unknown;
  timeline: unknown;
  /** The bytes of a medium; the stream fails when they are more or fewer than the file says. */
  openMedium(sha256: string): Promise<Readable>;
  /** @throws DeskError unless every medium is there and is what its hash says. */
  checkMedia(onRead: (bytes: number) => void, signal: AbortSignal): Promise<void>;
  close(): void;
}

const rejected = (reason: string): DeskError =>
  new DeskError('INVALID_REQUEST', `The file was refused: ${reason}. Export the project again.`);
const noProject = (): DeskError =>
  new DeskError(
    'INVALID_REQUEST',
    'This is not a project file. Choose one that ends in .patchbay, made by Export project.',
  );
const damaged = (): DeskError =>
  new DeskError(
    'INVALID_REQUEST',
    'This project file is incomplete or damaged. Copy it again from where it came from, or export the project again.',
  );
const unknownBytes = (): DeskError =>
  new DeskError(
    'INVALID_REQUEST',
    'This is not a project file, or it is damaged. Choose one that ends in .patchbay; if it is one, export the project again.',
  );

/** Members by name. */
async function membersOf(
  zip: yauzl.ZipFile,
  limits: ArchiveLimits,
): Promise<ReadonlyMap<string, yauzl.Entry>> {
  const entries = await readDirectory(zip, limits).catch((error: unknown) => {
    throw error instanceof ArchiveError ? rejected(error.message) : error;
  });
  const members = new Map(entries.map((entry) => [entry.fileName, entry]));
  if (members.size < entries.length) throw rejected('a name is in it twice');
  const total = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (total > limits.totalBytes) throw rejected('it is too large when unpacked');
  return members;
}

/** What every archive that is not empty begins with. */
const FIRST_BYTES = Buffer.from('PK\u0003\u0004', 'latin1');

/** Whether a file that cannot be opened begins as one that could: it was cut, or its directory is damaged. */
async function beginsAsArchive(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(FIRST_BYTES.length), 0, FIRST_BYTES.length, 0);
    return buffer.equals(FIRST_BYTES);
  } finally {
    await file.close();
  }
}

/** Opens a project file that lies on the disk; close it when done. @throws DeskError with a sentence. */
export async function openProjectFile(
  path: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<ProjectFile> {
  let zip: yauzl.ZipFile;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
    // What concerns an entry comes with it; a late error, as of closing the file, has nobody else to hear it.
    zip.on('error', () => undefined);
  } catch (error) {
    const problem = (await beginsAsArchive(path)) ? damaged() : unknownBytes();
    throw Object.assign(problem, { cause: error });
  }
  try {
    return await readProjectFile(zip, limits);
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** @param value the member as it was parsed. @throws DeskError for what is no graph. */
async function graphOf(value: unknown): Promise<Graph> {
  const slices = validateInSlices(EditableGraphDocument, value);
  for (;;) {
    const step = slices.next();
    if (!step.done) {
      await yieldToEventLoop();
      continue;
    }
    if (!step.value.ok) throw rejected('its document is no graph');
    return step.value.value.graph;
  }
}

/** What lies around the graph comes along where it can be read, and is no reason to refuse a file. */
function canvasOf(document: unknown): CanvasItems | null {
  if (typeof document !== 'object' || document === null || !('canvas' in document)) return null;
  const canvas = readCanvas({ [CANVAS_KEY]: document.canvas });
  return canvas.ok ? canvas.items : null;
}

async function readProjectFile(zip: yauzl.ZipFile, limits: ArchiveLimits): Promise<ProjectFile> {
  const entries = await membersOf(zip, limits);

  async function readMember(name: string): Promise<unknown> {
    const entry = entries.get(name);
    if (!entry) return undefined;
    if (entry.uncompressedSize > limits.documentBytes) throw rejected(`${name} is too large`);
    const stream = await zip.openReadStreamPromise(entry).catch(() => {
      throw rejected(`${name} cannot be unpacked`);
    });
    const parsed = await readJson(stream, {
      label: name,
      hint: '',
      limits: { ...MEMBER_LIMITS, bytes: limits.documentBytes, depth: limits.depth },
    });
    // Each document is parsed in a turn of its own, and what comes after it in the next: others wait for one step only.
    await yieldToEventLoop();
    if (parsed.ok) return parsed.value;
    throw rejected(`${name} ${PARSE_ERRORS[parsed.problem.code]}`);
  }

  const raw = await readMember(projectFileMembers.manifest);
  if (typeof raw !== 'object' || raw === null || !('format' in raw) || raw.format !== PROJECT_FILE_FORMAT) {
    throw noProject();
  }
  if ('formatVersion' in raw && Number(raw.formatVersion) > PROJECT_FILE_VERSION) {
    throw new DeskError(
      'INVALID_REQUEST',
      'This file was made by a newer Patchbay. Update this one, then import it again.',
    );
  }
  const manifest = validate(ProjectFileManifest, raw);
  if (!manifest.ok) throw rejected('its manifest is not complete');
  const document = await readMember(projectFileMembers.document);
  const graph = await graphOf(document);
  const [problem] = validateGraph(graph);
  if (problem) throw new DeskError('INVALID_REQUEST', `The file was refused: ${problem.reason}`);

  const media = new Map<string, yauzl.Entry>();
  for (const { sha256, sizeBytes, filename } of manifest.value.media) {
    if (sha256 === null) continue;
    const entry = entries.get(mediumMember(sha256));
    if (entry?.uncompressedSize !== sizeBytes) throw rejected(`“${filename}” is not whole`);
    media.set(sha256, entry);
  }
  const openMedium = async (sha256: string): Promise<Readable> => {
    const entry = media.get(sha256);
    if (!entry) throw rejected('a medium is missing');
    // The library ends the stream with an error once more, or fewer, bytes come out than the directory says.
    return zip.openReadStreamPromise(entry);
  };
  return {
    manifest: manifest.value,
    graph,
    canvas: canvasOf(document),
    storyboard: await readMember(projectFileMembers.storyboard),
    timeline: await readMember(projectFileMembers.timeline),
    openMedium,
    async checkMedia(onRead, signal) {
      for (const sha256 of media.keys()) {
        const hash = createHash('sha256');
        try {
          for await (const chunk of await openMedium(sha256)) {
            signal.throwIfAborted();
            hash.update(chunk as Uint8Array);
            onRead((chunk as Uint8Array).byteLength);
          }
        } catch (error) {
          signal.throwIfAborted();
          throw Object.assign(rejected('a medium cannot be unpacked'), { cause: error });
        }
        if (hash.digest('hex') !== sha256) throw rejected('a medium is not what its hash says');
      }
    },
    close: () => zip.close(),
  };
}
