// @module-tag long
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MediaRequest, type FileRecord } from '#shared/desk/index.ts';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { clearMediaUrls } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { nextSaved } from '#renderer/testing/next-saved.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Monitor } from './monitor.tsx';
import { createPlayhead, type Playhead } from './playhead.ts';
import { readNumber } from '#shared/testing/burnt-in.ts';
import { makeTestFilm } from './testing/test-film.ts';

const SECONDS = 30;
const RATE = 8000;

const record = (filename: string, contentType: string): FileRecord => ({
  fileId: filename,
  connectionId: 'c',
  projectId: null,
  filename,
  contentType,
  sizeBytes: 9,
  origin: 'upload',
  createdAt: '2026-11-20T10:00:00.000Z',
});
const library = new Map(
  [record('tone.wav', 'audio/wav'), record('film.webm', 'video/webm')].map((file) => [file.filename, file]),
);

/** A tone at half of what a file can hold, on the left side only. */
function toneOnTheLeft(): Blob {
  const bytes = new DataView(new ArrayBuffer(44 + SECONDS * RATE * 4));
  const text = (at: number, words: string): void => {
    for (const [index, byte] of new TextEncoder().encode(words).entries()) bytes.setUint8(at + index, byte);
  };
  text(0, 'RIFF');
  bytes.setUint32(4, bytes.byteLength - 8, true);
  text(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 2, true);
  bytes.setUint32(24, RATE, true);
  bytes.setUint32(28, RATE * 4, true);
  bytes.setUint16(32, 4, true);
  bytes.setUint16(34, 16, true);
  text(36, 'data');
  bytes.setUint32(40, bytes.byteLength - 44, true);
  for (let at = 0; at < SECONDS * RATE; at += 1) {
    bytes.setInt16(44 + at * 4, Math.sin((2 * Math.PI * 440 * at) / RATE) * 16_384, true);
  }
  return new Blob([bytes], { type: 'audio/wav' });
}

let desk: DeskStandIn;
let playhead: Playhead;
beforeEach(async () => {
  clearMediaUrls();
  desk = standInForDesk();
  const urls = new Map([
    ['tone.wav', URL.createObjectURL(toneOnTheLeft())],
    ['film.webm', URL.createObjectURL(await makeTestFilm({ seconds: 2, frameRate: 25, sound: false }))],
  ]);
  desk.desk('mediaUrls', ({ body }) => ({
    urls: MediaRequest.parse(body).items.map(({ source }) => {
      const url = urls.get(source.kind === 'file' ? source.fileId : '') ?? '';
      return { url, downloadUrl: url };
    }),
  }));
});
afterEach(() => {
  playhead.pause();
  desk.restore();
});

async function show(time = 0): Promise<void> {
  playhead = createPlayhead(time);
  const { timeline } = TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      projectResolution: { width: 320, height: 180 },
      tracks: [{ id: 'v' }, { id: 'a' }],
      clips: [
        { id: 'f', trackId: 'v', filename: 'film.webm', startTime: 0, duration: 2 },
        { id: 't', trackId: 'a', type: 'audio', filename: 'tone.wav', startTime: 0, duration: SECONDS },
      ],
    },
  });
  await renderPage(
    <div style={{ width: 900, height: 400 }}>
      <Monitor connectionId="c" timeline={timeline} library={library} playhead={playhead} proxies={false} />
    </div>,
  );
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
}

/** How long the bars of the meter are, left and right, from 0 to 1. */
const bars = (): number[] =>
  [...document.querySelectorAll<HTMLElement>('[class*="meterBar"]')].map(({ style }) =>
    Number(/scaleX\((.+)\)/.exec(style.transform)?.[1] ?? 0),
  );

it('has a meter that goes with the sound of each side, and none is heard while it is muted', async () => {
  await show();
  expect(bars()).toEqual([0, 0]);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  // Half of the loudest are 6 of 48 decibels less.
  await expect.poll(() => Math.round((bars()[0] ?? 0) * 10)).toBe(9);
  expect(bars()[1]).toBe(0);
  await userEvent.keyboard('{Shift>}m{/Shift}');
  await expect.poll(bars).toEqual([0, 0]);
  expect(playhead.getState().playing).toBe(true);
  await userEvent.keyboard('{Shift>}m{/Shift}');
  await expect.poll(() => Math.round((bars()[0] ?? 0) * 10)).toBe(9);
});

it('saves the picture at the playhead at the size of the film, named by its time', async () => {
  await show(1.2);
  const canvas = page.getByRole('img', { name: 'The film at the playhead' }).element();
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error('There is no picture.');
  const seen = () => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy?.drawImage(canvas, 0, 0);
    return copy ? readNumber(copy.getImageData(0, 0, canvas.width, canvas.height)) : -1;
  };
  await expect.poll(seen).toBe(30);
  const file = await nextSaved(() =>
    page.getByRole('button', { name: 'Save the picture at the playhead' }).click(),
  );
  expect(file.name).toMatch(/^still 0?0-00-01-05\.png$/);
  expect(file.type).toBe('image/png');
  const picture = await createImageBitmap(file);
  expect([picture.width, picture.height]).toEqual([320, 180]);
  const context = new OffscreenCanvas(320, 180).getContext('2d');
  context?.drawImage(picture, 0, 0);
  expect(context && readNumber(context.getImageData(0, 0, 320, 180))).toBe(30);
});
