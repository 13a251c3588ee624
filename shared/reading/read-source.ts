import { GatheredBytes } from './gathered-bytes.ts';
import { JsonScanner, type ScanProblem } from './json-scanner.ts';
import { excess, unreadable, type ReadResult, type ParseOptions } from './limits.ts';
import { decodeUtf8, parseScannedInSlices, scanProblem, type JsonParseOptions } from './parse-json.ts';
import { drain, type Slices } from './slices.ts';

/** From bytes that are still arriving to bytes, text or a value, within limits. */

interface ByteReader {
  read(): Promise<{ done: boolean; value?: Uint8Array }>;
  cancel(reason?: unknown): Promise<void>;
}

/**
 * The body of a request or a response, a stream of a file, or pieces of any kind. What fetch gives is decompressed already,
 * so what is counted is what there would be to hold.
 */
export type ByteSource = AsyncIterable<Uint8Array> | { getReader(): ByteReader };

/** The part of an AbortSignal that is used; whoever wants a timeout gives a signal that has one. */
interface ReadSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface ReadOptions extends ParseOptions {
  limits: { bytes: number };
  signal?: ReadSignal | null;
}

interface ReadsOn {
  /**
   * What is refused within `bytes` is read to its end all the same, until this signal aborts: a client that still sends
   * does not read the refusal. Called when something is refused.
   */
  readsOn?: () => ReadSignal;
}

export interface JsonSourceOptions extends JsonParseOptions, ReadsOn {
  signal?: ReadSignal | null;
  /** Runs work in slices; without it, it is done in one go. */
  inSlices?: <T>(slices: Slices<T>) => Promise<T>;
}

/** Reads a source to its end. Past a limit the source is canceled at once, so that a connection behind it closes. */
export function readBytes(source: ByteSource | null, options: ReadOptions): Promise<ReadResult<Uint8Array>> {
  return collect(source, options, () => null);
}

/** Reads a source as strict UTF-8. */
export async function readText(source: ByteSource | null, options: ReadOptions): Promise<ReadResult<string>> {
  const bytes = await collect(source, options, () => null);
  return bytes.ok ? decodeUtf8(bytes.value, options) : bytes;
}

/** Reads a source as JSON; depth and counts are checked while it arrives, before anything is built. */
export async function readJson(
  source: ByteSource | null,
  options: JsonSourceOptions,
): Promise<ReadResult<unknown>> {
  const scanner = new JsonScanner(options.limits);
  let found: ScanProblem | null = null;
  const bytes = await collect(source, options, (chunk) => {
    found = scanner.push(chunk);
    return found && scanProblem(found, options);
  });
  if (!bytes.ok) return bytes;
  const slices = parseBytesInSlices(bytes.value, options);
  return options.inSlices ? await options.inSlices(slices) : drain(slices);
}

function* parseBytesInSlices(
  bytes: Uint8Array,
  context: ParseOptions & Pick<JsonParseOptions, 'onUnsafeIntegers'>,
): Slices<ReadResult<unknown>> {
  const text = decodeUtf8(bytes, context);
  if (!text.ok) return text;
  yield;
  return yield* parseScannedInSlices(text.value, context, context.onUnsafeIntegers);
}

/** @param check looks at each chunk; what it gives ends the reading. */
async function collect(
  source: ByteSource | null,
  { limits, signal, readsOn, ...context }: ReadOptions & ReadsOn,
  check: (chunk: Uint8Array) => ReadResult<never> | null,
): Promise<ReadResult<Uint8Array>> {
  if (signal?.aborted) return aborted(context, signal.reason);
  if (source === null) return { ok: true, value: new Uint8Array() };
  const reader = readerOf(source);
  const gathered = new GatheredBytes();
  let size = 0;
  let problem: ReadResult<never> | null = null;
  const stop = (result: ReadResult<never>) => {
    // Not awaited: a source that does not answer must not hold up the refusal.
    reader.cancel().catch(() => undefined);
    return result;
  };
  let abort = abortOf(signal);
  try {
    for (;;) {
      const next = await abort.raceAbort(reader.read());
      if (next === ABORTED) return stop(problem ?? aborted(context, signal?.reason));
      if (next.done || !next.value) return problem ?? { ok: true, value: gathered.join() };
      size += next.value.length;
      if (size > limits.bytes) return stop(problem ?? excess('TOO_LARGE', limits.bytes, context));
      if (problem !== null) continue;
      problem = check(next.value);
      if (problem === null) gathered.add(next.value);
      else if (readsOn === undefined) return stop(problem);
      else {
        gathered.clear();
        abort.dispose();
        abort = abortOf(readsOn());
      }
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return aborted(context, error);
    return unreadable('CUT_OFF', 'ended before it was complete. Try again', context, error);
  } finally {
    abort.dispose();
  }
}

const ABORTED = Symbol('aborted');

/** Waits for one thing after the other, each until the signal aborts. */
function abortOf(signal: ReadSignal | null | undefined) {
  let notify = () => {};
  const listener = () => notify();
  signal?.addEventListener('abort', listener);
  return {
    raceAbort: <T>(work: Promise<T>) =>
      new Promise<T | typeof ABORTED>((resolve, reject) => {
        notify = () => resolve(ABORTED);
        if (signal?.aborted) notify();
        work.then(resolve, reject);
      }),
    dispose: () => signal?.removeEventListener('abort', listener),
  };
}

const aborted = (context: ParseOptions, reason: unknown) =>
  unreadable('ABORTED', 'was not read to its end: it is no longer wanted', context, reason);

function readerOf(source: ByteSource): ByteReader {
  if ('getReader' in source) return source.getReader();
  const iterator = source[Symbol.asyncIterator]();
  return {
    read: async () => {
      const { done, value } = await iterator.next();
      return done ? { done: true } : { done: false, value };
    },
    cancel: async () => {
      await iterator.return?.();
    },
  };
}
