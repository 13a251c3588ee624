import { z } from 'zod';
import { NodeId, PinName } from '../api/schemas/documents.ts';
import { MAX_NODE_INPUTS } from '../api/schemas/counts.ts';
import { recordUpTo } from '../reading/counts.ts';

/** Changes of one proposal. More is nothing that a person looks through. */
const MAX_PROPOSED_CHANGES = 2000;

/** An end of a wire, as an agent writes it: `node.pin`. A node id may have dots; a pin has none. */
const End = z
  .string()
  .max(401)
  .regex(/^.+\.[^.]+$/s, 'Write an end of a wire as node.pin, such as blur1.image.');

/** A value as JSON has it; a file is `{ "file": "its id" }`. */
const Value = z.unknown();

const change = <Op extends string, Fields extends z.ZodRawShape>(op: Op, fields: Fields) =>
  z.strictObject({ op: z.literal(op), ...fields });

/** One change as an agent writes it. Nodes that it adds have names of its own, which later changes use. */
export const ProposedChange = z.discriminatedUnion('op', [
  change('add', {
    node: NodeId,
    type: z.string().min(1).max(200),
    title: z.string().max(500).optional(),
    inputs: recordUpTo(MAX_NODE_INPUTS, Value).optional(),
    x: z.number().optional(),
    y: z.number().optional(),
  }),
  change('remove', { node: NodeId }),
  change('set', { node: NodeId, pin: PinName, value: Value }),
  change('unset', { node: NodeId, pin: PinName }),
  change('title', { node: NodeId, title: z.string().max(500) }),
  change('move', { node: NodeId, x: z.number(), y: z.number() }),
  change('connect', { from: End, to: End }),
  change('disconnect', { from: End, to: End }),
]);
export type ProposedChange = z.infer<typeof ProposedChange>;

export const ProposedChanges = z
  .array(ProposedChange)
  .min(1, 'Give at least one change.')
  .max(
    MAX_PROPOSED_CHANGES,
    `A proposal holds at most ${MAX_PROPOSED_CHANGES} changes. Propose the first part, and the rest once it is accepted.`,
  );
