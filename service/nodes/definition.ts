import type { ModelKind, ModelServiceId } from '#shared/administration/model-services.ts';

/**
 * What a node type is. One file a node type: pins, defaults, help text, execution, price key; its test beside it.
 * Values that travel on wires are `NodeValue`s: plain JSON, or a file by blob hash.
 */

/** A file on a wire. Bytes are in the blob store; a node never sees a path outside it. */
export interface FileValue {
  kind: 'file';
  blob: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
}

/** The mark of lists among values; no JSON of others has it. */
export const LIST_KIND = 'patchbay/list';

/** A list on a wire, in its order. What is missing has its place. */
export interface ListValue {
  kind: typeof LIST_KIND;
  items: readonly ListItem[];
}

/** A list of plain values that is too long to be a value itself: a file with a `ListItem` as JSON in each line. */
export interface StoredList {
  kind: typeof LIST_KIND;
  file: FileValue;
  /** How many items it has. */
  count: number;
}

export type ListItem = PresentItem | MissingItem;

interface PresentItem {
  value: NodeValue;
  /** Where it comes from, outermost first: `row 7`, `color 2`. Missing: by its place alone. */
  trace?: readonly string[];
}

/** An item that could not be made. */
export interface MissingItem {
  error: ItemError;
  trace?: readonly string[];
}

export interface ItemError {
  code: string;
  message: string;
}

export const isMissing = (item: ListItem): item is MissingItem => 'error' in item;

/** The code of an item that nothing took, so that it was not made. */
export const ITEM_SKIPPED = 'ITEM_SKIPPED';

/** Whether an item was to be made and could not be. */
export const isFailedItem = (item: ListItem): boolean => isMissing(item) && item.error.code !== ITEM_SKIPPED;

/** What a pin carries: text, number, boolean, JSON, null, a file, or a list of these. */
export type NodeValue =
  | string
  | number
  | boolean
  | null
  | FileValue
  | ListValue
  | StoredList
  | JsonValue[]
  | { [key: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export const isFileValue = (value: unknown): value is FileValue =>
  typeof value === 'object' &&
  value !== null &&
  (value as { kind?: unknown }).kind === 'file' &&
  'blob' in value;

const hasListKind = (value: unknown): value is { items?: unknown; file?: unknown } =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === LIST_KIND;

export const isListValue = (value: unknown): value is ListValue =>
  hasListKind(value) && Array.isArray(value.items);

export const isStoredList = (value: unknown): value is StoredList =>
  hasListKind(value) && isFileValue(value.file);

/** Whether a value is a list, in whichever form. */
export const isAnyList = (value: unknown): value is ListValue | StoredList => hasListKind(value);

/** The files of a value: itself, those of the items of a list, or the one that a long list lies in. */
export function filesIn(value: NodeValue | undefined): FileValue[] {
  if (isFileValue(value)) return [value];
  if (isStoredList(value)) return [value.file];
  if (!isListValue(value)) return [];
  return value.items.flatMap((item) => (isMissing(item) ? [] : filesIn(item.value)));
}

/** Pin types, with their limits in parentheses where they have some; read by `shared/graph/pin-type.ts`. */
export interface PinDefinition {
  name: string;
  label: string;
  /**
   * `image`, `video`, `audio`, `text`, `number`, `boolean`, `json`, `file`, `color`, `any`; `number(0..100)`, `choice(a|b)`,
   * `text(multiline)`; `list(image)`, and `any(list)` or `json(list)` for a single value or a whole list; `any(branch)`; `json(curves)`.
   */
  type: string;
  /** Shown as a row with a pin in the editor; default true. */
  exposed?: boolean;
  /** Used when nothing is plugged in and no value is set. Without a default, and without `optional`, the input is required. */
  default?: JsonValue;
  optional?: boolean;
}

/** A failure to show on the node: what is wrong and what to do. Anything else thrown is a defect of the node. */
export class NodeFailure extends Error {
  override name = 'NodeFailure';
  readonly code: string;
  /** True where a provider surely did not take the request, so that nothing can have been charged. */
  readonly notSent: boolean;
  /** True where the file that a provider answered can never be had, so that fetching it again would not help. */
  readonly isUnrecoverable: boolean;
  constructor(code: string, message: string, { notSent = false, isUnrecoverable = false } = {}) {
    super(message);
    this.code = code;
    this.notSent = notSent;
    this.isUnrecoverable = isUnrecoverable;
  }
}

/** Who answers an execution of a node that asks a provider. Given to that execution alone. */
export interface ProviderAccess {
  name: string;
  /** How it is spoken to; missing: as an OpenAI-compatible address. */
  service?: ModelServiceId;
  baseUrl: string;
  model: string;
  /** A secret: never part of a message, a log line or an output. */
  key: string | null;
}

/** What a provider says that a call used or cost. */
export interface CallUsage {
  /** Tokens that went in and came out. */
  tokensIn?: number;
  tokensOut?: number;
  /** Of video or sound. */
  seconds?: number;
  /** Of spoken text. */
  characters?: number;
  /** What the provider says it charged, in US cents, which are credits. */
  cents?: number;
}

/** What an execution may do. It runs in a native child; one that waits or asks a provider, on a worker thread. */
export interface NodeExecution {
  inputs: Record<string, NodeValue | undefined>;
  /** Aborted on cancel; long loops check it, waits listen to it. */
  signal: AbortSignal;
  /** 0 to 1, with a short text for people. Events are throttled by the engine. */
  progress(fraction: number, message?: string): void;
  log(message: string): void;
  /** Reads a file input whole. Throws NodeFailure when it is larger than `limitBytes` (default 512 MiB). */
  readFile(file: FileValue, limitBytes?: number): Promise<Uint8Array>;
  /** Absolute path of a file input, for libraries that read files themselves. Read-only. */
  pathOf(file: FileValue): string;
  /** Stores bytes as a new file value. */
  writeFile(bytes: Uint8Array, filename: string, contentType: string): Promise<FileValue>;
  /** Stores a file of the scratch folder, which is gone from there then. For results that need not fit into memory. */
  storeFile(path: string, filename: string, contentType: string): Promise<FileValue>;
  /** Runs a step that ends the node when it takes longer than so many milliseconds. */
  withTimeout<T>(milliseconds: number, step: () => Promise<T>): Promise<T>;
  /** Scratch folder of this execution, removed afterwards. */
  scratch(): Promise<string>;
  /** Set for node types with `usesModel`. */
  provider?: ProviderAccess;
  /**
   * Says that a request that may cost leaves now. Resolves once that is on the disk, with the idempotency key that goes
   * along; the node then asks once and never again. Missing where nothing is written down (a test of a node).
   */
  beginCall?(this: void): Promise<string>;
  /** Says at which address the file lies that was answered and is paid. Resolves once that is on the disk. */
  noteFile?(this: void, address: string): Promise<void>;
  /** Where the file lies that an equal call was answered and that could not be fetched: nobody is asked again. */
  paidFile?: string;
  /** Stores what the provider answered to the request, before anything is done with it. Resolves once that is on the disk. */
  noteJob?(this: void, answer: string): Promise<void>;
  /** What an equal call was answered whose result is not there yet: it is followed, and nobody is asked again. */
  job?: string;
  /** Says what the provider named of this call: what it used, or what it charged. The newest counts. */
  reportUsage?(this: void, usage: CallUsage): void;
  /** True where the result is looked at once and thrown away: pictures are stored fast rather than small. */
  isPreview?: boolean;
}

/**
 * How a node type is executed at preview size, where all pictures of a run are smaller by one factor. Without it a type
 * that has to do with media is not executed then.
 */
interface PreviewSize {
  /** Inputs that are lengths in pixels: they shrink by the same factor. */
  pixels?: readonly string[];
  /** The value of another input that makes these inputs lengths in pixels; always without it. */
  pixelsIf?: { pin: string; is: string };
  /** True for a node that brings pictures in at their own size: they are made smaller. */
  shrinks?: true;
}

export interface NodeDefinition {
  /** `category/name`. */
  type: string;
  /** Part of the cache key: raise it when the same inputs would give another result. */
  version: number;
  title: string;
  category: string;
  /** One or two sentences of help. */
  description: string;
  /** A lucide icon name. */
  icon: string;
  tags: readonly string[];
  inputs: readonly PinDefinition[];
  outputs: readonly PinDefinition[];
  /** False for nodes with an effect or a wait (delay, fail): they run each time. Default true. */
  cacheable?: boolean;
  /** True for nodes that do nothing but wait for time to pass: many of them share one thread. Default false. */
  waits?: boolean;
  /** True for nodes that run ffmpeg. Default false. */
  runsPrograms?: boolean;
  /** How long it may take, where that is longer than others may. */
  timeLimitMs?: number;
  preview?: PreviewSize;
  /**
   * Set for nodes that take one of several inputs, those of type `any(branch)`: its name, by the values of the others. Nothing that
   * feeds the rest alone is executed. @throws NodeFailure where they name none
   */
  branchOf?(this: void, inputs: Readonly<Record<string, NodeValue | undefined>>): string;
  /** Set for nodes that ask a model of this kind, of the provider that their inputs name; its price is charged. */
  usesModel?: ModelKind;
  execute(execution: NodeExecution): Promise<Record<string, NodeValue>>;
}
