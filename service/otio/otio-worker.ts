import { homedir, tmpdir } from 'node:os';
import { PassThrough, pipeline } from 'node:stream';
import { finished } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { PublicTimelineOtioImportResponse } from '#shared/api/schemas/timelines.ts';
import {
  hideFolders,
  invalidOtio,
  TimelineFileRefused,
  timelineToOtio,
  type FoundMedia,
} from '#shared/otio/index.ts';
import { validateTimeline, type TimelineDocument } from '#shared/timeline/index.ts';
import { locationInTimeline } from '#shared/timeline/problem-location.ts';
import { checkedFilename, UploadNameProblem } from '#service/rules/file-names.ts';
import { Problem } from '#service/problems/problem.ts';
import { mediaSeconds } from '../nodes/media/media-length.ts';
import { openBlobStoreAt } from '../storage/open-blob-store.ts';
import { openOtioUpload, type BundledMedia, type OtioUpload } from './bundle-reader.ts';
import { readOtioUpload, type StoredMedia } from './read-upload.ts';
import type {
  FromReader,
  QuestionKind,
  ReaderQuestions,
  ReaderSetup,
  SerializedError,
  ToReader,
  ExportedTimeline,
} from './reader-protocol.ts';

/**
 * A thread that reads OTIO uploads and writes timelines, one at a time: converting a long film takes seconds, in
 * which the service answers everybody else. What only the service knows is asked.
 */

const port = parentPort;
if (port === null) throw new Error('otio-worker.ts runs on a worker thread only.');

hideFolders([homedir(), tmpdir()]);
const blobs = await openBlobStoreAt((workerData as ReaderSetup).media);
const send = (message: FromReader): void => port.postMessage(message, []);

let resolveResponse: ((value: never) => void) | null = null;

/** One question at a time. One that the service refuses is not answered: the thread is ended instead. */
function sendQuestion<Kind extends QuestionKind>(
  questionKind: Kind,
  value: ReaderQuestions[Kind][0],
): Promise<ReaderQuestions[Kind][1]> {
  return new Promise((resolve) => {
    resolveResponse = resolve;
    send({ kind: 'ask', aspect: questionKind, value } as FromReader);
  });
}

/** @param consume reads all bytes. @throws TimelineFileRefused when the member cannot be unpacked. */
async function unpack<T>(media: BundledMedia, consume: (bytes: PassThrough) => Promise<T>): Promise<T> {
  let damaged = false;
  try {
    const member = await media.open().catch((error: unknown) => {
      damaged = true;
      throw error;
    });
    const bytes = new PassThrough();
    member.on('error', () => {
      damaged ||= !bytes.destroyed;
    });
    // The member reports damage once, as an event alone: it may come before anybody reads.
    pipeline(member, bytes, () => undefined);
    return await consume(bytes);
  } catch (error) {
    if (!damaged) throw error;
    throw invalidOtio(`"${media.name}" in the ZIP is damaged. Pack it again.`);
  }
}

async function store(media: BundledMedia): Promise<StoredMedia | undefined> {
  if (media.sizeBytes === 0 || !isStorable(media.name)) return undefined;
  const { hash, sizeBytes } = await unpack(media, (bytes) => blobs.write(bytes));
  return sendQuestion('store', { name: media.name, hash, sizeBytes });
}

/** As `store`, with nothing left of it. */
async function verify(media: BundledMedia): Promise<void> {
  if (media.sizeBytes > 0 && isStorable(media.name)) await unpack(media, (bytes) => finished(bytes.resume()));
}

function isStorable(member: string): boolean {
  try {
    checkedFilename(member);
    return true;
  } catch (error) {
    if (error instanceof UploadNameProblem) return false;
    throw error;
  }
}

const mediaBytes = (upload: OtioUpload): number => {
  const members = new Map<string, number>();
  for (const media of upload.media.values()) {
    if (media !== 'ambiguous') members.set(media.name, media.sizeBytes);
  }
  return [...members.values()].reduce((sum, size) => sum + size, 0);
};

async function lengthOf({ blob, contentType }: FoundMedia): Promise<number | undefined> {
  if (blob === undefined || !/^(?:video|audio)\//.test(contentType)) return undefined;
  await blobs.makeLocal([blob]);
  return mediaSeconds(blobs.pathOf(blob));
}

async function read({ path, stores, finds }: Extract<ToReader, { kind: 'read' }>): Promise<string> {
  const upload = await openOtioUpload(path);
  try {
    if (stores) await sendQuestion('reserve', mediaBytes(upload));
    const answer = await readOtioUpload(upload, {
      ...(stores ? { store } : { verify }),
      ...(finds && { find: async (names: string[]) => new Map(await sendQuestion('find', names)) }),
      lengthOf,
    });
    return JSON.stringify(sound(answer));
  } finally {
    upload.close();
  }
}

/** @param json a document that the service has checked. */
function write(json: string): ExportedTimeline {
  const document = JSON.parse(json) as TimelineDocument;
  return { name: document.name, ...timelineToOtio(document) };
}

/** Lets a document through that could be stored as well. @throws Problem INVALID_OTIO */
function sound(answer: PublicTimelineOtioImportResponse): PublicTimelineOtioImportResponse {
  const checked = validateTimeline(answer.document);
  if (checked.ok) return answer;
  const [problem] = checked.problems;
  const location = locationInTimeline(answer.document, problem?.path ?? '');
  throw Problem.of(
    'INVALID_OTIO',
    `The file describes a timeline that cannot be kept. In ${location}: ${problem?.message}`,
    { problems: checked.problems.slice(0, 1000) },
  );
}

function serializeError(error: unknown): SerializedError {
  if (error instanceof Problem) {
    const { kind, message, details } = error;
    return { kind, message, details };
  }
  if (error instanceof TimelineFileRefused) {
    return { kind: 'INVALID_OTIO', message: error.message, details: undefined };
  }
  const code = (error as { code?: unknown } | null)?.code;
  return {
    code: typeof code === 'string' ? code : '',
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

port.on('message', (message: ToReader) => {
  if (message.kind === 'answer') {
    resolveResponse?.(message.value as never);
    return;
  }
  const reply: Promise<FromReader> =
    message.kind === 'write'
      ? Promise.resolve(message.json).then((json) => ({ kind: 'written', exported: write(json) }))
      : read(message).then((text) => ({ kind: 'done', text }));
  reply.then(send, (error: unknown) => send({ kind: 'failed', error: serializeError(error) }));
});
