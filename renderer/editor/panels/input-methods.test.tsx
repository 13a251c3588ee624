// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ReactElement } from 'react';
import { playCompositions } from '#renderer/testing/compositions.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import type { EditorSession } from '../session/editor-session.ts';
import { openSession } from '../session/open-session.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { FilesPanel } from './files-panel.tsx';
import { OutlinePanel } from './outline-panel.tsx';
import { PalettePanel } from './palette-panel.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const PANELS: Readonly<Record<string, { search: string; panel: (session: EditorSession) => ReactElement }>> =
  {
    'editor/panels/palette-panel.tsx': {
      search: 'Search nodes',
      panel: (session) => <PalettePanel session={session} />,
    },
    'editor/panels/files-panel.tsx': {
      search: 'Search files',
      panel: (session) => <FilesPanel session={session} />,
    },
    'editor/panels/outline-panel.tsx': {
      search: 'Search the outline',
      panel: (session) => <OutlinePanel session={session} isVisible />,
    },
  };

it.each(Object.entries(PANELS))(
  'the words of an input method stay in the search of %s',
  async (_, { search, panel }) => {
    const graph = { nodes: [{ id: 'text', type: 'input/text', title: '港 é 항' }], connections: [] };
    const session = await openSession(standIn(graph));
    await vi.waitFor(() => expect(session.catalog.pinsOf('input/text')).toBeDefined());
    session.view.resize({ left: 0, top: 0, width: 1200, height: 800 });
    await renderPage(panel(session));
    await page.getByRole('textbox', { name: search }).click();
    expect(
      await playCompositions(() => [session.store.getGraph().nodes.length, [...session.store.selectedNodes]]),
    ).toBe(80);
    session.dispose();
  },
);
