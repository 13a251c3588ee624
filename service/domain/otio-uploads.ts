import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, pipeline as pipelineOf } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EndpointOf, PublicTimelineOtioImportResponse } from '#shared/api/index.ts';
import { validateTimeline } from '#shared/timeline/index.ts';
import type { ServiceContext } from '../context.ts';
import { ApiProblem } from '../http/errors.ts';
import type { Call } from '../http/handler.ts';
import {
  openOtioUpload,
  readOtioUpload,
  type BundledMedia,
  type FoundMedia,
  type OtioUpload,
  type StoredMedia,
} from '../otio/index.ts';
import { all, text } from '../storage/statements.ts';
import { checkedFilename, contentTypeOf, UploadNameProblem } from './file-names.ts';
import { insertFile, newFileId, type NewFile } from './files.ts';
import { createLibrary } from './library.ts';
import { requireRoom, takeStorage } from './quota.ts';

/** Bytes of one `.otio` or ZIP. */
export const OTIO_UPLOAD_BYTES = 4 * 1024 ** 3;

type UploadCall = Pick<Call<EndpointOf<'timelines.importOtio'>>, 'form' | 'caller' | 'signal'>;

/** Spools the form's file to a folder of its own, works on it, and clears away. */
async function withUpload<T>(
  ctx: ServiceContext,
  call: UploadCall,
  work: (upload: OtioUpload) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(ctx.config.dataDirectory, 'scratch', 'otio-'));
  try {
    const path = join(folder, 'upload');
    let received = false;
    await call.form(
      async ({ stream }) => {
        received = true;
        await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
          signal: call.signal,
        });
      },
      { fileBytes: OTIO_UPLOAD_BYTES },
    );
    if (!received) {
      throw new ApiProblem(400, 'INVALID_OTIO', 'The form has no file. Send one in the field named file.');
    }
    const upload = await openOtioUpload(path);
    try {
      return await work(upload);
    } finally {
      upload.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Names of the account's files, for timelines that came without their media. */
function libraryNames(ctx: ServiceContext, accountId: string): (name: string) => FoundMedia | undefined {
  const find = createLibrary(ctx, { accountId });
  return (name) => {
    const file = find({ filename: name });
    return file && { filename: file.filename, contentType: file.contentType };
  };
}

/** Reads an upload and stores nothing. @throws ApiProblem 400, 413 */
export function parseOtio(ctx: ServiceContext, call: UploadCall): Promise<PublicTimelineOtioImportResponse> {
  const { accountId, scopes } = call.caller;
  const rules = scopes.has('files:read') ? { find: libraryNames(ctx, accountId) } : {};
  return withUpload(ctx, call, async (upload) => sound(await readOtioUpload(upload, rules)));
}

/**
 * Reads an upload and stores its media as files of the account: all of them, or none. The same bytes under the same
 * name are stored once; other bytes under a taken name get a free one (`clip-2.mov`).
 * @throws ApiProblem 400, 413, 507
 */
export function importOtio(
  ctx: ServiceContext,
  call: UploadCall & Pick<Call<EndpointOf<'timelines.importOtio'>>, 'commit'>,
): Promise<PublicTimelineOtioImportResponse> {
  const { accountId } = call.caller;
  return withUpload(ctx, call, async (upload) => {
    requireRoom(ctx, accountId, mediaBytes(upload));
    // Two imports at once could both find a name free.
    return inTurn(ctx, accountId, async () => {
      const shelf = new Shelf(ctx, accountId, call.signal);
      const answer = sound(
        await readOtioUpload(upload, {
          store: (media) => shelf.store(media),
          find: libraryNames(ctx, accountId),
        }),
      );
      return call.commit(() => {
        takeStorage(ctx, accountId, shelf.bytes);
        for (const file of shelf.files) insertFile(ctx, file);
        return answer;
      });
    });
  });
}

const importing = new WeakMap<ServiceContext, Map<string, Promise<unknown>>>();

/** Runs the imports of one account one after the other. */
async function inTurn<T>(ctx: ServiceContext, accountId: string, work: () => Promise<T>): Promise<T> {
  let turns = importing.get(ctx);
  if (!turns) importing.set(ctx, (turns = new Map()));
  const mine = (turns.get(accountId) ?? Promise.resolve()).then(work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  turns.set(accountId, settled);
  try {
    return await mine;
  } finally {
    if (turns.get(accountId) === settled) turns.delete(accountId);
  }
}

/** Lets a document through that could be stored as well. @throws ApiProblem 400 */
function sound(answer: PublicTimelineOtioImportResponse): PublicTimelineOtioImportResponse {
  const checked = validateTimeline(answer.document);
  if (checked.ok) return answer;
  const [problem] = checked.problems;
  throw new ApiProblem(
    400,
    'INVALID_OTIO',
    `The file describes a timeline that cannot be kept: ${problem?.path}: ${problem?.message}`,
    { problems: checked.problems.slice(0, 1000) },
  );
}

const mediaBytes = (upload: OtioUpload): number => {
  const members = new Map<string, number>();
  for (const media of upload.media.values()) {
    if (media !== 'ambiguous') members.set(media.name, media.sizeBytes);
  }
  return [...members.values()].reduce((sum, size) => sum + size, 0);
};

/** The media of one import: their bytes are stored at once, their rows wait for the whole to succeed. */
class Shelf {
  readonly files: NewFile[] = [];
  readonly #ctx: ServiceContext;
  readonly #accountId: string;
  readonly #signal: AbortSignal;

  constructor(ctx: ServiceContext, accountId: string, signal: AbortSignal) {
    this.#ctx = ctx;
    this.#accountId = accountId;
    this.#signal = signal;
  }

  get bytes(): number {
    return this.files.reduce((sum, file) => sum + file.sizeBytes, 0);
  }

  /** @throws ApiProblem 400 when the member cannot be unpacked. */
  async store(media: BundledMedia): Promise<StoredMedia | undefined> {
    const wanted = mediaName(media.name);
    if (wanted === null || media.sizeBytes === 0) return undefined;
    const stored = await this.#unpack(media);
    const contentType = contentTypeOf(wanted, undefined);
    for (let number = 1; ; number += 1) {
      const filename = number === 1 ? wanted : numbered(wanted, number);
      const holders = this.#holders(filename);
      const same = holders.find((holder) => holder.blob === stored.hash);
      if (same) return { filename, contentType: same.contentType, storagePath: same.id };
      if (holders.length > 0) continue;
      const id = newFileId(this.#ctx, filename, contentType);
      this.files.push({
        id,
        accountId: this.#accountId,
        blob: stored.hash,
        sizeBytes: stored.sizeBytes,
        filename,
        contentType,
        origin: 'upload',
      });
      return { filename, contentType, storagePath: id };
    }
  }

  async #unpack(media: BundledMedia): Promise<{ hash: string; sizeBytes: number }> {
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
      pipelineOf(member, bytes, () => undefined);
      return await this.#ctx.blobs.write(bytes, { signal: this.#signal });
    } catch (error) {
      if (!damaged || this.#signal.aborted) throw error;
      throw new ApiProblem(400, 'INVALID_OTIO', `"${media.name}" in the ZIP is damaged. Pack it again.`);
    }
  }

  /** Files that bear a name already, those of this import included. */
  #holders(filename: string): { id: string; blob: string; contentType: string }[] {
    const stored = all(
      this.#ctx.db,
      'SELECT id, blob, content_type FROM files WHERE account_id = ? AND filename = ? AND deleted_at IS NULL',
      this.#accountId,
      filename,
    ).map((row) => ({
      id: text(row, 'id'),
      blob: text(row, 'blob'),
      contentType: text(row, 'content_type'),
    }));
    const fresh = this.files
      .filter((file) => file.filename === filename)
      .map(({ id = '', blob, contentType }) => ({ id, blob, contentType }));
    return [...stored, ...fresh];
  }
}

/** The name a member is kept under; null when no file could have it. */
function mediaName(member: string): string | null {
  try {
    return checkedFilename(member);
  } catch (error) {
    if (error instanceof UploadNameProblem) return null;
    throw error;
  }
}

const numbered = (filename: string, number: number): string => {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? `${filename.slice(0, dot)}-${number}${filename.slice(dot)}` : `${filename}-${number}`;
};
