import type { Graph, NodeTypePins } from '#shared/graph/index.ts';
import { inputKey } from '#shared/graph/keys.ts';
import { isListsPin } from '#shared/graph/list-pairing.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { ChosenFile, VaryInput } from '#renderer/variants/index.ts';
import { fieldNumber, words } from '#renderer/words/index.ts';

const t = words.appEditor.varyInputs;

/** What is known of the graph beside its document. */
interface GraphInfo {
  /** The node that is asked about. */
  first: string | null;
  selected: ReadonlySet<string>;
  inputsOf: (nodeType: string) => NodeTypePins['inputs'];
  titleOf: (nodeId: string) => string;
  /** The icon that a node type names. */
  iconOf?: (nodeType: string) => string | null | undefined;
  /** Null for a file without a name here. */
  fileNameOf: (fileId: string) => string | null;
}

const MAX_VALUE_TEXT = 60;

/** Inputs that hold a value of their own: of the node asked about first, then of those selected, then of the others. */
export function inputsToVary(
  { nodes, connections }: Graph,
  { first, selected, inputsOf, titleOf, iconOf, fileNameOf }: GraphInfo,
): VaryInput[] {
  const wired = new Set(connections.map(({ to }) => inputKey(to)));
  const rank = ({ id }: { id: string }): number => (id === first ? 0 : selected.has(id) ? 1 : 2);
  return nodes
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((node) =>
      inputsOf(node.type)
        .filter((pin) => !isListsPin(pin))
        .filter(({ name, type }) => !wired.has(inputKey([node.id, name])) && !/^json\b/.test(type ?? ''))
        .map(({ name, label, type, default: fallback }) => {
          const value: unknown = node.inputs?.[name]?.value ?? fallback;
          return {
            nodeId: node.id,
            input: name,
            label: label ?? name,
            nodeTitle: titleOf(node.id),
            icon: iconOf?.(node.type),
            type: type ?? null,
            value: typeof value === 'number' ? value : null,
            text: typeof value === 'string' ? value : null,
            valueText: textOf(value, fileNameOf),
            fileId: isFileType(type) && typeof value === 'string' ? value : null,
            isSelected: selected.has(node.id),
          };
        }),
    );
}

const FILES: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'file']);

const isFileType = (type: string | null | undefined): boolean => FILES.has(parsePinType(type ?? null).base);

/**
 * The files that inputs can be varied over: those the graph uses, then the others of the project. Those of the same name
 * are numbered.
 */
export function filesToVary(
  inputs: readonly VaryInput[],
  selectedFiles: readonly ChosenFile[],
  fileNameOf: (fileId: string) => string | null,
): ChosenFile[] {
  const byId = new Map(selectedFiles.map((file) => [file.fileId, file]));
  const used = inputs.flatMap(({ fileId }) => (fileId === undefined || fileId === null ? [] : [fileId]));
  const files = [...new Set([...used, ...byId.keys()])].map((fileId) => ({
    fileId,
    filename: byId.get(fileId)?.filename ?? fileNameOf(fileId) ?? t.fileName,
    contentType: byId.get(fileId)?.contentType ?? null,
  }));
  const counts = new Map<string, number>();
  return files.map((file) => {
    const count = (counts.get(file.filename) ?? 0) + 1;
    counts.set(file.filename, count);
    return count === 1 ? file : { ...file, filename: `${file.filename} (${count})` };
  });
}

/** A value as one short line; empty for none. */
function textOf(value: unknown, fileNameOf: GraphInfo['fileNameOf']): string {
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'number') return fieldNumber(value);
  if (typeof value !== 'string') return '';
  const text = (fileNameOf(value) ?? value)
    .slice(0, 4 * MAX_VALUE_TEXT)
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > MAX_VALUE_TEXT ? `${text.slice(0, MAX_VALUE_TEXT - 1)}…` : text;
}
