import { extname } from 'node:path';
import type { ServiceContext } from '#service/context.ts';
import { isFileValue, type FileValue, type NodeValue } from '#service/nodes/definition.ts';
import type { StoredOutput } from './run-rows.ts';
import { filesOfRun, insertFile, type FileRow } from '#service/files/rows.ts';

/** A file of an account as a value on a wire. */
export const fileValueOf = ({ blob, filename, contentType, sizeBytes }: FileRow): FileValue => ({
  kind: 'file',
  blob,
  filename,
  contentType,
  sizeBytes,
});

const contentKey = (file: Pick<FileValue, 'blob' | 'filename' | 'contentType'>): string =>
  `${file.blob}\n${file.filename}\n${file.contentType}`;

/**
 * The files that one run knows: those it was given and those its nodes made. What a node passes on unchanged keeps
 * its id; what is new becomes a file of the account with origin `run`.
 */
export class RunFiles {
  readonly #ctx: ServiceContext;
  readonly #run: { id: string; accountId: string };
  readonly #ids = new Map<string, string>();

  private constructor(
    ctx: ServiceContext,
    run: { id: string; accountId: string },
    existing: readonly FileRow[],
  ) {
    this.#ctx = ctx;
    this.#run = run;
    for (const file of existing) this.#ids.set(contentKey(file), file.id);
  }

  /** Reads what a run has made so far. */
  static async open(ctx: ServiceContext, run: { id: string; accountId: string }): Promise<RunFiles> {
    return new RunFiles(ctx, run, await filesOfRun(ctx, run.id));
  }

  /** Says that a file value stands for a file that exists already. */
  register(file: FileValue, fileId: string): void {
    this.#ids.set(contentKey(file), fileId);
  }

  /** A value as it is shown outside: files by id. Creates the file's row when it is new; call it in a transaction. */
  async toOutput(value: NodeValue): Promise<StoredOutput> {
    if (isFileValue(value)) {
      return {
        type: 'file',
        fileId: await this.#idOf(value),
        filename: value.filename,
        contentType: value.contentType,
        sizeBytes: value.sizeBytes,
      };
    }
    if (value === null) return { type: 'null', value: null };
    switch (typeof value) {
      case 'string':
        return { type: 'string', value };
      case 'number':
        return { type: 'number', value };
      case 'boolean':
        return { type: 'boolean', value };
      default:
        return { type: 'json', value };
    }
  }

  async #idOf(file: FileValue): Promise<string> {
    const key = contentKey(file);
    const found = this.#ids.get(key);
    if (found !== undefined) return found;
    const id = `${this.#ctx.newId('file')}${extensionOf(file)}`;
    await insertFile(this.#ctx, {
      id,
      accountId: this.#run.accountId,
      blob: file.blob,
      filename: file.filename,
      contentType: file.contentType,
      sizeBytes: file.sizeBytes,
      origin: 'run',
      runId: this.#run.id,
    });
    this.#ids.set(key, id);
    this.#ctx.db.onRollback(() => this.#ids.delete(key));
    return id;
  }
}

/** A file id ends in an extension: that of the name, or one that says nothing. */
function extensionOf(file: FileValue): string {
  const extension = extname(file.filename).toLowerCase();
  return /^\.[a-z0-9]{1,10}$/.test(extension) ? extension : '.bin';
}

/** Characters of one value that an event carries; the whole value is in the run. */
const EVENT_VALUE_LIMIT = 16 * 1024;

/** An output as an event carries it: long values are cut short, with `truncated: true`. */
export function forEvent(output: StoredOutput): StoredOutput & { truncated?: true } {
  if ('fileId' in output) return output;
  const { value } = output;
  if (typeof value === 'string') {
    return value.length <= EVENT_VALUE_LIMIT
      ? output
      : { type: output.type, value: value.slice(0, EVENT_VALUE_LIMIT), truncated: true };
  }
  if (typeof value !== 'object' || JSON.stringify(value).length <= EVENT_VALUE_LIMIT) return output;
  return { type: output.type, value: null, truncated: true };
}
