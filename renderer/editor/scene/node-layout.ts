import { parsePinType, type PinType } from '#shared/graph/pin-type.ts';
import type { CanvasNode } from '#shared/canvas/items.ts';
import type { PublicNodeTypePin } from '#shared/api/index.ts';
import type { GraphNode, NodeTypePins } from '#shared/graph/types.ts';
import { kindOf, type NodeKind } from './node-kind.ts';

/**
 * Where everything in a node is, in canvas units from its top left corner. The DOM is built to these numbers and the
 * canvas painter draws to them, so nothing is ever measured.
 */

/** Of a node that nobody made wider or narrower. */
export const NODE_WIDTH = 248;
export const MIN_NODE_WIDTH = 184;
export const MAX_NODE_WIDTH = 1000;
/** Height that is kept free for a node whose pins are not known yet. */
export const DEFAULT_HEIGHT = 300;
export const HEADER = 32;
/** Heights of what a node of the usual width shows; wider ones show it larger. */
export const PREVIEW = 140;
const WAVEFORM = 64;
/** Four lines of words. */
const BLOCK = 92;
const ROW = 28;
const TALL_ROW = 88;
const PADDING = 6;
/** The line of a collapsed node that shows all again. */
const OVERFLOW_HEIGHT = 24;

export interface InputRow {
  pin: PublicNodeTypePin;
  type: PinType;
  /** Whether a wire can be plugged in. */
  canHaveWire: boolean;
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
  /** Where a result of words or JSON is read: of nodes that end a graph or have a model write. */
  block: { top: number; height: number } | null;
  inputs: InputRow[];
  outputs: OutputRow[];
  /** Where a node that is collapsed says how many inputs it does not show. */
  more: { top: number; height: number; count: number } | null;
}

export interface LayoutInfo {
  pins: NodeTypePins | undefined;
  connectedInputs: ReadonlySet<string>;
  /** Output pins that wires leave from; those the type does not know get a row too. */
  wiredOutputs: ReadonlySet<string>;
  /** Inputs that are neither connected nor, for `changed`, hold a value of their own are not shown. */
  collapsed?: CanvasNode['collapsed'];
  /** As a person made it; the usual one when left out. */
  width?: CanvasNode['width'];
}

/** Whether a collapsed node shows an input: what a person has to set stays as well. */
function isVisibleCollapsed(
  node: GraphNode,
  pin: PublicNodeTypePin,
  { collapsed, connectedInputs }: LayoutInfo,
): boolean {
  if (collapsed === undefined || connectedInputs.has(pin.name)) return true;
  const isSet = Object.hasOwn(node.inputs ?? {}, pin.name);
  return isSet ? collapsed === 'changed' : pin.default === undefined;
}

/** What a preview shows. */
type PreviewKind = 'image' | 'video' | 'audio';
const PREVIEW_KINDS: readonly PreviewKind[] = ['image', 'video', 'audio'];

/** What a node shows under its header: what it makes, or what ends in it. Null for nodes without a preview. */
function previewOf(node: GraphNode, pins: NodeTypePins | undefined): PreviewKind | null {
  if (!pins) return null;
  const outputBases = new Set(pins.outputs.map((pin) => parsePinType(pin.type).base));
  const kind = PREVIEW_KINDS.find((base) => outputBases.has(base));
  if (kind !== undefined) return kind;
  if (pins.outputs.length > 0 || !node.type.startsWith('output/')) return null;
  const inputBases = new Set(pins.inputs.map((pin) => parsePinType(pin.type).base));
  return PREVIEW_KINDS.find((base) => inputBases.has(base)) ?? (inputBases.has('file') ? 'image' : null);
}

/** Whether a node shows the value that ends in it. */
const endsInText = (node: GraphNode, pins: NodeTypePins | undefined): boolean =>
  node.type.startsWith('output/') && pins?.outputs.length === 0 && pins.inputs.length > 0;

/** Whether a node has a model write a text: it makes words, and its inputs name the model. */
const hasModelWrite = (pins: NodeTypePins | undefined): boolean =>
  pins?.outputs.some(({ type }) => parsePinType(type).base === 'text') === true &&
  pins.inputs.some(({ name }) => name === 'model');

const untypedPin = (name: string): PublicNodeTypePin => ({ name, label: name, type: null });

function layoutOutputs({ pins, wiredOutputs }: LayoutInfo, start: number): OutputRow[] {
  const declared = pins?.outputs ?? [];
  const names = new Set(declared.map((pin) => pin.name));
  const unknownPins = [...wiredOutputs].filter((name) => !names.has(name)).map(untypedPin);
  return [...declared, ...unknownPins].map((pin, index) => ({
    pin,
    type: parsePinType(pin.type),
    top: start + index * ROW,
    height: ROW,
    unknown: !names.has(pin.name),
  }));
}

/** Lays out one node. Pure; O(pins). */
export function layoutNode(node: GraphNode, info: LayoutInfo): NodeLayout {
  const width = Math.max(MIN_NODE_WIDTH, Math.min(MAX_NODE_WIDTH, info.width ?? NODE_WIDTH));
  const larger = (height: number): number => Math.round(height * Math.max(1, width / NODE_WIDTH));
  let top = HEADER;
  const shows = previewOf(node, info.pins);
  const preview =
    shows === null ? null : { top, height: shows === 'audio' ? WAVEFORM : larger(PREVIEW), kind: shows };
  if (preview) top += preview.height;
  const isRead = shows === null && (endsInText(node, info.pins) || hasModelWrite(info.pins));
  const block = isRead ? { top, height: larger(BLOCK) } : null;
  if (block) top += block.height;
  top += PADDING;

  const declared = info.pins?.inputs ?? [];
  const names = new Set(declared.map((pin) => pin.name));
  const unknownPins = [...new Set([...Object.keys(node.inputs ?? {}), ...info.connectedInputs])].filter(
    (name) => !names.has(name),
  );
  const exposed = [...declared, ...unknownPins.map(untypedPin)].filter(
    (pin) => pin.exposed !== false || info.connectedInputs.has(pin.name),
  );
  const visible = exposed.filter((pin) => isVisibleCollapsed(node, pin, info));
  const inputs: InputRow[] = [];
  for (const pin of visible) {
    const connected = info.connectedInputs.has(pin.name);
    const type = parsePinType(pin.type);
    const height = type.multiline === true && !connected ? TALL_ROW : ROW;
    inputs.push({
      pin,
      type,
      canHaveWire: pin.exposed !== false,
      connected,
      top,
      height,
      unknown: !names.has(pin.name),
    });
    top += height;
  }

  const outputs = layoutOutputs(info, top + (inputs.length > 0 ? 2 : 0));
  const last = outputs.at(-1);
  if (last) top = last.top + last.height;
  const hidden = exposed.length - visible.length;
  const overflow = hidden === 0 ? null : { top, height: OVERFLOW_HEIGHT, count: hidden };
  if (overflow) top += OVERFLOW_HEIGHT;
  const kind = kindOf(node.type, [...outputs, ...inputs]);
  return { kind, width, height: top + PADDING, preview, block, inputs, outputs, more: overflow };
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
