// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { StoryboardPage } from './storyboard-page.tsx';

let desk: DeskStandIn;
let project = 0;
beforeEach(() => {
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [] }));
});
afterEach(() => desk.restore());

const panel = (number: number) => ({ id: `p${number}`, media: { fileId: `file_${number}` } });
const document = {
  serviceType: 'storyboard',
  version: 1,
  sequences: [
    {
      id: 'a',
      name: 'Pier',
      shots: [
        { id: 'one', description: 'one', panels: [panel(1), panel(2), panel(3)] },
        { id: 'two', description: 'two' },
      ],
    },
    { id: 'b', name: 'Sea', shots: [{ id: 'four', description: 'four' }] },
  ],
};

it.each([
  [
    'storyboard/parts/shot-card.tsx, by its button',
    'article button[aria-haspopup="menu"][aria-label^="Actions"], article button[aria-haspopup="menu"]',
  ],
  ['storyboard/parts/shot-card.tsx, by the pointer', 'article'],
  ['storyboard/parts/scene-section.tsx', 'button[aria-label^="More for"]'],
  [
    'storyboard/parts/panel-strip.tsx',
    'ol[aria-label="Panels"] button[aria-haspopup="menu"]:not([aria-label^="More"])',
  ],
  ['storyboard/page/board-toolbar.tsx', 'button[aria-label="More of the storyboard"]'],
])('every entry acts on a board that was just opened: %s', async (_, selector) => {
  let leave = async (): Promise<void> => undefined;
  const go = vi.fn<() => void>();
  const pressed = await pressEveryEntry(
    {
      show: async () => {
        project += 1;
        const projectId = `menus_${project}`;
        const summary = { mediaCount: 0, sceneCount: 2, shotCount: 3 };
        desk.api(endpoints.storyboards.get, () => ({ projectId, version: 1, document, summary }));
        const shown = await renderPage(
          <div style={{ width: 1100, height: 900 }}>
            <StoryboardPage
              connectionId="local"
              projectId={projectId}
              links={{ toTimeline: go, toNode: go, toRun: go }}
            />
          </div>,
        );
        leave = async () => shown.unmount();
      },
      leave: () => leave(),
      target: () => globalThis.document.querySelector(selector),
    },
    () => go.mock.calls.length,
  );
  expect(pressed.length).toBeGreaterThan(1);
});
