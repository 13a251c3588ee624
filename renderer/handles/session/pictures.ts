import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { PublicNodeTypePin } from '#shared/api/index.ts';
import type { Size } from '#shared/geometry/plane.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { useMediaInfo } from '#renderer/desk/index.ts';
import {
  incomingPicture,
  inputValue,
  resultPicture,
  type EditorSession,
  type PictureOfNode,
} from '#renderer/editor/index.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { Values } from '../model/hand.ts';
import { renderedSize, pictureInputs } from '../model/hands-of.ts';

/** The open node, as far as handles need it. */
export interface HandledNode {
  inputs: readonly PublicNodeTypePin[];
  /** What each input is given; its default where nothing is. */
  values: Values;
  /** By name of an input that a wire feeds: from where, for people. */
  wired: Readonly<Record<string, string>>;
  /** The pictures that come in, in the order of their inputs; null where there is none yet. */
  incoming: readonly (PictureOfNode | null)[];
  result: PictureOfNode | null;
}

/** What a node is now; wakes when its inputs, the pictures that come in or its result change. */
export function useHandledNode(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
): HandledNode | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [
        session.store.subscribe(listener),
        session.catalog.subscribe(listener),
        runTable.subscribeAll(listener),
      ];
      return () => ends.forEach((end) => end());
    },
    [session, runTable],
  );
  const cached = useRef<HandledNode | null>(null);
  return useSyncExternalStore(subscribe, () => {
    const next = handledNode(session, runTable, nodeId);
    return jsonEqual(cached.current, next) ? cached.current : (cached.current = next);
  });
}

function handledNode(session: EditorSession, runTable: NodeRunTable, nodeId: string): HandledNode | null {
  const node = session.store.getNode(nodeId);
  const inputs = node && session.catalog.pinsOf(node.type)?.inputs;
  if (!inputs) return null;
  const wired: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const pin of inputs) {
    const from = session.store.incoming(nodeId, pin.name)?.from;
    if (from)
      wired[pin.name] = `${session.titleOf(from[0])} · ${session.pinLabel(from[0], from[1], 'output')}`;
    values[pin.name] = inputValue(session, runTable, nodeId, pin);
  }
  return {
    inputs,
    values,
    wired,
    incoming: pictureInputs(inputs).map((name) => incomingPicture(session, runTable, nodeId, name)),
    result: resultPicture(session, runTable, nodeId),
  };
}

/** Why there is nothing to lay handles on. */
type NoPicture = 'loading' | 'no-picture' | 'size-unknown';

/** The sizes that handles go by, at full size. */
export interface Sizes {
  /** Of the picture that comes in first, else of what the node draws. */
  base: Size | NoPicture;
  layer: Size | null;
}

/** How large the pictures of a node are at full size. */
export function useSizes(connectionId: string, { inputs, values, incoming }: HandledNode): Sizes {
  const [first = null, second = null] = incoming;
  const firstSize = useFullSize(connectionId, first);
  const secondSize = useFullSize(connectionId, second);
  const rendered = incoming.length === 0 ? renderedSize(inputs, values) : null;
  return {
    base: rendered ?? (first === null ? 'no-picture' : firstSize),
    layer: typeof secondSize === 'string' ? null : secondSize,
  };
}

function useFullSize(connectionId: string, picture: PictureOfNode | null): Size | NoPicture {
  const { data, isError } = useMediaInfo(connectionId, picture?.fileId ?? null);
  if (isError || picture === null) return 'no-picture';
  if (data === undefined) return 'loading';
  if (data.kind !== 'image') return 'no-picture';
  const { scale } = picture;
  if (scale === null) return 'size-unknown';
  return { width: Math.round(data.width / scale), height: Math.round(data.height / scale) };
}
