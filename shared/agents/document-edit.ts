import { z } from 'zod';
import { recordUpTo } from '../reading/counts.ts';

/** Edits of a storyboard or timeline as an agent writes them. They speak of parts by their ids, never of places in lists. */

export const DOCUMENT_KINDS = ['storyboard', 'timeline'] as const;
export const DocumentKindName = z.enum(DOCUMENT_KINDS);
export type DocumentKindName = z.infer<typeof DocumentKindName>;

/** Edits of one proposal. More is nothing that a person looks through. */
export const MAX_DOCUMENT_EDITS = 2000;
const MAX_FIELDS = 40;

export const DocumentItem = z.enum(['scene', 'shot', 'track', 'clip']);
export type DocumentItem = z.infer<typeof DocumentItem>;

/** The id of a part; of a shot whose id another scene has too, `scene/shot`. */
const Ref = z.string().min(1).max(402);
const Field = z.string().min(1).max(100);

const edit = <Op extends string, Fields extends z.ZodRawShape>(op: Op, fields: Fields) =>
  z.strictObject({ op: z.literal(op), item: DocumentItem, id: Ref, ...fields });

/** Where something comes: of a shot the scene, and what it comes behind; at the end where nothing is said. */
const position = { in: Ref.optional(), after: Ref.optional() };
const add = edit('add', { ...position, fields: recordUpTo(MAX_FIELDS, z.unknown()) });
const remove = edit('remove', {});
const move = edit('move', position);

export const ProposedEdit = z.discriminatedUnion('op', [
  add,
  edit('set', { field: Field, value: z.unknown() }),
  remove,
  move,
]);
export type ProposedEdit = z.infer<typeof ProposedEdit>;

export const ProposedEdits = z
  .array(ProposedEdit)
  .min(1, 'Give at least one edit.')
  .max(
    MAX_DOCUMENT_EDITS,
    `A proposal holds at most ${MAX_DOCUMENT_EDITS} edits. Propose the first part, and the rest once it is accepted.`,
  );

/** An edit as it is kept: with what its field held when it was proposed. */
export const DocumentEdit = z.discriminatedUnion('op', [
  add,
  edit('set', { field: Field, value: z.unknown(), before: z.unknown() }),
  remove,
  move,
]);
export type DocumentEdit = z.infer<typeof DocumentEdit>;
