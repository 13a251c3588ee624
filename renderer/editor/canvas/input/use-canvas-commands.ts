import { useEffect, useMemo } from 'react';
import { commands, useCommands } from '#renderer/commands/index.ts';
import { projectUndo } from '#renderer/model/project-undo.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { canvasCommands, canvasContext } from './canvas-commands.ts';
import type { Gestures } from './gestures.ts';

/**
 * Handles the commands of the canvas, and tells what of them can be used: at each change, not at each gesture's end.
 * @param inspect at what the selected node made; stays the same function.
 */
export function useCanvasCommands(session: EditorSession, gestures: Gestures, inspect: () => void): void {
  useCommands(
    'canvas',
    useMemo(() => canvasCommands(session, gestures, inspect), [session, gestures, inspect]),
  );
  useEffect(() => {
    const provided = commands.provide(canvasContext(session));
    const update = (): void => provided.replace(canvasContext(session));
    const publishSteps = (): void => {
      const { history } = session.store;
      if (!projectUndo.here) return;
      projectUndo.note(projectUndo.here, 'graph', {
        undoName: history.undoLabel,
        redoName: history.redoLabel,
        done: history.depth,
        undone: history.redoDepth,
      });
    };
    const answer = (): void => {
      const direction = projectUndo.here && projectUndo.take(projectUndo.here, 'graph');
      if (direction) session[direction]();
    };
    publishSteps();
    const cleanups = [
      session.store.subscribe(update),
      // Before the others hear of it.
      session.store.history.subscribe(publishSteps),
      session.store.history.subscribe(update),
      projectUndo.subscribe(update),
      projectUndo.subscribe(answer),
      session.items.subscribe(update),
      session.groups.subscribe(update),
      session.catalog.subscribe(update),
      provided.remove,
    ];
    // What it does is told to those above.
    answer();
    return () => {
      for (const dispose of cleanups) dispose();
    };
  }, [session]);
}
