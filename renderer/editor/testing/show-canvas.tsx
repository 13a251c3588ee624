import { expect, onTestFinished, vi } from 'vitest';
import type { ReactNode } from 'react';
import { listenForHotkeys } from '#renderer/commands/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { EditorCanvas, type EditorCanvasProps } from '../canvas/view/editor-canvas.tsx';
import type { EditorPorts } from '../ports.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { openSession } from '../session/open-session.ts';
import { noRuns } from './editor-stand-in.ts';

export interface ShowCanvasOptions extends Partial<Omit<EditorCanvasProps, 'session'>> {
  /** The test lets the node types arrive. */
  typesAreLate?: boolean | undefined;
  /** Pixels. */
  width?: number;
  height?: number;
  /** What stands before it and beside it on the page. */
  before?: (session: EditorSession) => ReactNode;
  beside?: (session: EditorSession) => ReactNode;
}

/** A page with the canvas of a project, its keys, and what a test puts around it. */
export async function showCanvas(
  ports: EditorPorts,
  { width = 1200, height = 800, typesAreLate, before, beside, ...canvas }: ShowCanvasOptions = {},
): Promise<{ session: EditorSession; leave: () => Promise<void> }> {
  const session = await openSession(ports);
  onTestFinished(() => session.dispose());
  if (!typesAreLate) await vi.waitFor(() => expect(session.catalog.pinsOf('input/text')).toBeDefined());
  onTestFinished(listenForHotkeys());
  const shown = await renderPage(
    <>
      {before?.(session)}
      <div style={{ display: 'flex' }}>
        <div data-frame style={{ width, height, flex: 'none' }}>
          <EditorCanvas
            session={session}
            runTable={noRuns}
            onRunTo={() => undefined}
            onOpenOutput={() => undefined}
            onOpenFile={() => undefined}
            onOpenItems={() => undefined}
            {...canvas}
          />
        </div>
        {beside?.(session)}
      </div>
    </>,
  );
  await vi.waitFor(() => expect(session.view.positioned && session.view.size.width).toBe(width));
  return {
    session,
    leave: async () => {
      await shown.unmount();
      session.dispose();
    },
  };
}
