import type { RunOutput } from '#shared/api/index.ts';
import type { EditableInputValue } from '#shared/api/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { literalListOf } from '#renderer/model/literal-list.ts';
import type { InputList } from '#renderer/model/item-inputs.ts';
import { itemsOfNode, type NodeItem } from '#renderer/model/node-items.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { RunState } from '#renderer/runs/index.ts';

type NamesById = Pick<EditorSession['fileNames'], 'get'>;

/** The lists for which a node runs, as far as its run tells what was in them: of wires, and those that it holds itself. */
export function inputListsOf(
  session: EditorSession,
  table: NodeRunTable,
  run: RunState | undefined,
  nodeId: string,
): InputList[] {
  return session.lists.spreadInputs(nodeId).map((name) => {
    const label = session.pinLabel(nodeId, name, 'input');
    const wire = session.store.incoming(nodeId, name);
    if (!wire) {
      const input = session.store.getNode(nodeId)?.inputs?.[name];
      return { name, label, pin: name, items: listItems(input, name, session.fileNames) };
    }
    const [sourceId, pin] = wire.from;
    const result = run?.nodes[sourceId] ?? table.resultOf(sourceId, session.keys.peek(sourceId));
    const literal = result === undefined ? literalListOf(session.store.getNode(sourceId)) : null;
    const items =
      literal === null ? itemsOfNode(result ?? {}) : listItems({ value: literal }, pin, session.fileNames);
    return { name, label, pin, items };
  });
}

function listItems(input: EditableInputValue | undefined, pin: string, fileNames: NamesById): NodeItem[] {
  const values: unknown = input?.value;
  if (!Array.isArray(values)) return [];
  return values.map((value: unknown, at) => {
    const output = outputOf(value, fileNames);
    return {
      path: [at],
      trace: [],
      phase: 'succeeded',
      outputs: output === null ? {} : { [pin]: output },
      error: null,
    };
  });
}

/** A value that an input holds, as an output shows it. */
function outputOf(input: unknown, fileNames: NamesById): RunOutput | null {
  if (typeof input !== 'object' || input === null || !('value' in input)) return null;
  const { value } = input;
  if (!('type' in input) || input.type !== 'file' || typeof value !== 'string')
    return { type: 'json', value };
  const filename = fileNames.get(value) ?? value;
  return { type: 'file', fileId: value, filename, contentType: 'image/*', sizeBytes: 0 };
}
