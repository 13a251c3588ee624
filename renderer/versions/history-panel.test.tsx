// @module-tag rig
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { emptyCanvas } from '#shared/canvas/items.ts';
import { applyCanvasLenient, type CanvasOperation } from '#shared/canvas/operations.ts';
import type { PatchOperation } from '#shared/api/index.ts';
import type { GraphVersion, MediaVersion, ProjectVersion } from '#shared/desk/index.ts';
import { applyLenient, graphThumbnail, type Graph } from '#shared/graph/index.ts';
import { listenForHotkeys } from '#renderer/commands/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { CompareView } from './compare-view.tsx';
import { HistoryButton } from './history-button.tsx';
import { HistoryPanel, type HistoryActions } from './history-panel.tsx';
import type { OpenProject } from './ports.ts';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const then: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', title: 'Photo', position: { x: 0, y: 0 } },
    {
      id: 'blur',
      type: 'image/blur',
      title: 'Blur',
      position: { x: 400, y: 0 },
      inputs: { sigma: { type: 'number', value: 3 } },
    },
  ],
  connections: [{ from: ['photo', 'image'], to: ['blur', 'image'] }],
};
const now: Graph = {
  nodes: [
    { ...then.nodes[1]!, inputs: { sigma: { type: 'number', value: 9 } } },
    { id: 'noise', type: 'image/noise', title: 'Noise', position: { x: 0, y: 300 } },
  ],
  connections: [],
};

const version = (change: Partial<GraphVersion> & { id: string }): GraphVersion => ({
  kind: 'graph',
  connectionId: 'local',
  projectId: 'p1',
  version: 1,
  reason: 'saved',
  name: null,
  keep: false,
  at: new Date().toISOString(),
  nodeCount: 2,
  changes: { added: 1, removed: 0, changed: 2, moved: 0, wires: 0 },
  sketch: graphThumbnail(then),
  damaged: false,
  ...change,
});

const respondWith = (versions: ProjectVersion[]) =>
  desk.desk('listVersions', ({ query }) => ({
    versions: versions.filter(
      ({ name, keep, kind }) =>
        (query.get('named') !== 'true' || name !== null || keep) && kind === (query.get('kind') ?? kind),
    ),
    nextCursor: null,
    usedBytes: 1200,
    limitBytes: 512_000_000,
  }));

function openProject(graph: Graph): OpenProject & { edits: string[] } {
  let held = graph;
  let items = emptyCanvas();
  const listeners = new Set<() => void>();
  const edits: string[] = [];
  return {
    edits,
    getGraph: () => held,
    getCanvas: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => 7,
    restore(label: string, operations: readonly PatchOperation[], canvas: readonly CanvasOperation[] = []) {
      items = applyCanvasLenient(items, canvas).items;
      const applied = applyLenient(held, operations);
      held = applied.graph;
      edits.push(label);
      for (const listener of listeners) listener();
      return {
        completed: applied.applied.length,
        rejected: applied.refused.map(({ rejection }) => rejection.reason),
      };
    },
    show: () => undefined,
    words: {
      nodeName: (node) => node.title ?? node.type,
      typeName: (type) => type,
      inputLabel: (_type, input) => (input === 'sigma' ? 'Strength' : input),
      fileName: (fileId) => fileId,
    },
  };
}

/** A version of the timeline, or of the storyboard. */
const timelineVersion = (
  change: Partial<MediaVersion & { kind: 'timeline' }> & { id: string },
): MediaVersion => ({
  kind: 'timeline',
  connectionId: 'local',
  projectId: 'p1',
  version: 3,
  reason: 'saved',
  name: null,
  keep: false,
  at: new Date().toISOString(),
  damaged: false,
  sketch: {
    seconds: 12,
    clips: 2,
    tracks: 1,
    rows: 1,
    bars: [
      { row: 0, from: 0, to: 0.5, type: 'video' },
      { row: 0, from: 0.5, to: 1, type: 'audio' },
    ],
  },
  ...change,
});
const storyboardVersion = (id: string): MediaVersion => ({
  ...timelineVersion({ id }),
  kind: 'storyboard',
  sketch: { scenes: 1, shots: 3, seconds: 9, frames: [] },
});

/** What a page does with versions, as the test sees it. */
const actionsSeen = () => ({
  compare: vi.fn<HistoryActions['compare']>(),
  restore: vi.fn<HistoryActions['restore']>(),
  exportFile: vi.fn<(version: GraphVersion) => void>(),
});

const showPanel = (actions: HistoryActions = actionsSeen()) =>
  renderPage(
    <HistoryPanel
      connectionId="local"
      projectId="p1"
      actions={actions}
      selectedId={null}
      currentGraph={() => ({ version: 7, graph: now })}
    />,
  );

describe('the list', () => {
  it('lists versions by day with who, what changed and a long name, walked by arrow keys', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    respondWith([
      version({ id: 'c', version: 9, reason: 'elsewhere' }),
      version({ id: 'b', version: 8, reason: 'merge', name: 'A name that is very long '.repeat(6) }),
      version({ id: 'a', version: 7, at: yesterday, changes: null, keep: true }),
    ]);
    const actions = actionsSeen();
    await showPanel(actions);
    const today = page.getByRole('region', { name: 'Today' });
    await expect.element(today.getByText('Changed elsewhere')).toBeVisible();
    await expect.element(today.getByText('Yours, before a merge')).toBeVisible();
    expect(today.getByText('Graph · 1 added, 2 changed').elements()).toHaveLength(2);
    await expect.element(page.getByRole('region', { name: 'Yesterday' })).toBeVisible();
    await expect.element(page.getByText(/1.2 kB of 512 MB saved on this computer/)).toBeVisible();
    const panel = page.getByRole('region', { name: 'Today' }).element().parentElement!;
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth);

    await page.getByRole('button', { name: /^Changed elsewhere/ }).click();
    expect(actions.compare).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'c' }));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect
      .element(page.getByRole('button', { name: /^StaysSaved here|^Stays Saved here/ }))
      .toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(actions.compare).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'a' }));
  });

  it('names a version, and the project as it is now', async () => {
    respondWith([version({ id: 'a' })]);
    desk.desk('changeVersion', () => version({ id: 'a', name: 'First cut' }));
    desk.desk('keepVersion', () => ({ version: version({ id: 'n', name: 'Now' }) }));
    await showPanel();
    await page.getByRole('button', { name: /^Saved here/ }).click();
    await userEvent.keyboard('{F2}');
    await page.getByLabelText('Name', { exact: true }).fill('First cut');
    await page.getByRole('button', { name: 'Keep the name' }).click();
    await vi.waitFor(() => expect(desk.calls('changeVersion')[0]?.body).toEqual({ name: 'First cut' }));

    await page.getByRole('button', { name: 'Name version…' }).click();
    await expect.element(page.getByRole('button', { name: 'Keep the name' })).toBeDisabled();
    await page.getByLabelText('Name', { exact: true }).fill('Now');
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() =>
      expect(desk.calls('keepVersion')[0]?.body).toMatchObject({
        kind: 'graph',
        name: 'Now',
        version: 7,
        graph: now,
      }),
    );
  });

  it('deletes at once what has no name, and asks about what has one', async () => {
    respondWith([version({ id: 'a' }), version({ id: 'b', version: 2, name: 'Dear' })]);
    desk.desk('deleteVersion', () => undefined);
    await showPanel();
    await page.getByRole('button', { name: 'More for Saved here, version 1' }).click();
    await page.getByRole('menuitem', { name: 'Delete from the history' }).click();
    await vi.waitFor(() =>
      expect(desk.calls('deleteVersion').map(({ params }) => params['versionId'])).toEqual(['a']),
    );
    await expect
      .element(page.getByRole('menuitem', { name: 'Delete from the history' }))
      .not.toBeInTheDocument();
    await page.getByRole('button', { name: 'More for Dear, version 2' }).click();
    await page.getByRole('menuitem', { name: 'Delete from the history' }).click();
    await expect.element(page.getByRole('dialog', { name: /Delete “Dear”/ })).toBeVisible();
    expect(desk.calls('deleteVersion')).toHaveLength(1);
    await page.getByRole('button', { name: 'Delete the version' }).click();
    await vi.waitFor(() => expect(desk.calls('deleteVersion')).toHaveLength(2));
  });

  it('teaches when it is empty', async () => {
    respondWith([]);
    await showPanel();
    await expect.element(page.getByText('No versions yet')).toBeVisible();
    await page.getByRole('switch', { name: 'Named' }).click();
    await expect.element(page.getByText('No version has a name')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.element(page.getByText('No versions yet')).toBeVisible();
  });

  it('says why it could not be read', async () => {
    let fails = true;
    desk.desk('listVersions', () => {
      if (fails) throw new Problem(500, 'INTERNAL', 'The disk did not answer.');
      return { versions: [version({ id: 'a' })], nextCursor: null, usedBytes: 0, limitBytes: 1 };
    });
    await showPanel();
    await expect.element(page.getByRole('alert').getByText(/The disk did not answer\./)).toBeVisible();
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('button', { name: /^Saved here/ })).toBeVisible();
  });

  it('shows a damaged version as such, and offers only what can be done with it', async () => {
    respondWith([version({ id: 'a', damaged: true })]);
    await showPanel();
    await expect.element(page.getByText('Damaged on the disk')).toBeVisible();
    await page.getByRole('button', { name: /^More for/ }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Delete from the history' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Restore this version' }).elements()).toHaveLength(0);
  });
});

describe('versions of storyboard and timeline', () => {
  it('stand between those of the graph, with what they hold, and those of one are shown alone', async () => {
    respondWith([
      storyboardVersion('b'),
      version({ id: 'g', name: 'Before the cut' }),
      timelineVersion({ id: 't', steps: ['trim clip', 'move clip', 'trim clip'] }),
    ]);
    const actions = actionsSeen();
    await showPanel(actions);
    const rows = page.getByRole('listitem');
    await expect
      .poll(() => rows.elements().map((row) => row.textContent))
      .toEqual([
        expect.stringMatching(/Storyboard.*3 shots · 9 s/),
        expect.stringMatching(/Before the cut.*Graph.*1 added, 2 changed/),
        expect.stringMatching(/Trim clip, move clip.*Timeline.*2 clips · 12 s/),
      ]);
    await page.getByRole('button', { name: 'Restore Trim clip, move clip, 2 clips · 12 s' }).click();
    expect(actions.restore).toHaveBeenLastCalledWith(expect.objectContaining({ id: 't' }));
    await page.getByRole('button', { name: /^Trim clip, move clip/ }).click();
    expect(actions.compare).toHaveBeenLastCalledWith(expect.objectContaining({ id: 't' }));
    await page.getByRole('combobox', { name: 'Versions of' }).click();
    await page.getByRole('option', { name: 'Timeline' }).click();
    await expect.poll(() => rows.elements().length).toBe(1);
    expect(desk.calls('listVersions').at(-1)?.query.get('kind')).toBe('timeline');
  });

  it('are named, kept and deleted as those of the graph; a storyboard shows what can be done with it', async () => {
    respondWith([storyboardVersion('b'), timelineVersion({ id: 't', name: 'Client cut' })]);
    desk.desk('changeVersion', () => storyboardVersion('b'));
    const actions = actionsSeen();
    await showPanel(actions);
    // There is nothing that it could be compared with.
    await page.getByRole('button', { name: /^Saved here.*Storyboard/ }).click();
    expect(actions.compare).not.toHaveBeenCalled();
    await page.getByRole('menuitem', { name: 'Never remove to make room' }).click();
    await vi.waitFor(() => expect(desk.calls('changeVersion')[0]?.body).toEqual({ keep: true }));
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'More for Client cut, version 3' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Compare with now' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Export as a file…' }).elements()).toHaveLength(0);
    await page.getByRole('menuitem', { name: 'Remove the name' }).click();
    await vi.waitFor(() => expect(desk.calls('changeVersion')[1]?.body).toEqual({ name: null }));
  });

  it('open from a button on their pages, where one is named, and it closes with what leads elsewhere', async () => {
    respondWith([timelineVersion({ id: 't' })]);
    desk.desk('changeVersion', () => timelineVersion({ id: 't', name: 'Client cut' }));
    const actions = actionsSeen();
    await renderPage(<HistoryButton connectionId="local" projectId="p1" actions={actions} />);
    await page.getByRole('button', { name: 'History of the project' }).click();
    expect(page.getByRole('button', { name: 'Name version…' }).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'More for Saved here, version 3' }).click();
    await page.getByRole('menuitem', { name: 'Name…' }).click();
    await page.getByLabelText('Name', { exact: true }).fill('Client cut');
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(desk.calls('changeVersion')[0]?.body).toEqual({ name: 'Client cut' }));
    await page.getByRole('button', { name: /^Restore Saved here/ }).click();
    expect(actions.restore).toHaveBeenCalledWith(expect.objectContaining({ id: 't' }));
    await expect.element(page.getByRole('region', { name: 'Today' })).not.toBeInTheDocument();
  });
});

function Comparison({
  project,
  startsOpen = true,
}: {
  project: OpenProject;
  startsOpen?: boolean;
}): ReactElement {
  const [open, setOpen] = useState(startsOpen);
  return (
    <div style={{ position: 'relative', width: 900, height: 600 }}>
      <button type="button" onClick={() => setOpen(true)}>
        Compare
      </button>
      {open ? (
        <CompareView
          connectionId="local"
          projectId="p1"
          versionId="a"
          project={project}
          onExport={null}
          onClose={() => setOpen(false)}
        />
      ) : (
        <p>closed</p>
      )}
    </div>
  );
}

describe('the comparison', () => {
  it('says in words what changed, and brings parts back as edits', async () => {
    desk.desk('getVersion', () => ({ version: version({ id: 'a', name: 'First cut' }), graph: then }));
    const project = openProject(now);
    await renderPage(<Comparison project={project} />);
    await expect.element(page.getByRole('heading', { name: 'First cut' })).toHaveFocus();
    await expect
      .element(page.getByRole('img', { name: /1 added, 1 removed, 1 changed, 1 wire/ }))
      .toBeVisible();
    const nodes = page.getByRole('list', { name: 'Nodes that differ' });
    await expect.element(nodes.getByText('Strength')).toBeVisible();
    await expect.element(page.getByRole('deletion')).toHaveTextContent('3');
    await expect.element(page.getByRole('insertion')).toHaveTextContent('9');
    await expect
      .element(page.getByRole('list', { name: 'Wires that differ' }).getByText(/Photo\.image → Blur\.image/))
      .toBeVisible();

    await page.getByRole('button', { name: 'Restore Strength of Blur' }).click();
    await expect.element(nodes.getByText('Strength')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Bring back: Photo' }).click();
    await page.getByRole('button', { name: 'Remove: Noise' }).click();
    await expect.element(page.getByText('The project is just like this version')).toBeVisible();
    expect(project.edits).toEqual(['restore strength of Blur', 'restore Photo', 'take Noise away']);
    expect(project.getGraph().connections).toEqual(then.connections);
  });

  it('closes with one Escape, also on a button that shows its note, and gives the focus back', async () => {
    desk.desk('getVersion', () => ({ version: version({ id: 'a' }), graph: then }));
    const stop = listenForHotkeys();
    try {
      await renderPage(<Comparison project={openProject(now)} startsOpen={false} />);
      const opener = page.getByRole('button', { name: 'Compare' });
      opener.element().closest('button')!.focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus();
      await userEvent.tab();
      await expect.element(page.getByText('Name…')).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('region', { name: /Comparison/ })).not.toBeInTheDocument();
      await expect.element(opener).toHaveFocus();
    } finally {
      stop();
    }
  });

  it('restores the whole, and has no more to restore then', async () => {
    desk.desk('getVersion', () => ({ version: version({ id: 'a' }), graph: then }));
    const project = openProject(now);
    await renderPage(<Comparison project={project} />);
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await expect.element(page.getByText('The project is just like this version')).toBeVisible();
    expect(project.getGraph()).toEqual(then);
    await expect.element(page.getByRole('button', { name: 'Restore this version' })).toBeDisabled();
  });

  it('says what did not fit, and that the rest is there', async () => {
    const gone: Graph = { nodes: [], connections: [] };
    desk.desk('getVersion', () => ({ version: version({ id: 'a' }), graph: then }));
    const project: OpenProject = {
      ...openProject(gone),
      restore: () => ({ completed: 1, rejected: ['“Blur” has no input called sigma.'] }),
    };
    await renderPage(<Comparison project={project} />);
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await expect.element(page.getByText(/1 change did not fit: “Blur” has no input/)).toBeVisible();
  });

  it('says why a version cannot be shown', async () => {
    desk.desk('getVersion', () => {
      throw new Problem(410, 'NOT_FOUND', 'This version was damaged on the disk and cannot be shown.');
    });
    await renderPage(<Comparison project={openProject(now)} />);
    await expect.element(page.getByRole('alert').getByText(/damaged on the disk/)).toBeVisible();
    await page.getByRole('button', { name: 'Close the comparison' }).click();
    await expect.element(page.getByText('closed')).toBeVisible();
  });
});

it('every entry of the menu of a version acts where nothing has the focus: versions/version-row.tsx', async () => {
  respondWith([version({ id: 'a' }), version({ id: 'b', version: 2, name: 'Dear' })]);
  desk.desk('deleteVersion', () => undefined);
  desk.desk('changeVersion', () => version({ id: 'b' }));
  let shown: Awaited<ReturnType<typeof showPanel>>;
  const actions = actionsSeen();
  const pressed = await pressEveryEntry(
    {
      show: async () => {
        shown = await showPanel(actions);
      },
      leave: () => shown.unmount(),
      target: () => document.querySelector('button[aria-label="More for Dear, version 2"]'),
    },
    () =>
      desk.calls('changeVersion').length +
      [actions.compare, actions.restore, actions.exportFile].reduce(
        (sum, { mock }) => sum + mock.calls.length,
        0,
      ),
  );
  expect(pressed.length).toBeGreaterThan(1);
});
