import { useEffect, useMemo } from 'react';
import { commands, useCommands } from '#renderer/commands/index.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { canvasCommands, canvasContext } from './canvas-commands.ts';
import type { Gestures } from './gestures.ts';

/** Handles the commands of the canvas, and tells what of them can be used: at each change, not at each gesture's end. */
export function useCanvasCommands(session: EditorSession, gestures: Gestures): void {
  useCommands(
    'canvas',
    useMemo(() => canvasCommands(session, gestures), [session, gestures]),
  );
  useEffect(() => {
    const provided = commands.provide(canvasContext(session));
    const update = (): void => provided.replace(canvasContext(session));
    const disposers = [
      session.store.subscribe(update),
      session.store.history.subscribe(update),
      session.items.subscribe(update),
      session.catalog.subscribe(update),
      provided.remove,
    ];
    return () => {
      for (const dispose of disposers) dispose();
    };
  }, [session]);
}
