// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ProjectsPage } from './projects-page.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  desk.api(endpoints.projects.list, () => ({
    data: [
      {
        id: 'prj_1',
        name: 'Poster',
        nodeCount: 3,
        version: 7,
        createdAt: '2026-01-01T10:00:00Z',
        updatedAt: '2026-01-02T10:00:00Z',
      },
    ],
    hasMore: false,
    nextCursor: null,
  }));
});
afterEach(() => desk.restore());

it.each(['button', 'card'])(
  'every entry of a project acts on a page that was just opened: projects/project-card.tsx, %s',
  async (from) => {
    let leave = async (): Promise<void> => undefined;
    const did = vi.fn<() => void>();
    const pressed = await pressEveryEntry(
      {
        show: async () => {
          const shown = await renderPage(
            <ProjectsPage
              onImport={did}
              onExport={did}
              connectionId="local"
              isPending={false}
              onOpen={did}
              hrefOf={(id) => `/projects/local/${id}`}
              renderStarters={() => <p>Start from</p>}
              beginMenu={<p>More</p>}
            />,
          );
          leave = async () => shown.unmount();
        },
        leave: () => leave(),
        target: () =>
          document.querySelector(
            from === 'button' ? 'button[aria-label="Actions for Poster"]' : 'a[href="/projects/local/prj_1"]',
          ),
      },
      () => did.mock.calls.length + desk.calls('projects.duplicate').length,
    );
    expect(pressed).toEqual([
      'Open project',
      'Rename project',
      'Export project…',
      'Duplicate project',
      'Delete project',
    ]);
  },
);
