// @module-tag long
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { MediaRequest } from '#shared/desk/index.ts';
import { clearMediaUrls } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { enlargementOf } from '../clips/clip-picture.tsx';
import { boxOf, button, clip, show, timeline } from '../testing/timeline-bench.tsx';

const SHEET = { columns: 4, rows: 4, width: 32, height: 18 };
const LOUD = 0.8;

let desk: DeskStandIn;
let asked: string[];
beforeEach(async () => {
  clearMediaUrls();
  asked = [];
  desk = standInForDesk();
  const canvas = new OffscreenCanvas(SHEET.columns * SHEET.width, SHEET.rows * SHEET.height);
  canvas.getContext('2d')?.fillRect(0, 0, 1, 1);
  const url = URL.createObjectURL(await canvas.convertToBlob());
  desk.desk('mediaUrls', ({ body }) => ({
    urls: MediaRequest.parse(body).items.map(({ variant }) => {
      asked.push(variant);
      // Each variant has an address of its own, which leads to the same picture.
      return { url: `${url}#${variant}`, downloadUrl: url };
    }),
  }));
  // Quiet at first, then loud.
  desk.desk('mediaWaveform', () => ({
    seconds: 14,
    peaks: Array.from({ length: 140 }, (_, at) => (at < 70 ? 0.1 : LOUD)),
  }));
});
afterEach(() => desk.restore());

const withFile = { storageType: 'library', filename: 'take.mp4' };
const stripParts = (name: RegExp): HTMLElement[] => [
  ...button(name).element().querySelectorAll<HTMLElement>('[style*="strip"]'),
];
/** Which picture of the sheet each part shows. */
const frames = (parts: readonly HTMLElement[]): number[] =>
  parts.map(({ style }) => {
    const [x = 0, y = 0] = style.backgroundPosition.split(' ').map((value) => -Number.parseFloat(value));
    const [width = 1, height = 1] = style.backgroundSize.split(' ').map((value) => Number.parseFloat(value));
    return Math.round(x / (width / SHEET.columns)) + SHEET.columns * Math.round(y / (height / SHEET.rows));
  });

it('has frames of its video along it, of the part that it shows, in the way it plays', async () => {
  const backwards = { ext: { patchbay: { version: 1, speed: -1 } } };
  await show(
    timeline([
      clip('forwards', 'V1', 0, 10, withFile),
      clip('backwards', 'V2', 0, 10, { ...withFile, ...backwards }),
    ]),
  );
  await expect.poll(() => stripParts(/^forwards/).length).toBeGreaterThan(4);
  const there = frames(stripParts(/^forwards/));
  expect(there).toEqual(there.toSorted((a, b) => a - b));
  // 2 of 14 seconds are cut off at both ends.
  expect(there[0]).toBeGreaterThanOrEqual(2);
  expect(there.at(-1)).toBeLessThanOrEqual(13);
  expect(there.at(-1)).toBeGreaterThan(10);
  expect(new Set(there).size).toBeGreaterThan(4);
  await expect.poll(() => stripParts(/^backwards/).length).toBeGreaterThan(4);
  const back = frames(stripParts(/^backwards/));
  expect(back).toEqual(back.toSorted((a, b) => b - a));
  expect(asked).toContain('strip');
});

it('has none while its file is missing, and asks for none', async () => {
  await show(timeline([clip('gone', 'V1', 0, 10)]));
  await expect.element(button(/^gone/)).toBeVisible();
  expect(stripParts(/^gone/)).toEqual([]);
  expect(asked).toEqual([]);
});

it('has the outline of its sound, as loud as it plays, of the part that it plays', async () => {
  const sound = { ...withFile, type: 'audio' };
  await show(
    timeline(
      [
        clip('whole', 'V1', 0, 14, { ...sound, trimStart: 0, trimEnd: 0 }),
        clip('half', 'V2', 0, 7, { ...sound, trimStart: 7, trimEnd: 0, volume: 0.5 }),
      ],
      {
        tracks: [
          { id: 'V1', name: 'Picture' },
          { id: 'V2', name: 'Titles' },
        ],
      },
    ),
  );
  /** Heights of the strokes of a clip's outline, of 100. */
  const heights = (name: RegExp): number[] =>
    [
      ...(button(name).element().querySelector('svg[class*="wave"] path')?.getAttribute('d') ?? '').matchAll(
        /M\S+ ([\d.]+)V([\d.]+)/g,
      ),
    ].map(([, from, to]) => Number(to) - Number(from));
  await expect.poll(() => heights(/^whole/).length).toBe(140);
  await expect.poll(() => heights(/^half/).length).toBe(70);
  const whole = heights(/^whole/);
  expect(whole[0]).toBeCloseTo(0.1 * 96, 0);
  expect(whole.at(-1)).toBeCloseTo(LOUD * 96, 0);
  expect(new Set(heights(/^half/).map(Math.round))).toEqual(new Set([Math.round((LOUD / 2) * 96)]));
});

it('a quiet sound is drawn so high that it can be seen, and how loud it is stands beside it', async () => {
  desk.desk('mediaWaveform', () => ({
    seconds: 14,
    peaks: Array.from({ length: 140 }, (_, at) => (at === 70 ? 0.01 : 0.005)),
  }));
  const sound = { ...withFile, type: 'audio', trimStart: 0, trimEnd: 0 };
  await show(
    timeline([clip('quiet', 'V1', 0, 14, sound), clip('loud', 'V2', 0, 14, { ...sound, volume: 20 })]),
  );
  const heightsOf = (name: RegExp): number[] =>
    [
      ...(button(name).element().querySelector('svg[class*="wave"] path')?.getAttribute('d') ?? '').matchAll(
        /M\S+ ([\d.]+)V([\d.]+)/g,
      ),
    ].map(([, from, to]) => Number(to) - Number(from));
  await expect.poll(() => Math.max(0, ...heightsOf(/^quiet/))).toBeCloseTo(48, 0);
  expect(heightsOf(/^quiet/)[0]).toBeCloseTo(24, 0);
  const level = button(/^quiet/).getByText('-40 dB');
  await expect
    .element(level)
    .toHaveAttribute(
      'title',
      'Its loudest moment is at -40 dB. So that it can be seen, its waveform is drawn 50 times as high.',
    );
  // As loud as others it is drawn as it is.
  expect(Math.max(...heightsOf(/^loud/))).toBeCloseTo(0.2 * 96, 0);
  expect(button(/^loud/).element().textContent).not.toContain('dB');
});

it.each([
  [0, 1],
  [0.5, 1],
  [0.1, 1],
  [0.05, 10],
  [0.0001, 250],
])('a sound whose loudest is %d is drawn %d times as high', (loudest, factor) => {
  expect(enlargementOf(loudest)).toBe(factor);
});

it('shows the frame under the pointer above itself, with its time in the medium', async () => {
  await show(timeline([clip('forwards', 'V1', 0, 10, withFile)]));
  await expect.poll(() => stripParts(/^forwards/).length).toBeGreaterThan(4);
  const { x, y, width } = boxOf(/^forwards/);
  const hover = (part: number) =>
    button(/^forwards/)
      .element()
      .dispatchEvent(
        new PointerEvent('pointermove', {
          bubbles: true,
          pointerType: 'mouse',
          clientX: x + part * (width + 1),
          clientY: y + 20,
        }),
      );
  const shown = () => [...document.querySelectorAll<HTMLElement>('[class*="hoverFrame"]')];
  hover(0.52);
  await expect.element(page.getByText(/^00:00:07:0[456]$/)).toBeVisible();
  expect(frames([...(shown()[0]?.querySelectorAll<HTMLElement>('[style*="strip"]') ?? [])])).toEqual([8]);
  expect(shown()[0]?.getBoundingClientRect().bottom).toBeLessThanOrEqual(y);
  hover(0.1);
  await expect.element(page.getByText(/^00:00:0(3:0[01]|2:24)$/)).toBeVisible();
  expect(frames([...(shown()[0]?.querySelectorAll<HTMLElement>('[style*="strip"]') ?? [])])).toEqual([3]);
  button(/^forwards/)
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerId: 1 }));
  await expect.poll(() => shown()).toEqual([]);
});
