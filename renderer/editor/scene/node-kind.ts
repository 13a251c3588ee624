import type { PinBase, PinType } from '#shared/graph/pin-type.ts';

/** What a node is for. Each kind has a hue of its own, the same near, far away and in the overview. */
export const NODE_KINDS = [
  'input',
  'output',
  'ai',
  'image',
  'video',
  'audio',
  'text',
  'number',
  'json',
  'file',
  'color',
  'logic',
  'any',
] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** Categories of node types: the part of their names before the slash. */
const BY_CATEGORY: ReadonlyMap<string, NodeKind> = new Map([
  ...NODE_KINDS.map((kind): [string, NodeKind] => [kind, kind]),
  ['control', 'logic'],
  ['media', 'file'],
]);

const BY_BASE: Readonly<Partial<Record<PinBase, NodeKind>>> = { choice: 'text', boolean: 'logic' };

const kindOfBase = (base: PinBase): NodeKind => BY_BASE[base] ?? BY_CATEGORY.get(base) ?? 'any';

/** @param rows what the node gives and takes; the first of it tells the kind in categories of other services. */
export const kindOf = (type: string, rows: readonly { type: PinType }[]): NodeKind =>
  BY_CATEGORY.get(type.slice(0, Math.max(0, type.indexOf('/')))) ?? kindOfBase(rows[0]?.type.base ?? 'any');

/** The token of a kind's hue. */
export const kindToken = (kind: NodeKind): string => `--kind-${kind}`;
