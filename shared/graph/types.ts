import type { EditableConnection, EditableGraph, EditableNode, PinRef } from '../api/schemas/documents.ts';
import type { PublicNodeTypePin } from '../api/schemas/node-types.ts';

/** Names of the graph domain. All values are treated as immutable: functions return new graphs. */

export type Graph = EditableGraph;
export type GraphNode = EditableNode;
export type GraphConnection = EditableConnection;
export type { PinRef };

/** The pins of one node type, in display order. */
export interface NodeTypePins {
  inputs: readonly PublicNodeTypePin[];
  outputs: readonly PublicNodeTypePin[];
}

/** Looks up node types; a type it does not know gives undefined, and its pins are then not checked. */
export interface NodeCatalog {
  pinsOf(type: string): NodeTypePins | undefined;
}

/** A refusal: a code for programs and a sentence for people. */
export interface Rejection {
  code: string;
  reason: string;
  /** Index into the operations, when one of several was refused. */
  operationIndex?: number;
}

export type Applied = { ok: true; graph: Graph } | { ok: false; rejection: Rejection };
