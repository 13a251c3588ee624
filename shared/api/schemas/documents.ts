import { z } from 'zod';
import { listUpTo, recordUpTo } from '../../reading/counts.ts';
import { optionalNullable, OptionalString, Point } from './common.ts';
import { MAX_CONNECTIONS, MAX_NODE_INPUTS, MAX_NODES } from './counts.ts';

/** The editable form of a project graph, and the operations that change it. */

/** Slash-separated, at least two segments: `image/blur`. */
export const NodeTypeId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)+$/i, 'Write a node type as category/name.')
  .max(200);

export const NodeId = z.string().min(1).max(200);
export const PinName = z.string().min(1).max(200);

/** One end of a wire: node id, then pin name. */
export const PinRef = z.tuple([NodeId, PinName]);
export type PinRef = z.infer<typeof PinRef>;

/**
 * What an input holds while no wire is plugged in. A file is `{ type: 'file', value: <fileId> }`.
 * Loose, so that fields a newer server adds survive a round trip.
 */
export const EditableInputValue = z
  .looseObject({ type: OptionalString, value: z.unknown().optional() })
  .meta({ id: 'PublicEditableInputValue' });
export type EditableInputValue = z.infer<typeof EditableInputValue>;

export const EditableNode = z
  .object({
    id: NodeId,
    type: z.string().min(1).max(200),
    title: OptionalString,
    position: optionalNullable(Point),
    inputs: recordUpTo(MAX_NODE_INPUTS, EditableInputValue).optional(),
  })
  .meta({ id: 'PublicEditableNode' });
export type EditableNode = z.infer<typeof EditableNode>;

export const EditableConnection = z
  .object({ from: PinRef, to: PinRef })
  .meta({ id: 'PublicEditableConnection' });
export type EditableConnection = z.infer<typeof EditableConnection>;

export const EditableGraph = z
  .object({
    nodes: listUpTo(MAX_NODES, EditableNode),
    connections: listUpTo(MAX_CONNECTIONS, EditableConnection),
  })
  .meta({ id: 'PublicEditableGraph' });
export type EditableGraph = z.infer<typeof EditableGraph>;

export const EditableGraphDocument = z
  .object({ graph: EditableGraph })
  .meta({ id: 'PublicEditableGraphDocument' });
export type EditableGraphDocument = z.infer<typeof EditableGraphDocument>;

const operation = <Op extends string, Fields extends z.ZodRawShape>(op: Op, fields: Fields, id: string) =>
  z.object({ op: z.literal(op), ...fields }).meta({ id });

/**
 * `index` on addNode and connect is ours: the place in the list, so that undoing a removal restores the order.
 * A server that does not know it appends.
 */
const Index = z.int().min(0).optional();

export const PatchOperation = z.discriminatedUnion('op', [
  operation('addNode', { node: EditableNode, index: Index }, 'AddNodeOperation'),
  operation('removeNode', { nodeId: NodeId }, 'RemoveNodeOperation'),
  operation('connect', { from: PinRef, to: PinRef, index: Index }, 'ConnectOperation'),
  operation('disconnect', { from: PinRef, to: PinRef }, 'DisconnectOperation'),
  operation(
    'setNodeInput',
    { nodeId: NodeId, input: PinName, value: EditableInputValue },
    'SetNodeInputOperation',
  ),
  operation('removeNodeInput', { nodeId: NodeId, input: PinName }, 'RemoveNodeInputOperation'),
  operation('moveNode', { nodeId: NodeId, position: Point.nullable() }, 'MoveNodeOperation'),
  operation('setNodeTitle', { nodeId: NodeId, title: z.string().nullable() }, 'SetNodeTitleOperation'),
]);
export type PatchOperation = z.infer<typeof PatchOperation>;
export type PatchOperationName = PatchOperation['op'];
