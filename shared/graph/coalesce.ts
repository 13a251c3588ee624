import type { PatchOperation } from '../api/schemas/documents.ts';
import { assertNever } from '../language/assert-never.ts';
import { changeField, type FieldValue } from './node-fields.ts';
import { fieldKey, targetOf } from './operation-table.ts';

/** A list of operations that grows by what is left of each. */
class Coalesced {
  readonly operations: PatchOperation[] = [];
  /** By node, then by field: where the operation stands that sets it. */
  private readonly fields = new Map<string, Map<string, number>>();
  private readonly added = new Map<string, number>();

  add(operation: PatchOperation): void {
    const target = targetOf(operation);
    switch (target.kind) {
      case 'field':
        this.addField(operation, target.nodeId, target.change);
        return;
      case 'node':
        if (target.node) this.added.set(target.nodeId, this.operations.length);
        else {
          // A later node of the same id is another node: its fields start anew.
          this.added.delete(target.nodeId);
          this.fields.delete(target.nodeId);
        }
        this.operations.push(operation);
        return;
      case 'wire':
        this.operations.push(operation);
        return;
      default:
        assertNever(target);
    }
  }

  private addField(operation: PatchOperation, nodeId: string, change: FieldValue): void {
    const addedAt = this.added.get(nodeId);
    const add = addedAt === undefined ? null : this.operations[addedAt];
    if (addedAt !== undefined && add?.op === 'addNode') {
      this.operations[addedAt] = { ...add, node: changeField(add.node, change) };
      return;
    }
    const fields = this.fields.get(nodeId) ?? new Map<string, number>();
    this.fields.set(nodeId, fields);
    const key = fieldKey(nodeId, change);
    const previous = fields.get(key);
    // The later one goes where the earlier one was: between them nothing reads a field.
    if (previous !== undefined) this.operations[previous] = operation;
    else fields.set(key, this.operations.push(operation) - 1);
  }
}

/**
 * The same change in fewer operations: the last of several settings of one field stands for all, and fields of a node
 * added in the same list go into the addNode. Applying the result gives the graph that applying the input gives.
 */
export function coalesce(operations: readonly PatchOperation[]): PatchOperation[] {
  const coalesced = new Coalesced();
  for (const operation of operations) coalesced.add(operation);
  return coalesced.operations;
}
