import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import type { BoardDrop, Edge } from '../model/board-actions.ts';

const edgeOf = (target: Element, client: number, axis: 'x' | 'y'): Edge => {
  const box = target.getBoundingClientRect();
  const middle = axis === 'x' ? box.left + box.width / 2 : box.top + box.height / 2;
  return client < middle ? 'before' : 'behind';
};

const textIn = (data: Readonly<Record<string | symbol, unknown>>, key: string): string | null => {
  const value = data[key];
  return typeof value === 'string' ? value : null;
};

/** A shot that can be dragged by its frame, and that others are dropped beside. @returns where one would be put down. */
export function useShotDrag(
  { scene, shot }: ShotRef,
  card: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  /** What the drag is beyond the board, by kinds of data. */
  beyond: () => Record<string, string>,
): { edge: Edge | null; isDragged: boolean } {
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isDragged, setDragged] = useState(false);
  const latest = useRef(beyond);
  useEffect(() => {
    latest.current = beyond;
  });
  useEffect(() => {
    if (!card.current || !handle.current) return undefined;
    const element = card.current;
    return combine(
      draggable({
        element: handle.current,
        getInitialData: () => ({ what: 'shot', scene, shot }),
        getInitialDataForExternal: () => latest.current(),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['what'] === 'shot' && source.data['shot'] !== shot,
        getData: ({ input }) => ({ scene, over: shot, edge: edgeOf(element, input.clientX, 'x') }),
        onDrag: ({ location }) => setEdge(edgeOf(element, location.current.input.clientX, 'x')),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [card, handle, scene, shot]);
  return { edge, isDragged };
}

/** The heading of a scene: it is dragged by its grip, and other scenes are dropped before and behind it. */
export function useSceneDrag(
  scene: string,
  section: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
): Edge | null {
  useEffect(() => {
    if (!handle.current) return undefined;
    return draggable({ element: handle.current, getInitialData: () => ({ what: 'scene', scene }) });
  }, [handle, scene]);
  return useSceneDrop(scene, section);
}

/** A part of a scene: it takes shots at the end of the scene, and other scenes are dropped beside that. */
export function useSceneDrop(scene: string, sceneRef: RefObject<HTMLElement | null>): Edge | null {
  const [edge, setEdge] = useState<Edge | null>(null);
  useEffect(() => {
    if (!sceneRef.current) return undefined;
    const element = sceneRef.current;
    // Below the heading it is behind, wherever in the scene that is.
    const edgeAt = (y: number): Edge =>
      element.dataset['part'] === 'head' ? edgeOf(element, y, 'y') : 'behind';
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['what'] === 'shot' || source.data['scene'] !== scene,
      getData: ({ input }) => ({ scene, edge: edgeAt(input.clientY) }),
      onDrag: ({ source, location }) =>
        setEdge(source.data['what'] === 'scene' ? edgeAt(location.current.input.clientY) : null),
      onDragLeave: () => setEdge(null),
      onDrop: () => setEdge(null),
    });
  }, [sceneRef, scene]);
  return edge;
}

/** The shot that is being dragged. */
export function useDraggedShot(): ShotRef | null {
  const [dragged, setDragged] = useState<ShotRef | null>(null);
  useEffect(
    () =>
      monitorForElements({
        onDragStart({ source }) {
          const scene = textIn(source.data, 'scene');
          const shot = textIn(source.data, 'shot');
          if (scene !== null && shot !== null) setDragged({ scene, shot });
        },
        onDrop: () => setDragged(null),
      }),
    [],
  );
  return dragged;
}

/** Calls back with what a drag came to when it was put down on the board. */
export function useBoardDrops(onDrop: (drop: BoardDrop) => void): void {
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const target = location.current.dropTargets[0]?.data;
          if (!target) return;
          const edge: Edge = target['edge'] === 'before' ? 'before' : 'behind';
          const scene = textIn(target, 'scene');
          const draggedScene = textIn(source.data, 'scene');
          const draggedShot = textIn(source.data, 'shot');
          if (scene === null || draggedScene === null) return;
          if (draggedShot === null) onDrop({ what: 'scene', source: draggedScene, over: scene, edge });
          else {
            const dragged = { scene: draggedScene, shot: draggedShot };
            onDrop({ what: 'shot', source: dragged, scene, over: textIn(target, 'over'), edge });
          }
        },
      }),
    [onDrop],
  );
}
