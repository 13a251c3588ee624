import type { z } from 'zod';
import type { Readable } from 'node:stream';
import type { Slices } from '#shared/reading/index.ts';
import type { AnyEndpoint, EndpointId, EndpointOf, PathParams, ResultOf, Scope } from '#shared/api/index.ts';

/** Who is calling, after authentication and the scope check. */
export interface Caller {
  accountId: string;
  keyId: string;
  /** Whose key it is; null for one of nobody in particular. */
  personId: string | null;
  scopes: ReadonlySet<Scope>;
  /** `Database.externalWrites` when the key was looked up: tells what other processes wrote before the request. */
  dataVersion: number;
  /** Why the key may be used no more, in a sentence, asked again while a response goes on; null while it may. */
  rejection(): Promise<string | null>;
}

/** One part of a multipart form that is a file; it must be read to its end. */
export interface FormFile {
  field: string;
  filename: string;
  contentType: string;
  stream: Readable;
}

/** JSON as text, or as its UTF-8 where it is long and sent again and again: that is not encoded each time. */
export type JsonText = string | Uint8Array<ArrayBuffer>;

/**
 * A response that brings its own JSON. `saved` is what idempotency keeps of it, where the whole would be too much to keep:
 * the endpoint's restorer makes the same text of it again.
 */
export class PreparedResponse {
  readonly #json: JsonText | (() => string);
  readonly saved: string;
  readonly headers: Record<string, string>;
  /** What makes writing the JSON short, for a large response: done in slices, after the transaction. */
  readonly slices: Slices<void> | null;

  constructor(json: JsonText, saved?: string, headers?: Record<string, string>);
  constructor(json: () => string, saved: string, headers: Record<string, string>, slices: Slices<void>);
  constructor(
    json: JsonText | (() => string),
    saved = typeof json === 'string' ? json : '',
    headers: Record<string, string> = {},
    slices: Slices<void> | null = null,
  ) {
    this.#json = json;
    this.saved = saved;
    this.headers = headers;
    this.slices = slices;
  }

  get json(): JsonText {
    return typeof this.#json === 'function' ? this.#json() : this.#json;
  }
}

/** Makes a response again from what was saved of it. */
export type Restorers = {
  [Id in EndpointId]?: (
    accountId: string,
    saved: string,
  ) => Promise<{ json: string; headers: Record<string, string> }>;
};

export interface CommitOptions {
  /** For what is soon made again: not waited for on the disk, so that a power cut may take it. */
  transient?: boolean;
}

/** What a handler is given: everything checked against the endpoint's row. */
export interface Call<E extends AnyEndpoint> {
  endpoint: E;
  params: PathParams<E['path']>;
  query: E['query'] extends z.ZodType ? z.output<E['query']> : Record<string, never>;
  body: E['body'] extends z.ZodType ? z.output<E['body']> : undefined;
  caller: Caller;
  requestId: string;
  request: Request;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
  /** For multipart endpoints: hands each file to `onFile` as it streams in, resolves with the text fields. */
  form: (
    onFile: (file: FormFile) => Promise<void>,
    limits: { fileBytes: number },
  ) => Promise<Record<string, string>>;
  /**
   * Runs the effect of a write, in one commit with those of other requests, and, for an idempotent endpoint called with a key, saves the response under that key in
   * the same transaction. It waits for its own statements only; slow preparation (streaming bytes in) goes before it. Every handler of an idempotent
   * endpoint returns what `commit` returns, and calls it exactly once.
   */
  commit: <T extends ResultOf<E> | PreparedResponse>(
    effect: () => Promise<T> | T,
    options?: CommitOptions,
  ) => Promise<T>;
}

/** Returns the body of the success response, or a whole Response for streams and bytes. */
type Handler<E extends AnyEndpoint> = (
  call: Call<E>,
) => ResultOf<E> | Response | PreparedResponse | Promise<ResultOf<E> | Response | PreparedResponse>;

/** A handler for every endpoint of the table. */
export type Handlers = { [Id in EndpointId]: Handler<EndpointOf<Id>> };

/** The handlers of one resource: the endpoints whose ids begin with its name. */
export type HandlersOf<Resource extends string> = Pick<
  Handlers,
  Extract<EndpointId, `${Resource}.${string}`>
>;
