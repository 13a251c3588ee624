import { parsePinType, type PinType } from '#shared/graph/pin-type.ts';
import type { PublicNodeTypePin } from '#shared/api/index.ts';
import type { GraphNode, NodeTypePins } from '#shared/graph/types.ts';
import { kindOf, type NodeKind } from './node-kind.ts';

/**
 * Where everything in a node is, in canvas units from its top left corner. The DOM is built to these numbers and the
 * canvas painter draws to them, so nothing is ever measured.
 */

export const NODE_WIDTH = 248;
/** Height that is kept free for a node whose pins are not known yet. */
export const USUAL_HEIGHT = 300;
export const HEADER = 32;
export const PREVIEW = 140;
const WAVEFORM = 64;
/** Four lines of words. */
const BLOCK = 92;
const ROW = 28;
const TALL_ROW = 88;
const PADDING = 6;

export interface InputRow {
  pin: PublicNodeTypePin;
  type: PinType;
  /** Whether a wire can be plugged in. */
  wirable: boolean;
  connected: boolean;
  top: number;
  height: number;
  /** Set when the document has it and the node type has not. */
  unknown: boolean;
}
export interface OutputRow {
  pin: PublicNodeTypePin;
  type: PinType;
  top: number;
  height: number;
  unknown: boolean;
}
export interface NodeLayout {
  kind: NodeKind;
  width: number;
  height: number;
  preview: { top: number; height: number; kind: PreviewKind } | null;
  /** Where a result of words or JSON is read; only nodes that end a graph have the room. */
  block: { top: number; height: number } | null;
  inputs: InputRow[];
  outputs: OutputRow[];
}

export interface LayoutFacts {
  pins: NodeTypePins | undefined;
  connectedInputs: ReadonlySet<string>;
  /** Output pins that wires leave from; those the type does not know get a row too. */
  wiredOutputs: ReadonlySet<string>;
}

/** What a preview shows. */
type PreviewKind = 'image' | 'video' | 'audio';
const PREVIEW_KINDS: readonly PreviewKind[] = ['image', 'video', 'audio'];

/** What a node shows under its header: what it makes, or what ends in it. Null for nodes without a preview. */
function previewOf(node: GraphNode, pins: NodeTypePins | undefined): PreviewKind | null {
  if (!pins) return null;
  const made = new Set(pins.outputs.map((pin) => parsePinType(pin.type).base));
  const kind = PREVIEW_KINDS.find((base) => made.has(base));
  if (kind !== undefined) return kind;
  if (pins.outputs.length > 0 || !node.type.startsWith('output/')) return null;
  const taken = new Set(pins.inputs.map((pin) => parsePinType(pin.type).base));
  return PREVIEW_KINDS.find((base) => taken.has(base)) ?? (taken.has('file') ? 'image' : null);
}

/** Whether a node shows the value that ends in it. */
const endsInText = (node: GraphNode, pins: NodeTypePins | undefined): boolean =>
  node.type.startsWith('output/') && pins?.outputs.length === 0 && pins.inputs.length > 0;

const plainPin = (name: string): PublicNodeTypePin => ({ name, label: name, type: null });

/** Lays out one node. Pure; O(pins). */
export function layoutNode(node: GraphNode, facts: LayoutFacts): NodeLayout {
  let top = HEADER;
  const shows = previewOf(node, facts.pins);
  const preview =
    shows === null ? null : { top, height: shows === 'audio' ? WAVEFORM : PREVIEW, kind: shows };
  if (preview) top += preview.height;
  const block = shows === null && endsInText(node, facts.pins) ? { top, height: BLOCK } : null;
  if (block) top += block.height;
  top += PADDING;

  const known = facts.pins?.inputs ?? [];
  const names = new Set(known.map((pin) => pin.name));
  const strangers = [...new Set([...Object.keys(node.inputs ?? {}), ...facts.connectedInputs])].filter(
    (name) => !names.has(name),
  );
  const inputs: InputRow[] = [];
  for (const pin of [...known, ...strangers.map(plainPin)]) {
    const connected = facts.connectedInputs.has(pin.name);
    if (pin.exposed === false && !connected) continue;
    const type = parsePinType(pin.type);
    const height = type.multiline === true && !connected ? TALL_ROW : ROW;
    inputs.push({
      pin,
      type,
      wirable: pin.exposed !== false,
      connected,
      top,
      height,
      unknown: !names.has(pin.name),
    });
    top += height;
  }

  const outputs: OutputRow[] = [];
  const knownOutputs = facts.pins?.outputs ?? [];
  const outputNames = new Set(knownOutputs.map((pin) => pin.name));
  const strangeOutputs = [...facts.wiredOutputs].filter((name) => !outputNames.has(name)).map(plainPin);
  if (inputs.length > 0 && knownOutputs.length + strangeOutputs.length > 0) top += 2;
  for (const pin of [...knownOutputs, ...strangeOutputs]) {
    outputs.push({
      pin,
      type: parsePinType(pin.type),
      top,
      height: ROW,
      unknown: !outputNames.has(pin.name),
    });
    top += ROW;
  }
  const kind = kindOf(node.type, [...outputs, ...inputs]);
  return { kind, width: NODE_WIDTH, height: top + PADDING, preview, block, inputs, outputs };
}

/** The middle of an input's pin, from the node's corner. A pin the layout does not show sits at the header. */
export function inputAnchor(layout: NodeLayout, pin: string): { x: number; y: number } {
  const row = layout.inputs.find((input) => input.pin.name === pin);
  return { x: 0, y: row ? row.top + ROW / 2 : HEADER / 2 };
}

export function outputAnchor(layout: NodeLayout, pin: string): { x: number; y: number } {
  const row = layout.outputs.find((output) => output.pin.name === pin);
  return { x: layout.width, y: row ? row.top + ROW / 2 : HEADER / 2 };
}
