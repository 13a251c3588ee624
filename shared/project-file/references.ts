import type { EditableInputValue } from '../api/schemas/documents.ts';
import { listItemsOf } from '../graph/held-value.ts';
import type { Graph } from '../graph/types.ts';

/** The media that documents of a project name, and the same documents with other names for them. */

const FILE_TYPES: ReadonlySet<string> = new Set(['file', 'image', 'video', 'audio']);

/** The file that an input value names, in any of the forms it may be written in; null when it names none. */
function fileOfValue(value: EditableInputValue): string | null {
  if (!FILE_TYPES.has(value.type ?? '')) return null;
  const inner: unknown = value.value ?? value['fileId'];
  const id = typeof inner === 'object' && inner !== null && 'fileId' in inner ? inner.fileId : inner;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The files that an input value names: its own, or those of the items of a list. */
function filesOfValue(value: EditableInputValue): string[] {
  const items = listItemsOf(value);
  if (items !== null) return items.flatMap(filesOfValue);
  const id = fileOfValue(value);
  return id === null ? [] : [id];
}

export const filesOfGraph = (graph: Graph): Set<string> =>
  new Set(graph.nodes.flatMap(({ inputs }) => Object.values(inputs ?? {}).flatMap(filesOfValue)));

/** The same value with other names for its files. */
function withFilesOfValue(
  value: EditableInputValue,
  next: (fileId: string) => string | null,
): EditableInputValue {
  const items = listItemsOf(value);
  if (items !== null) return { ...value, value: items.map((item) => withFilesOfValue(item, next)) };
  const id = fileOfValue(value);
  const renamed = id === null ? null : next(id);
  return renamed === id ? value : { type: value.type ?? null, value: renamed };
}

/** @param next the new id of a file; null when there is none: then the input holds no file. */
export function withFilesOfGraph(graph: Graph, next: (fileId: string) => string | null): Graph {
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const entries = Object.entries(node.inputs ?? {});
      if (!entries.some(([, value]) => filesOfValue(value).length > 0)) return node;
      const inputs = entries.map(([name, value]): [string, EditableInputValue] => [
        name,
        withFilesOfValue(value, next),
      ]);
      return { ...node, inputs: Object.fromEntries(inputs) };
    }),
  };
}

type Json = unknown;
const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Copies JSON, with strings of the named properties (wherever they stand) replaced. */
function mapStrings(value: Json, change: (text: string, property: string) => Json, property = ''): Json {
  if (typeof value === 'string') return change(value, property);
  // Members of a list stand for the property that holds the list.
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, property));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapStrings(inner, change, name)]),
  );
}

/** Where storyboards (`media`, `fileId`, `filename`) and timelines (`filename`) name files of the account. */
const NAMING: ReadonlySet<string> = new Set(['media', 'fileId', 'filename']);
const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(text);

/** Ids and names by which a storyboard or a timeline refers to files. */
export function filesOfDocument(document: Json): Set<string> {
  const found = new Set<string>();
  mapStrings(document, (text, property) => {
    if (NAMING.has(property) && text !== '' && !isAddress(text)) found.add(text);
    return text;
  });
  return found;
}

/** @param next what a name becomes; itself when nothing is to change. */
export const withFilesOfDocument = (document: Json, next: (name: string) => string): Json =>
  mapStrings(document, (text, property) =>
    NAMING.has(property) && text !== '' && !isAddress(text) ? next(text) : text,
  );

/** Parameters that make an address a credential: of S3, Google, Azure, CloudFront, and of the local service. */
const SIGNED = /[?&](?:x-amz-signature|x-goog-signature|sig|signature|key-pair-id|token|access_token)=/i;

/** A copy in which addresses that are credentials have lost their query. @returns how many had one, too. */
export function omitSignedAddresses<T>(value: T): { value: T; removed: number } {
  let removed = 0;
  const copy = mapStrings(value, (text) => {
    if (!/^https?:\/\/\S+$/i.test(text) || !SIGNED.test(text)) return text;
    removed += 1;
    return text.slice(0, text.indexOf('?'));
  });
  return { value: copy as T, removed };
}
