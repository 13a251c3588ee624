// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MediaRequest, OutputSearch, type LibraryOutput, type OutputInput } from '#shared/desk/index.ts';
import { clearMediaUrls, startDeskEvents } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryPicture } from '#renderer/testing/library-output.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { OutputOrigin } from './made-by.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const take = (number: number, more: Partial<LibraryOutput> = {}) =>
  libraryPicture(number, {
    fileId: `file_${number}`,
    title: 'Poster',
    projectId: 'prj_1',
    nodeId: 'poster',
    ...more,
  });

/** Outputs of which one is asked for by its file, the others by their node. */
function answer(outputs: LibraryOutput[]) {
  desk.desk('searchOutputs', ({ body }) => {
    const { fileId, nodeId, cursor = '0', limit = 100 } = OutputSearch.parse(body);
    const found = outputs.filter((output) => output.fileId === fileId || output.nodeId === nodeId);
    const end = Number(cursor) + limit;
    return {
      outputs: found.slice(Number(cursor), end),
      nextCursor: end < found.length ? String(end) : null,
      total: found.length,
      unreadRuns: 0,
    };
  });
}

const show = async (
  onSwap: ((output: LibraryOutput) => void) | null = null,
  request: 'again' | 'takes' | null = null,
) => {
  const onRequestHandled = vi.fn<() => void>();
  const onShowNode = vi.fn<(output: LibraryOutput) => void>();
  const onRerun = vi.fn<(output: LibraryOutput, inputs: readonly OutputInput[]) => void>();
  const onShowRun = vi.fn<(output: LibraryOutput) => void>();
  const { unmount } = await renderPage(
    <OutputOrigin
      connectionId="con_1"
      fileId="file_1"
      onShowNode={onShowNode}
      onShowRun={onShowRun}
      onRerun={onRerun}
      onSwap={onSwap}
      request={request}
      onRequestHandled={onRequestHandled}
    />,
  );
  return { onShowNode, onShowRun, onAgain: onRerun, onAsked: onRequestHandled, unmount };
};

it('says which node made a file, leads there, and puts another take in its place', async () => {
  const other = take(2);
  answer([take(1), other, take(3, { missing: true })]);
  const onSwap = vi.fn<(output: LibraryOutput) => void>();
  const { onShowNode, onShowRun } = await show(onSwap);
  await page.getByRole('button', { name: 'Show the node' }).click();
  expect(onShowNode.mock.calls[0]?.[0].nodeId).toBe('poster');
  await page.getByRole('button', { name: 'Show the run' }).click();
  expect(onShowRun.mock.calls[0]?.[0].runId).toBe('run_1');
  await page.getByRole('button', { name: /^Use the take of/ }).click();
  expect(onSwap.mock.calls[0]?.[0]).toMatchObject(other);
  await expect.element(page.getByRole('button', { name: /^The take that is used/ })).toBeDisabled();
});

it('lists a new take as soon as its run has made it, and a file that was made twice once', async () => {
  const outputs = [take(1), take(4, { fileId: 'file_1' })];
  answer(outputs);
  const ending = new AbortController();
  const ask = window.fetch;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    return pathname === '/desk/events' ? new Response(readable) : ask(input, init);
  };
  await show(() => undefined);
  await vi.waitFor(() => expect(desk.calls('searchOutputs')).toHaveLength(2));
  const events = startDeskEvents(ending.signal);
  outputs.unshift(take(2));
  const writer = writable.getWriter();
  const made = { type: 'outputs', connectionId: 'con_1', projectId: 'prj_1' };
  await writer.write(new TextEncoder().encode(`data: ${JSON.stringify(made)}\n\n`));
  await expect.element(page.getByRole('button', { name: /^Use the take of/ })).toBeVisible();
  expect(page.getByRole('button', { name: /take/ }).elements()).toHaveLength(2);
  ending.abort();
  await Promise.all([events, writer.close()]);
});

/** The address of a small picture of one color. */
function picture(color: string): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 4, height: 4 });
  const context = canvas.getContext('2d');
  if (context) context.fillStyle = color;
  context?.fillRect(0, 0, 4, 4);
  return canvas.toDataURL();
}

it('lists equal pictures that runs made anew as one take, which is the one that is used', async () => {
  answer([take(3), take(2), take(1)]);
  clearMediaUrls();
  desk.desk('mediaUrls', ({ body }) => ({
    urls: MediaRequest.parse(body).items.map(({ source }) => ({
      url: picture('fileId' in source && source.fileId === 'file_2' ? 'red' : 'blue'),
      downloadUrl: 'data:,',
    })),
  }));
  await show(() => undefined);
  await expect.element(page.getByRole('button', { name: /^Use the take of/ })).toBeVisible();
  expect(page.getByRole('button', { name: /take/ }).elements()).toHaveLength(2);
  await expect.element(page.getByRole('button', { name: /^The take that is used/ })).toBeDisabled();
});

it('offers older takes also where the newest runs made one file again and again', async () => {
  const again = Array.from({ length: 30 }, (_, index) => take(100 + index, { fileId: 'file_1' }));
  const older = Array.from({ length: 40 }, (_, index) => take(200 + index));
  answer([...again, ...older]);
  await show(() => undefined);
  const offered = page.getByRole('button', { name: /^Use the take of/ });
  await expect.element(offered.first()).toBeVisible();
  expect(offered.elements()).toHaveLength(23);
});

it('offers older takes also where the newest runs made equal pictures as new files, and looks at each once', async () => {
  const again = Array.from({ length: 30 }, (_, index) => take(300 + index, { sizeBytes: 7 }));
  const older = Array.from({ length: 3 }, (_, index) => take(400 + index, { sizeBytes: 100 + index }));
  answer([...again, ...older, take(1, { sizeBytes: 200 })]);
  clearMediaUrls();
  desk.desk('mediaUrls', ({ body }) => ({
    urls: MediaRequest.parse(body).items.map(() => ({ url: picture('green'), downloadUrl: 'data:,' })),
  }));
  const { unmount } = await show(() => undefined);
  const offered = page.getByRole('button', { name: /^Use the take of/ });
  await expect.element(offered.nth(3)).toBeVisible();
  expect(offered.elements()).toHaveLength(4);
  await unmount();
  const decode = vi.spyOn(Image.prototype, 'decode');
  await show(() => undefined);
  await expect.element(offered.nth(3)).toBeVisible();
  expect(decode).not.toHaveBeenCalled();
  decode.mockRestore();
});

it('asks for the run that made it once more, with what that run was given', async () => {
  answer([take(1)]);
  const input: OutputInput = {
    nodeId: 'words',
    nodeType: 'utility/text',
    nodeTitle: 'Words',
    name: 'text',
    value: { type: 'text', value: 'A poem' },
  };
  desk.desk('getOutput', () => ({
    output: take(1),
    value: null,
    run: null,
    inputs: [input],
    canOpen: true,
    openProblem: null,
    collectionIds: [],
  }));
  const { onAgain: onRerun } = await show();
  await page.getByRole('button', { name: 'Run again…' }).click();
  await vi.waitFor(() => expect(onRerun).toHaveBeenCalledTimes(1));
  expect(onRerun.mock.calls[0]?.[0].runId).toBe('run_1');
  expect(onRerun.mock.calls[0]?.[1]).toEqual([input]);
});

it('says nothing of a file that no run made', async () => {
  answer([]);
  await show();
  await vi.waitFor(() => expect(desk.calls('searchOutputs')).toHaveLength(1));
  expect(page.getByRole('region', { name: 'Made by' }).elements()).toHaveLength(0);
});

it('does not call an input that passed a file on its maker', async () => {
  answer([take(1, { nodeType: 'input/audio', title: 'music.mp3' })]);
  await show(() => undefined);
  await vi.waitFor(() => expect(desk.calls('searchOutputs')).toHaveLength(1));
  expect(page.getByRole('region', { name: 'Made by' }).elements()).toHaveLength(0);
});

it('does not call an output its maker that an upload was only passed on to', async () => {
  const passed = take(1, { nodeType: 'output/file', title: 'Music' });
  const made = take(2, { fileId: 'file_1', nodeType: 'output/file', title: 'Poster', nodeId: 'end' });
  answer([passed, made]);
  desk.desk('getOutput', ({ params }) => ({
    output: params['outputId'] === passed.id ? passed : made,
    value: null,
    run: null,
    inputs: [
      {
        nodeId: 'in',
        nodeType: 'input/audio',
        nodeTitle: null,
        name: 'file',
        value: { type: 'file', value: params['outputId'] === passed.id ? 'file_1' : 'file_9' },
      },
    ],
    canOpen: false,
    openProblem: null,
    collectionIds: [],
  }));
  await show(() => undefined);
  const region = page.getByRole('region', { name: 'Made by' });
  await expect.poll(() => region.element().textContent).toMatch(/^Made by \u2068Poster/);
  expect(region.element().textContent).not.toContain('Music');
});

it('does what the menu of a clip asks for once it is known what made its file', async () => {
  answer([take(1), take(2)]);
  const { onAsked: onRequestHandled } = await show(() => undefined, 'takes');
  await expect.element(page.getByRole('button', { name: /^Use the take of/ })).toHaveFocus();
  expect(onRequestHandled).toHaveBeenCalledTimes(1);
});

it('says that no run made a file that the menu of a clip asks about', async () => {
  answer([]);
  const { onAsked: onRequestHandled } = await show(null, 'again');
  await expect.element(page.getByText(/^No run that this computer has seen made this file/)).toBeVisible();
  expect(onRequestHandled).toHaveBeenCalledTimes(1);
});
