import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { clearMediaUrls } from '#renderer/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { showCanvas } from '../testing/show-canvas.tsx';

const BROKEN = 'data:image/png;base64,AAAA';
const DELETED = 'This file was deleted. Choose another one.';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  clearMediaUrls();
  desk.desk('mediaUrls', ({ body }) => ({
    urls: (body as { items: unknown[] }).items.map(() => ({ url: BROKEN, downloadUrl: BROKEN })),
  }));
  desk.desk('mediaWaveform', () => {
    throw new Problem(404, 'NOT_FOUND', 'The file was deleted.');
  });
});
afterEach(() => desk.restore());

const graphOf = (type: string) => ({
  nodes: [
    { id: 'a', type, title: 'Photo', position: { x: 40, y: 40 }, inputs: { file: { value: 'file_gone' } } },
  ],
  connections: [],
});

it.each(['input/image', 'input/audio'])('%s whose file was deleted says so', async (type) => {
  desk.api(endpoints.files.get, () => {
    throw new Problem(404, 'NOT_FOUND', 'There is no such file.');
  });
  await showCanvas(standIn(graphOf(type)));
  await expect.element(page.getByText(DELETED)).toBeVisible();
});

it('a file that is there and cannot be shown is not called deleted', async () => {
  desk.api(endpoints.files.get, () => {
    throw new Problem(503, 'INTERNAL_ERROR', 'Not now. Try again.');
  });
  await showCanvas(standIn(graphOf('input/image')));
  await expect.element(page.getByText('No preview')).toBeVisible();
  await expect.element(page.getByText(DELETED)).not.toBeInTheDocument();
});
