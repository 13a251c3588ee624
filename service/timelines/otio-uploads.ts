import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { EndpointOf } from '#shared/api/index.ts';
import { createSerializeByKey, type SerializeByKey } from '#shared/language/serialize.ts';
import type { FoundMedia } from '#shared/otio/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { PreparedResponse, type Call } from '#service/http/handler.ts';
import type { OtioThreads, ReaderAnswers, StoredMedia, UnpackedMember } from '#service/otio/index.ts';
import { checkedFilename, contentTypeOf } from '#service/rules/file-names.ts';
import { filesByName, insertFile, newFileId, type NewFile } from '#service/files/rows.ts';
import { noteUnreferenced } from '#service/files/unreferenced-blobs.ts';
import { loadLibrary } from '#service/library/library.ts';
import { requireStorageSpace, consumeStorage } from '#service/accounts/quota-rows.ts';

/** Bytes of one `.otio` or ZIP. */
const OTIO_UPLOAD_BYTES = 4 * 1024 ** 3;

type UploadCall = Pick<Call<EndpointOf<'timelines.importOtio'>>, 'form' | 'caller' | 'signal'>;

/** Spools the form's file to a folder of its own, works on it, and clears away. */
async function withUpload<T>(
  ctx: ServiceContext,
  call: UploadCall,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(ctx.workFolder, 'scratch', 'otio-'));
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
      throw Problem.of('INVALID_OTIO', 'The form has no file. Send one in the field named file.');
    }
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Looks up the account's files by name, for timelines that came without their media. */
function libraryNames(ctx: ServiceContext, accountId: string): NonNullable<ReaderAnswers['find']> {
  return async (names) => {
    const find = await loadLibrary(
      ctx,
      { accountId },
      names.map((filename) => ({ filename })),
    );
    return names.flatMap((name): [string, FoundMedia][] => {
      const file = find({ filename: name });
      if (!file) return [];
      const { filename, contentType, blob } = file;
      return [[name, { filename, contentType, blob }]];
    });
  };
}

/** Reads an upload and stores nothing. @throws Problem INVALID_OTIO, OTIO_TOO_LARGE */
export function parseOtio(
  ctx: ServiceContext,
  otio: OtioThreads,
  call: UploadCall,
): Promise<PreparedResponse> {
  const { accountId, scopes } = call.caller;
  const answers = scopes.has('files:read') ? { find: libraryNames(ctx, accountId) } : {};
  return withUpload(
    ctx,
    call,
    async (path) => new PreparedResponse(await otio.read(path, answers, call.signal)),
  );
}

/**
 * Reads an upload and stores its media as files of the account: all of them, or none. The same bytes under the same
 * name are stored once; other bytes under a taken name get a free one (`clip-2.mov`).
 * @throws Problem INVALID_OTIO, OTIO_TOO_LARGE, STORAGE_LIMIT_EXCEEDED
 */
export function importOtio(
  ctx: ServiceContext,
  otio: OtioThreads,
  call: UploadCall & Pick<Call<EndpointOf<'timelines.importOtio'>>, 'commit'>,
): Promise<PreparedResponse> {
  const { accountId, personId } = call.caller;
  return withUpload(ctx, call, (path) =>
    // Two imports at once could both find a name free.
    serialize(ctx, accountId, async () => {
      const uploadStore = new UploadStore(ctx, accountId);
      const text = await otio.read(
        path,
        {
          storing: {
            reserve: async (bytes) => {
              await requireStorageSpace(ctx, accountId, bytes, personId);
              return null;
            },
            store: (member) => uploadStore.store(member),
          },
          find: libraryNames(ctx, accountId),
        },
        call.signal,
      );
      return call.commit(async () => {
        await consumeStorage(ctx, accountId, uploadStore.bytes, personId);
        for (const file of uploadStore.files) await insertFile(ctx, { ...file, personId });
        return new PreparedResponse(text);
      });
    }),
  );
}

/** The imports of each account, one after the other. */
const importsOf = new WeakMap<ServiceContext, SerializeByKey>();

function serialize<T>(ctx: ServiceContext, accountId: string, work: () => Promise<T>): Promise<T> {
  const imports = importsOf.get(ctx) ?? createSerializeByKey();
  importsOf.set(ctx, imports);
  return imports(accountId, work);
}

/** The media of one import: their bytes are stored at once, their rows wait for the whole to succeed. */
class UploadStore {
  readonly files: NewFile[] = [];
  readonly #ctx: ServiceContext;
  readonly #accountId: string;

  constructor(ctx: ServiceContext, accountId: string) {
    this.#ctx = ctx;
    this.#accountId = accountId;
  }

  get bytes(): number {
    return this.files.reduce((sum, file) => sum + file.sizeBytes, 0);
  }

  /** Gives an unpacked member a name in the library. */
  async store({ name, ...stored }: UnpackedMember): Promise<StoredMedia> {
    noteUnreferenced(this.#ctx, stored.hash);
    const baseFilename = checkedFilename(name);
    const contentType = contentTypeOf(baseFilename, undefined);
    for (let number = 1; ; number += 1) {
      const filename = number === 1 ? baseFilename : numbered(baseFilename, number);
      const holders = await this.#holders(filename);
      const same = holders.find((holder) => holder.blob === stored.hash);
      if (same) return { filename, contentType: same.contentType, blob: stored.hash, storagePath: same.id };
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
      return { filename, contentType, blob: stored.hash, storagePath: id };
    }
  }

  /** Files that bear a name already, those of this import included. */
  async #holders(filename: string): Promise<{ id: string; blob: string; contentType: string }[]> {
    const stored = await filesByName(this.#ctx, this.#accountId, filename);
    const fresh = this.files
      .filter((file) => file.filename.normalize('NFC') === filename.normalize('NFC'))
      .map(({ id = '', blob, contentType }) => ({ id, blob, contentType }));
    return [...stored, ...fresh];
  }
}

const numbered = (filename: string, number: number): string => {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? `${filename.slice(0, dot)}-${number}${filename.slice(dot)}` : `${filename}-${number}`;
};
