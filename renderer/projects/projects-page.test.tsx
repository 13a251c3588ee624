import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints, type PublicProjectDetail } from '#shared/api/index.ts';
import { RESTORED_DATABASE_NOTICE } from '#shared/desk/index.ts';
import { bindDeskEvents, startDeskEvents } from '#renderer/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ProjectsPage } from './projects-page.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const project = (
  id: string,
  name: string,
  change: Partial<PublicProjectDetail> = {},
): PublicProjectDetail => ({
  id,
  name,
  nodeCount: 3,
  version: 7,
  createdAt: '2026-01-01T10:00:00Z',
  updatedAt: '2026-01-02T10:00:00Z',
  ...change,
});

const projectsPage = (onOpen: (id: string) => void, key = 'projects') => (
  <ProjectsPage
    key={key}
    onImport={() => undefined}
    onExport={() => undefined}
    connectionId="local"
    isPending={false}
    onOpen={onOpen}
    hrefOf={(id) => `/projects/local/${id}`}
    renderStarters={(isFolded) => <p>{isFolded ? 'Folded' : 'Start from'}</p>}
    beginMenu={<button type="button">More ways to begin</button>}
  />
);

const show = (onOpen = vi.fn<(id: string) => void>(), beside: ReactElement | null = null) =>
  renderPage(
    <>
      {beside}
      {projectsPage(onOpen)}
    </>,
  );

const respondWith = (projects: PublicProjectDetail[]) =>
  desk.api(endpoints.projects.list, ({ query }) => {
    const search = query.get('search')?.toLowerCase() ?? '';
    return {
      data: projects.filter((p) => p.name.toLowerCase().includes(search)),
      hasMore: false,
      nextCursor: null,
    };
  });

it('reads the list anew when projects of a lost database were brought back', async () => {
  const projects = [project('prj_1', 'Poster')];
  respondWith(projects);
  const ending = new AbortController();
  const realFetch = window.fetch;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    return pathname === '/desk/events' ? new Response(readable) : realFetch(input, init);
  };
  function Bound() {
    const client = useQueryClient();
    useEffect(() => bindDeskEvents(client), [client]);
    return null;
  }
  await show(undefined, <Bound />);
  await expect.element(page.getByText('Poster')).toBeVisible();
  const events = startDeskEvents(ending.signal);
  projects.push(project('prj_2', 'Recreated'));
  const notices = [{ id: RESTORED_DATABASE_NOTICE, text: 'Recreated from this computer: “Recreated”.' }];
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode(`data: ${JSON.stringify({ type: 'notices', notices })}\n\n`));
  await expect.element(page.getByText('Recreated')).toBeVisible();
  ending.abort();
  await Promise.all([events, writer.close()]);
});

it('searches on the service, and says when nothing is found', async () => {
  respondWith([project('prj_1', 'Poster'), project('prj_2', 'Banner')]);
  await show();
  await expect.element(page.getByText('Poster')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('bann');
  await expect.element(page.getByText('Poster')).not.toBeInTheDocument();
  await expect.element(page.getByText('Banner')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('nothing');
  await page.getByRole('button', { name: 'Show all projects' }).click();
  await expect.element(page.getByText('Poster')).toBeVisible();
});

it.each(['cafe', 'UBUNG', 'ubung cafe', 'Caffé'])(
  'finds a name with accents by “%s” where the service finds nothing',
  async (typed) => {
    respondWith([project('prj_1', 'Poster'), project('prj_2', 'Café Übung')]);
    await show();
    await expect.element(page.getByText('Poster')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search projects' }).fill(typed);
    await expect.element(page.getByText('Poster')).not.toBeInTheDocument();
    await expect.element(page.getByText('Café Übung')).toBeVisible();
  },
);

it('looks for typing errors among the newest 2,000, says so, and looks through older ones when asked', async () => {
  const all = [
    ...Array.from({ length: 2_200 }, (_, index) => project(`prj_${index}`, `Poster ${index}`)),
    project('prj_last', 'Harbor at dusk'),
  ];
  desk.api(endpoints.projects.list, ({ query }) => {
    const found = all.filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''));
    const start = Number(query.get('cursor') ?? 0);
    const hasMore = start + 500 < found.length;
    return {
      data: found.slice(start, start + 500),
      hasMore,
      nextCursor: hasMore ? String(start + 500) : null,
    };
  });
  await show();
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('habror');
  await expect.element(page.getByText(/newest 2,000 projects/)).toBeVisible();
  await page.getByRole('button', { name: 'Look through older ones' }).click();
  await expect.element(page.getByText('Harbor at dusk')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('zzzzzz');
  await expect.element(page.getByText('No project is called “zzzzzz”')).toBeVisible();
  await expect.element(page.getByText(/newest 2,/)).not.toBeInTheDocument();
});

it('is worked by keyboard: arrows, F2 to rename, Enter to open', async () => {
  respondWith([project('prj_1', 'First'), project('prj_2', 'Second')]);
  desk.api(endpoints.projects.get, ({ params }) => project(params['project_id'] ?? '', 'Second'));
  desk.api(endpoints.projects.updateMetadata, () => project('prj_2', 'Renamed'));
  await show();
  const second = page.getByRole('link', { name: /Second/ });
  await expect.element(second).toBeVisible();
  page.getByRole('link', { name: /First/ }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(second.element());
  await userEvent.keyboard('{F2}');
  await expect.element(page.getByRole('textbox', { name: 'Project name' })).toHaveFocus();
  await userEvent.keyboard('Renamed{Enter}');
  await vi.waitFor(() =>
    expect(desk.calls('projects.updateMetadata')[0]?.body).toEqual({ expectedVersion: 7, name: 'Renamed' }),
  );
  expect(document.activeElement).toBe(second.element());
});

it('Tab leads to one project and past the boxes of the others, and it is said how the others are reached', async () => {
  respondWith([project('prj_1', 'First'), project('prj_2', 'Second'), project('prj_3', 'Third')]);
  await show();
  const keys = page.getByText(/^Arrow keys lead to the other projects/);
  await expect.element(page.getByRole('link', { name: /Second/ })).toBeVisible();
  await expect.element(keys).not.toBeVisible();
  page.getByRole('link', { name: /First/ }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('link', { name: /Second/ })).toHaveFocus();
  await expect.element(keys).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /Second/ }))
    .toHaveAccessibleDescription(/^Arrow keys lead/);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('checkbox', { name: 'Choose Second' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Actions for Second' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.closest('li')).toBeNull();
});

it('asks for the document of a card that is pressed before the press ends, not where it chooses the card', async () => {
  respondWith([project('prj_1', 'Poster'), project('prj_2', 'Cut')]);
  desk.api(endpoints.projects.getDocument, () => new Promise<never>(() => undefined));
  await show();
  const press = async (name: string, init: PointerEventInit = {}) => {
    const card = page.getByRole('link', { name }).first();
    await expect.element(card).toBeVisible();
    card.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, ...init }));
  };
  await press('Cut, 3 nodes', { ctrlKey: true });
  await press('Cut, 3 nodes', { button: 2 });
  await press('Poster, 3 nodes');
  await press('Poster, 3 nodes');
  await vi.waitFor(() => expect(desk.calls('projects.getDocument')).toHaveLength(1));
  expect(desk.calls('projects.getDocument')[0]?.params).toMatchObject({ project_id: 'prj_1' });
});

it('explains a project changed since the question, and deletes it as it is now when asked again', async () => {
  respondWith([project('prj_1', 'Poster')]);
  let version = 7;
  desk.api(endpoints.projects.get, () => project('prj_1', 'Poster', { version, nodeCount: version }));
  desk.api(endpoints.projects.delete, ({ query }) => {
    if (query.get('expectedVersion') !== String(version)) throw new Problem(409, 'STALE_VERSION', 'stale');
    return undefined;
  });
  await show();
  const card = page.getByRole('link', { name: /Poster/ });
  await expect.element(card).toBeVisible();
  card.element().focus();
  await userEvent.keyboard('{Delete}');
  await expect.element(page.getByRole('dialog', { name: /Delete “Poster”/ })).toBeVisible();
  await expect.element(page.getByText(/Deleted with it: 7 nodes/)).toBeVisible();
  version = 9;
  await page.getByRole('button', { name: 'Delete project' }).click();
  await expect.element(page.getByText(/now at version 9 with 9 nodes/)).toBeVisible();
  await page.getByRole('button', { name: 'Delete anyway' }).click();
  await vi.waitFor(() =>
    expect(desk.calls('projects.delete').map(({ query }) => query.get('expectedVersion'))).toEqual([
      '7',
      '9',
    ]),
  );
  await expect.element(page.getByRole('dialog', { name: /changed since/ })).not.toBeInTheDocument();
});

it('makes a project once and opens it', async () => {
  respondWith([]);
  desk.api(endpoints.projects.create, () => project('prj_new', 'Untitled project'));
  const onOpen = vi.fn<(id: string) => void>();
  await show(onOpen);
  await expect.element(page.getByText('No projects yet')).toBeVisible();
  await page.getByRole('button', { name: 'New project' }).first().click();
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledWith('prj_new'));
  const [call] = desk.calls('projects.create');
  expect(call?.headers.get('idempotency-key')).toBeTruthy();
});

it('opens a project it makes, also when the list was drawn anew meanwhile', async () => {
  respondWith([]);
  const made = Promise.withResolvers<PublicProjectDetail>();
  desk.api(endpoints.projects.create, () => made.promise);
  const onOpen = vi.fn<(id: string) => void>();
  function DrawnAnew() {
    const [count, setCount] = useState(0);
    return (
      <>
        <button onClick={() => setCount(count + 1)}>Draw anew {count}</button>
        {projectsPage(onOpen, String(count))}
      </>
    );
  }
  await renderPage(<DrawnAnew />);
  await page.getByRole('button', { name: 'New project' }).first().click();
  await vi.waitFor(() => expect(desk.calls('projects.create')).toHaveLength(1));
  await page.getByRole('button', { name: 'Draw anew 0' }).click();
  await expect.element(page.getByRole('button', { name: 'Draw anew 1' })).toBeVisible();
  made.resolve(project('prj_new', 'Untitled project'));
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledWith('prj_new'));
});

it('says when no answer comes for a new project, and asks again under the same key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    respondWith([]);
    const hangs = Promise.withResolvers<PublicProjectDetail>();
    desk.api(endpoints.projects.create, () => hangs.promise);
    const onOpen = vi.fn<(id: string) => void>();
    await show(onOpen);
    await page.getByRole('button', { name: 'New project' }).first().click();
    await expect.poll(() => desk.calls('projects.create')).toHaveLength(1);
    vi.advanceTimersByTime(5000);
    const said = page.getByText('The service has not answered yet').first();
    await expect.element(said).toBeVisible();
    desk.api(endpoints.projects.create, () => project('prj_new', 'Untitled project'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => onOpen.mock.calls).toEqual([['prj_new']]);
    const keys = desk.calls('projects.create').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    await expect.element(said).not.toBeInTheDocument();
    hangs.resolve(project('prj_new', 'Untitled project'));
  } finally {
    vi.useRealTimers();
  }
});

it('shows what went wrong in words, and tries again', async () => {
  let broken = true;
  desk.api(endpoints.projects.list, () => {
    if (broken) throw new Problem(403, 'FORBIDDEN', 'missing scope projects:read');
    return { data: [project('prj_1', 'Poster')], hasMore: false, nextCursor: null };
  });
  await show();
  await expect.element(page.getByText(/The key is not allowed to do this/)).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Poster')).toBeVisible();
});

it('shows the next page when asked, after the cursor it was given', async () => {
  desk.api(endpoints.projects.list, ({ query }) =>
    query.get('cursor') === 'after-1'
      ? { data: [project('prj_2', 'Older')], hasMore: false, nextCursor: null }
      : { data: [project('prj_1', 'Newer')], hasMore: true, nextCursor: 'after-1' },
  );
  await show();
  await expect.element(page.getByText('Older')).toBeVisible();
  await expect.element(page.getByText('Newer')).toBeVisible();
});

it('shows a project that somebody changed while the pages were read', async () => {
  const changed = project('prj_9', 'Changed meanwhile', { updatedAt: '2026-02-01T10:00:00Z' });
  let hasMoved = false;
  desk.api(endpoints.projects.list, ({ query }) => {
    if (query.get('cursor') === 'after-1') {
      // It stood behind the first page, and stands before it now.
      hasMoved = true;
      return { data: [project('prj_2', 'Older')], hasMore: false, nextCursor: null };
    }
    const first = project('prj_1', 'Newer', { updatedAt: '2026-01-03T10:00:00Z' });
    return { data: hasMoved ? [changed, first] : [first], hasMore: true, nextCursor: 'after-1' };
  });
  await show();
  await expect.element(page.getByText('Changed meanwhile')).toBeVisible();
  const shown = page.getByRole('link').elements();
  expect(shown.map((link) => link.getAttribute('href')?.split('/').at(-1))).toEqual([
    'prj_9',
    'prj_1',
    'prj_2',
  ]);
  // One look at the front for all pages together.
  expect(desk.calls('projects.list')).toHaveLength(3);
});

it('does not put a new name over one that somebody else gave meanwhile, unless it is asked for again', async () => {
  respondWith([project('prj_1', 'Poster')]);
  let name = 'Poster';
  desk.api(endpoints.projects.get, () => project('prj_1', name));
  desk.api(endpoints.projects.updateMetadata, ({ body }) => {
    name = (body as { name: string }).name;
    return project('prj_1', name);
  });
  await show();
  const card = page.getByRole('link', { name: /Poster/ });
  await expect.element(card).toBeVisible();
  card.element().focus();
  await userEvent.keyboard('{F2}');
  await expect.element(page.getByRole('textbox', { name: 'Project name' })).toHaveFocus();
  name = 'Autumn poster';
  await userEvent.keyboard('Banner{Enter}');
  await expect.element(page.getByText('It was renamed to “Autumn poster” meanwhile.').first()).toBeVisible();
  expect([name, desk.calls('projects.updateMetadata')]).toEqual(['Autumn poster', []]);
  await page.getByText('Call it “Banner”').click();
  await expect.poll(() => name).toBe('Banner');
});

it('shows the film of a project: its clips in small, and how long it is', async () => {
  respondWith([project('prj_1', 'Poster'), project('prj_2', 'Trailer')]);
  const film = {
    seconds: 64,
    clips: 2,
    tracks: 1,
    rows: 1,
    bars: [
      { row: 0, from: 0, to: 0.5, type: 'video' as const },
      { row: 0, from: 0.5, to: 1, type: 'audio' as const },
    ],
  };
  const face = { coverFileId: null, isChosen: false, sketch: null, openedAt: null };
  desk.desk('projectFaces', () => ({
    faces: [
      { projectId: 'prj_1', film: null, ...face },
      { projectId: 'prj_2', film, ...face },
    ],
  }));
  await show();
  const trailer = page.getByRole('link', { name: 'Trailer, 3 nodes, a film of 1 min 04 s' });
  await expect.element(trailer).toBeVisible();
  await expect.element(page.getByText('1:04')).toBeVisible();
  expect(trailer.element().querySelectorAll('rect')).toHaveLength(2);
  await expect.element(page.getByRole('link', { name: 'Poster, 3 nodes', exact: true })).toBeVisible();
});

it('says what a project without nodes holds: its shots and its clips', async () => {
  respondWith(['Board', 'Film', 'New'].map((name) => project(`prj_${name}`, name, { nodeCount: 0 })));
  const face = { coverFileId: null, isChosen: false, sketch: null, openedAt: null };
  const film = { seconds: 4, clips: 2, tracks: 1, rows: 1, bars: [] };
  desk.desk('projectFaces', () => ({
    faces: [
      { projectId: 'prj_Board', film: null, shots: 1, ...face },
      { projectId: 'prj_Film', film, shots: 5, ...face },
      { projectId: 'prj_New', film: null, shots: 0, ...face },
    ],
  }));
  await show();
  await expect.element(page.getByRole('link', { name: 'Board, 1 shot', exact: true })).toBeVisible();
  const filmLink = page.getByRole('link', { name: 'Film, 5 shots · 2 clips, a film of 4 s', exact: true });
  await expect.element(filmLink).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'New, 0 nodes', exact: true })).toBeVisible();
});

it('shows what a project can begin from below few projects, folded below many, and always in the menu beside New project', async () => {
  const projects = Array.from({ length: 8 }, (_, index) => project(`prj_${index}`, `Poster ${index}`));
  respondWith(projects);
  const view = await show();
  await expect.element(page.getByText('Start from')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'More ways to begin' })).toBeVisible();
  await view.unmount();
  projects.push(project('prj_8', 'Poster 8'));
  await show();
  await expect.element(page.getByText('Poster 8')).toBeVisible();
  await expect.element(page.getByText('Folded')).toBeVisible();
  await expect.element(page.getByText('Start from')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'More ways to begin' })).toBeVisible();
});

it('leads back to what was worked on last, on the page that was saved last, and not to a project that is gone', async () => {
  respondWith([
    project('prj_1', 'Poster'),
    project('prj_2', 'Trailer'),
    project('prj_3', 'Board', { nodeCount: 0 }),
  ]);
  const film = { seconds: 4, clips: 2, tracks: 1, rows: 1, bars: [] };
  const face = { coverFileId: null, isChosen: false, sketch: null, openedAt: null, film: null, shots: 0 };
  desk.desk('projectFaces', () => ({
    faces: [
      { ...face, projectId: 'prj_1', lastPage: 'graph' as const },
      { ...face, projectId: 'prj_2', film, lastPage: 'timeline' as const },
      { ...face, projectId: 'prj_3', shots: 3, lastPage: 'graph' as const },
    ],
  }));
  const opened = ['prj_gone', 'prj_2', 'prj_1'];
  desk.desk('listOpenedProjects', () => ({
    projects: opened.map((projectId) => ({ projectId, openedAt: '2026-01-02T10:00:00Z' })),
  }));
  const seen: [string, string | null][] = [];
  const shown = (key: string) => (
    <ProjectsPage
      key={key}
      onImport={() => undefined}
      onExport={() => undefined}
      connectionId="local"
      isPending={false}
      onOpen={(id, view = null) => void seen.push([id, view])}
      hrefOf={(id, view) => `/projects/local/${id}/${view ?? 'graph'}`}
      renderStarters={() => <p>Start from</p>}
      beginMenu={<button type="button">More ways to begin</button>}
    />
  );
  const view = await renderPage(shown('first'));
  const entry = page.getByRole('link', { name: /^Continue\s*Trailer\s*Timeline/ });
  await expect.element(entry).toHaveAttribute('href', '/projects/local/prj_2/timeline');
  opened.unshift('prj_3');
  await view.unmount();
  await renderPage(shown('second'));
  await expect
    .element(page.getByRole('link', { name: /^Continue\s*Board\s*Storyboard/ }))
    .toHaveAttribute('href', '/projects/local/prj_3/storyboard');
  // The command of a card goes to the same place as the card itself.
  await page.getByRole('button', { name: 'Actions for Board' }).click();
  await page.getByRole('menuitem', { name: 'Open project' }).click();
  await expect.poll(() => seen).toEqual([['prj_3', 'storyboard']]);
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('poster');
  await expect.element(page.getByRole('link', { name: /^Continue/ })).not.toBeInTheDocument();
});
