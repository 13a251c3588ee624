import { extname } from 'node:path';
import type { ServiceContext } from '#service/context.ts';
import {
  isFileValue,
  isListValue,
  isFailedItem,
  isMissing,
  isStoredList,
  type FileValue,
  type ListItem,
  type NodeValue,
} from '#service/nodes/definition.ts';
import { isStoredListOutput, type StoredListItem, type StoredOutput } from './run-rows.ts';
import { filesOfRun, insertFile, type FileRow } from '#service/files/rows.ts';
import { traceOf } from './item-plan.ts';

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

  /**
   * A value as it is shown outside: files by id. Creates the file's row when it is new; call it in a transaction.
   * @param trace where an item of a list comes from: a file that it made says so in its name.
   */
  async toOutput(value: NodeValue, trace: readonly string[] = []): Promise<StoredOutput> {
    if (isFileValue(value)) return await this.#fileOutput(value, trace);
    if (isStoredList(value)) {
      return { ...(await this.#fileOutput(value.file, trace)), type: 'list', count: value.count, failed: 0 };
    }
    if (isListValue(value)) {
      const items: StoredListItem[] = [];
      for (const [at, item] of value.items.entries()) items.push(await this.#itemOutput(item, at));
      return {
        type: 'list',
        value: items,
        count: items.length,
        failed: value.items.filter(isFailedItem).length,
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

  async #itemOutput(item: ListItem, at: number): Promise<StoredListItem> {
    const trace = traceOf(item, at);
    if (isMissing(item)) return { type: 'missing', error: item.error, trace };
    const output = await this.toOutput(item.value, trace);
    return isStoredListOutput(output) ? { type: 'list', value: output.value, trace } : { ...output, trace };
  }

  async #fileOutput(file: FileValue, trace: readonly string[]) {
    const { id, filename } = await this.#fileOf(file, trace);
    return {
      type: 'file' as const,
      fileId: id,
      filename,
      contentType: file.contentType,
      sizeBytes: file.sizeBytes,
    };
  }

  async #fileOf(file: FileValue, trace: readonly string[]): Promise<{ id: string; filename: string }> {
    const passed = this.#ids.get(contentKey(file));
    if (passed !== undefined) return { id: passed, filename: file.filename };
    const named = trace.length === 0 ? file : { ...file, filename: nameWithTrace(file.filename, trace) };
    const { filename } = named;
    const key = contentKey(named);
    const found = this.#ids.get(key);
    if (found !== undefined) return { id: found, filename };
    const id = `${this.#ctx.newId('file')}${extensionOf(file)}`;
    await insertFile(this.#ctx, {
      id,
      accountId: this.#run.accountId,
      blob: file.blob,
      filename,
      contentType: file.contentType,
      sizeBytes: file.sizeBytes,
      origin: 'run',
      runId: this.#run.id,
    });
    this.#ids.set(key, id);
    this.#ctx.db.onRollback(() => this.#ids.delete(key));
    return { id, filename };
  }
}

const MAX_FILENAME_LENGTH = 200;

/** `card.png` of row 7 is `card row 7.png`; its own name is not said twice. Signs that no file system takes go. */
function nameWithTrace(filename: string, trace: readonly string[]): string {
  const ending = extname(filename);
  const stem = ending === '' ? filename : filename.slice(0, -ending.length);
  const label = trace
    .filter((name) => name !== stem)
    .join(', ')
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '-');
  return `${stem.slice(0, MAX_FILENAME_LENGTH)} ${label}`.slice(0, MAX_FILENAME_LENGTH).trimEnd() + ending;
}

/** A file id ends in an extension: that of the name, or one that says nothing. */
function extensionOf(file: FileValue): string {
  const extension = extname(file.filename).toLowerCase();
  return /^\.[a-z0-9]{1,10}$/.test(extension) ? extension : '.bin';
}

/** Characters of one value that an event carries; the whole value is in the run. */
const EVENT_VALUE_LIMIT = 16 * 1024;
/** The same of an item of a list, of which an event has so many. */
const EVENT_ITEM_LIMIT = 300;
export const EVENT_ITEMS = 50;

/** An output as an event carries it: long values and lists are cut short, with `truncated: true`. */
export function forEvent(
  output: StoredOutput,
  limit = EVENT_VALUE_LIMIT,
): StoredOutput & { truncated?: true } {
  if ('fileId' in output) return output;
  if (isStoredListOutput(output)) {
    const value = output.value.slice(0, EVENT_ITEMS).map(itemForEvent);
    const isCut = output.value.length > value.length || value.some((item) => 'truncated' in item);
    return { ...output, value, ...(isCut && { truncated: true }) };
  }
  const { value } = output;
  if (typeof value === 'string') {
    return value.length <= limit
      ? output
      : { type: output.type, value: value.slice(0, limit), truncated: true };
  }
  if (typeof value !== 'object' || JSON.stringify(value).length <= limit) return output;
  return { type: output.type, value: null, truncated: true };
}

function itemForEvent(item: StoredListItem): StoredListItem & { truncated?: true } {
  if ('error' in item) return item;
  const { trace, ...output } = item;
  return { ...forEvent(output, EVENT_ITEM_LIMIT), trace };
}

/** An item's output as an event of its node carries it. */
export const itemForProgress = (output: StoredOutput): StoredOutput => forEvent(output, EVENT_ITEM_LIMIT);
