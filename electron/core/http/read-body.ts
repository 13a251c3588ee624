import { DEFAULT_LIMITS, parseJsonBytes } from '#shared/reading/index.ts';
import { DeskError } from '../desk-error.ts';

/**
 * Reads a whole request body.
 * @param limit bytes; one more is refused without reading on.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw bodySizeExceeded(limit);
  if (!request.body) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw bodySizeExceeded(limit);
    chunks.push(chunk);
  }
  const joined = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return joined;
}

/**
 * Passes a body on as it comes, holding nothing, up to a size.
 * @param limit bytes; at one more the stream fails with the DeskError that `exceeded` then gives.
 */
export function limitBody(
  body: ReadableStream<Uint8Array>,
  limit: number,
): { stream: ReadableStream<Uint8Array>; exceeded: () => DeskError | null } {
  let size = 0;
  let problem: DeskError | null = null;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size <= limit) return controller.enqueue(chunk);
      problem = fileSizeExceeded(limit);
      controller.error(problem);
    },
  });
  return { stream: body.pipeThrough(counter), exceeded: () => problem };
}

/** @throws DeskError 413 when the announced size is beyond the limit, before any byte is read. */
export function checkContentLength(request: Request, limit: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw fileSizeExceeded(limit);
}

const fileSizeExceeded = (limit: number) =>
  new DeskError(
    'INVALID_REQUEST',
    `The file is larger than ${Math.floor(limit / 1024 ** 2).toLocaleString('en')} MB, the most that can be sent at once.`,
    { status: 413 },
  );

const bodySizeExceeded = (limit: number) =>
  new DeskError(
    'INVALID_REQUEST',
    `The request is larger than ${Math.floor(limit / 1024 / 1024)} MB. Split it into smaller changes.`,
    { status: 413 },
  );

/** Pages send journals of many edits: only nesting and single lists need a limit beside the bytes. */
export const BODY_LIMITS = { ...DEFAULT_LIMITS, depth: 200, values: 10_000_000 };

/** Reads a JSON body; `undefined` when there is none. @throws DeskError `INVALID_REQUEST` for anything else. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const bytes = await readBody(request, limit);
  if (bytes.byteLength === 0) return undefined;
  const read = parseJsonBytes(bytes, {
    limits: { ...BODY_LIMITS, bytes: limit },
    label: 'The request',
    hint: 'Split it into smaller changes.',
  });
  if (read.ok) return read.value;
  throw new DeskError('INVALID_REQUEST', read.problem.message, { cause: read.problem.cause });
}
