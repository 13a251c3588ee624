// @module-tag long
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NodeRunState, NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { RunOutput } from '#shared/api/index.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { showCanvas } from '../testing/show-canvas.tsx';

const graph = {
  nodes: [{ id: 'end', type: 'output/value', title: 'End', position: { x: 40, y: 40 }, inputs: {} }],
  connections: [],
};

function tableOf(output: RunOutput | null): NodeRunTable {
  const result = output ? { runId: 'run_1', outputs: { value: output }, key: null } : undefined;
  return {
    get: () => undefined,
    resultOf: () => result,
    subscribe: () => () => undefined,
    subscribeAll: () => () => undefined,
  };
}

it('shows words with their lines, and not more of them than fit', async () => {
  const long = `First line\n${'word '.repeat(5000)}`;
  await showCanvas(standIn(graph), { runTable: tableOf({ type: 'string', value: long }) });
  const words = page.getByTitle('Double-click to read all of it');
  await expect.element(words).toBeVisible();
  const shown = words.element().textContent ?? '';
  expect(shown.startsWith('First line\nword')).toBe(true);
  expect(shown.length).toBeLessThan(500);
  expect(words.element().getBoundingClientRect().height).toBeLessThan(120);
});

const written = 'The harbor wakes.\nGulls turn over the boats, and nobody has spoken yet.';
const writer = {
  nodes: [{ id: 'writer', type: 'ai/text', title: 'Writer', position: { x: 40, y: 40 }, inputs: {} }],
  connections: [],
};

it('shows what a model wrote on its node, line by line in the font of the app, and not once more in its row', async () => {
  const result = { runId: 'run_1', outputs: { text: { type: 'string', value: written } }, key: null };
  await showCanvas(standIn(writer), { runTable: { ...tableOf(null), resultOf: () => result } });
  const shown = page.getByTitle('Double-click to read all of it');
  await expect.element(shown).toBeVisible();
  expect(shown.element().textContent).toBe(written);
  expect(getComputedStyle(shown.element()).fontFamily).toBe(getComputedStyle(document.body).fontFamily);
  expect(shown.element().getBoundingClientRect().height).toBeGreaterThan(60);
  expect(document.querySelector('[data-node="writer"]')!.textContent.split('harbor')).toHaveLength(2);
});

it('shows short words in the row of an output in the font of the app, and numbers in letters of one width', async () => {
  const both = {
    nodes: [
      { id: 'a', type: 'input/text', position: { x: 40, y: 40 }, inputs: {} },
      { id: 'b', type: 'input/text', position: { x: 400, y: 40 }, inputs: {} },
    ],
    connections: [],
  };
  const outputs = { a: { type: 'string', value: 'Gulls' }, b: { type: 'number', value: 12_345 } };
  const results = {
    a: { runId: 'run_1', outputs: { text: outputs.a }, key: null },
    b: { runId: 'run_1', outputs: { text: outputs.b }, key: null },
  };
  const resultOf: NodeRunTable['resultOf'] = (nodeId) => (nodeId === 'a' ? results.a : results.b);
  await showCanvas(standIn(both), { runTable: { ...tableOf(null), resultOf } });
  const fontOf = (title: string) => getComputedStyle(page.getByTitle(title).element()).fontFamily;
  await expect.element(page.getByTitle('Gulls')).toBeVisible();
  expect(fontOf('Gulls')).not.toMatch(/mono/i);
  expect(fontOf('12345')).toMatch(/mono/i);
});

it('shows JSON in letters of one width', async () => {
  await showCanvas(standIn(graph), { runTable: tableOf({ type: 'json', value: { a: [1, 2] } }) });
  const words = page.getByTitle('Double-click to read all of it');
  await expect.element(words).toHaveTextContent('{"a":[1,2]}');
  expect(getComputedStyle(words.element()).fontFamily).toMatch(/mono/i);
});

it('shows a color as itself beside its name', async () => {
  await showCanvas(standIn(graph), { runTable: tableOf({ type: 'string', value: '#c0ffee' }) });
  const words = page.getByTitle('Double-click to read all of it');
  await expect.element(words).toHaveTextContent('#c0ffee');
  expect(getComputedStyle(words.element().firstElementChild!).backgroundColor).toBe('rgb(192, 255, 238)');
});

it('shows a picture that ended in it, and not that it has to be run', async () => {
  const picture = {
    type: 'image',
    fileId: 'file_1',
    filename: 'sky.png',
    contentType: 'image/png',
    sizeBytes: 10,
  } as const;
  await showCanvas(standIn(graph), { runTable: tableOf(picture) });
  await vi.waitFor(() => {
    const end = document.querySelector('[data-node="end"]');
    expect(end?.querySelector('[title="Double-click to see it at full size"]')).not.toBeNull();
    expect(end?.textContent).not.toContain('Run to see this');
  });
});

it('says before a run what to do', async () => {
  await showCanvas(standIn(graph), { runTable: tableOf(null) });
  await vi.waitFor(() =>
    expect(document.querySelector('[data-node="end"]')?.textContent).toContain('Run to see this'),
  );
});

it('says nothing while it is being looked up what earlier runs made', async () => {
  let isLoading = true;
  const wake = new Set<() => void>();
  await showCanvas(standIn(graph), {
    runTable: {
      ...tableOf(null),
      isLoading: () => isLoading,
      subscribe(_nodeId, listener) {
        wake.add(listener);
        return () => wake.delete(listener);
      },
    },
  });
  await vi.waitFor(() => expect(document.querySelector('[data-node="end"]')?.textContent).toContain('Name'));
  expect(document.querySelector('[data-node="end"]')?.textContent).not.toContain('Run to see this');
  isLoading = false;
  for (const listener of wake) listener();
  await vi.waitFor(() =>
    expect(document.querySelector('[data-node="end"]')?.textContent).toContain('Run to see this'),
  );
});

it('says of a muted node that runs go past it, and not that it has to be run', async () => {
  const blur = {
    nodes: [{ id: 'blur', type: 'image/blur', position: { x: 40, y: 40 }, inputs: {} }],
    connections: [],
  };
  const { session } = await showCanvas(standIn(blur), { runTable: tableOf(null) });
  const text = () => document.querySelector('[data-node="blur"]')?.textContent;
  await vi.waitFor(() => expect(text()).toBeTruthy());
  session.store.select(['blur']);
  session.toggles.mute();
  await vi.waitFor(() => expect(text()).toContain('Muted: runs go past it'));
});

it('has no dot of an earlier run while it is muted', async () => {
  const blur = {
    nodes: [{ id: 'blur', type: 'image/blur', position: { x: 40, y: 40 }, inputs: {} }],
    connections: [],
  };
  const done = {
    phase: 'succeeded',
    progress: null,
    message: null,
    outputs: null,
    key: null,
    reusable: null,
  } satisfies NodeRunState;
  const { session } = await showCanvas(standIn(blur), { runTable: { ...tableOf(null), get: () => done } });
  const dots = () => document.querySelectorAll('[data-node="blur"] header [data-phase="succeeded"]').length;
  await vi.waitFor(() => expect(dots()).toBe(1));
  session.store.select(['blur']);
  session.toggles.mute();
  await vi.waitFor(() => expect(dots()).toBe(0));
});

it('the words of a failure are marked with the mouse, and the node stays where it is', async () => {
  const message = 'The server answered nothing sensible.';
  const failed: NodeRunState = {
    phase: 'failed',
    progress: null,
    message,
    outputs: null,
    key: null,
    reusable: null,
  };
  const { session } = await showCanvas(standIn(graph), {
    runTable: { ...tableOf(null), get: () => failed },
  });
  const words = page.getByText(message);
  await expect.element(words).toBeVisible();
  await userEvent.dragAndDrop(words, words, {
    sourcePosition: { x: 2, y: 6 },
    targetPosition: { x: 120, y: 6 },
  });
  const marked = document.getSelection()?.toString() ?? '';
  expect(marked.length).toBeGreaterThan(3);
  expect(message).toContain(marked);
  expect(session.store.getNode('end')?.position).toEqual({ x: 40, y: 40 });
});
