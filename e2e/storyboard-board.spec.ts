import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sharp } from '#native/testing/sharp.ts';
import { expect, test } from './app.ts';
import { dropFiles } from './pages/drop-files.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { violations } from './violations.ts';

/** The shots in playing order, each with its length and its words. */
const shots = (desk: Page): Promise<string[]> =>
  desk
    .getByRole('article', { name: /^Shot/ })
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''));
const shot = (desk: Page, number: string) =>
  desk.getByRole('article', { name: new RegExp(`^Shot ${number},`) });
const frame = (desk: Page, number: string) => desk.getByRole('button', { name: `Frame of shot ${number}:` });

/** A new project with a storyboard of one empty shot, before one. */
async function openNewBoard(desk: Page): Promise<void> {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  await new EditorPage(desk).saved();
  await desk.getByRole('link', { name: 'Storyboard', exact: true }).click();
  await desk.getByRole('button', { name: 'Start a storyboard' }).click();
}

test('a scene is drawn, written, put in order and played, and is there after a reload', async ({
  desk,
  dataFolder,
}) => {
  const picture = join(dataFolder, 'quay.png');
  // No other story has a file of the same bytes, which the service would keep under its first name.
  await sharp({ create: { width: 320, height: 180, channels: 3, background: '#8a5a2c' } }).toFile(picture);
  await openNewBoard(desk);

  // Shots are written one after the other without a mouse.
  await frame(desk, '1.1').focus();
  await desk.keyboard.press('Enter');
  await desk.keyboard.type('Boats come in');
  await desk.keyboard.press('Escape');
  for (const words of ['Nets on the quay', 'Gulls']) {
    await desk.keyboard.press('n');
    await expect(desk.getByLabel('What happens').and(desk.locator(':focus'))).toHaveValue('');
    await desk.keyboard.type(words);
    await desk.keyboard.press('Escape');
  }
  const seconds = shot(desk, '1.2').getByLabel('Seconds');
  await seconds.fill('0.5');
  await seconds.press('Enter');
  await desk.getByLabel('Name of scene 1').fill('Harbor');
  await desk.getByRole('button', { name: 'Add scene' }).click();
  await desk.keyboard.type('Open sea');
  const first = [
    'Shot 1.1, 3 s: Boats come in',
    'Shot 1.2, 0.5 s: Nets on the quay',
    'Shot 1.3, 3 s: Gulls',
    'Shot 2.1, 3 s: Open sea',
  ];
  await expect.poll(() => shots(desk)).toEqual(first);

  // A picture of this computer is dropped on a frame, and the service has it.
  await dropFiles(frame(desk, '1.1'), [picture], { x: 0.5, y: 0.5 });
  await expect(shot(desk, '1.1').getByAltText('quay.png').first()).toBeVisible();
  expect(await violations(desk)).toEqual([]);

  // Dragged before another, and by keys to the next scene.
  await frame(desk, '1.3').dragTo(frame(desk, '1.1'), { targetPosition: { x: 12, y: 60 } });
  await expect.poll(async () => (await shots(desk))[0]).toMatch(/^Shot 1\.1, 3 s: Gulls/);
  await frame(desk, '1.2').click();
  await desk.keyboard.press('Alt+ArrowDown');
  const last = [
    'Shot 1.1, 3 s: Gulls',
    'Shot 1.2, 0.5 s: Nets on the quay',
    'Shot 2.1, 3 s: Open sea',
    'Shot 2.2, 3 s: Boats come in',
  ];
  await expect
    .poll(async () => (await shots(desk)).map((name) => name.replace(', selected', '')))
    .toEqual(last);

  await desk.getByRole('button', { name: 'Check' }).click();
  await expect(desk.getByText('3 shots have no picture yet')).toBeVisible();

  await desk.getByRole('button', { name: 'Play', exact: true }).click();
  const animatic = desk.getByRole('dialog', { name: 'Animatic' });
  await expect(animatic).toBeVisible();
  // Stopped first: a shot that plays is gone after its seconds, also for a machine that was slow to look.
  await desk.keyboard.press('k');
  await desk.keyboard.press('Home');
  await expect(animatic.getByText('Gulls').first()).toBeVisible();
  await desk.keyboard.press('End');
  await expect(animatic.getByAltText('quay.png')).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(animatic).toBeHidden();

  // The timeline is made, and made again after a change.
  const toTimeline = async (button: string) => {
    await desk.getByRole('button', { name: 'Timeline…' }).click();
    const dialog = desk.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: button })).toBeEnabled();
    return dialog;
  };
  const dialog = await toTimeline('Make timeline');
  await expect(dialog.getByText('4 clips · 9.5 s')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make timeline' }).click();
  await shot(desk, '1.1').getByLabel('Seconds').fill('4');
  await shot(desk, '1.1').getByLabel('Seconds').press('Enter');
  const again = await toTimeline('Update timeline');
  await expect(again.getByText('length 3 s → 4 s')).toBeVisible();
  await again.getByRole('button', { name: 'Update timeline' }).click();
  last[0] = 'Shot 1.1, 4 s: Gulls';
  await desk.getByRole('button', { name: 'Show it' }).last().click();
  const clip = desk.getByRole('button', {
    name: 'Boats come in, Image, from 7 seconds 12 frames, 3 seconds long',
  });
  await clip.click();

  // The clip leads to its shot, and the shot to its clip.
  await desk.getByRole('button', { name: 'Show the shot' }).click();
  await expect(frame(desk, '2.2')).toBeFocused();
  await expect(frame(desk, '2.2')).toHaveAttribute('aria-pressed', 'true');
  await desk.keyboard.press('t');
  await expect(clip).toBeFocused();
  await desk.getByRole('link', { name: 'Storyboard', exact: true }).click();

  await expect(desk.getByRole('button', { name: /^Saved v/ })).toBeVisible();
  await desk.reload();
  await expect.poll(() => shots(desk)).toEqual(last);
  await expect(shot(desk, '2.2').getByAltText('quay.png').first()).toBeVisible();
});

/** A second of a tone, as a WAV file. */
function tone(): Buffer {
  const rate = 8000;
  const samples = Buffer.alloc(rate * 2);
  for (let at = 0; at < rate; at += 1) samples.writeInt16LE(Math.round(12_000 * Math.sin(at * 0.35)), at * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

test('the animatic sounds as its shots do, and goes by keys @long', async ({ desk, dataFolder }) => {
  const sound = join(dataFolder, 'steps.wav');
  await writeFile(sound, tone());
  // The loudest sample of each sound that is given to the loudspeakers.
  await desk.addInitScript(() => {
    const peaks: number[] = [];
    Object.assign(window, { soundPeaks: peaks });
    const { prototype } = AudioBufferSourceNode;
    const start = Reflect.get(prototype, 'start') as (...args: unknown[]) => void;
    prototype.start = function (this: AudioBufferSourceNode, ...args: unknown[]) {
      const samples = this.buffer?.getChannelData(0) ?? new Float32Array();
      peaks.push(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0));
      return start.apply(this, args);
    };
  });
  // Reloaded before it has joined, a page would give its one-time address a second time.
  await new ProjectsPage(desk).shown();
  await desk.reload();
  await openNewBoard(desk);
  await shot(desk, '1.1').getByLabel('What happens').fill('Steps on the stairs');
  await dropFiles(frame(desk, '1.1'), [sound], { x: 0.5, y: 0.5 });
  await expect(frame(desk, '1.1').getByText('steps.wav')).toBeVisible();
  await frame(desk, '1.1').focus();
  await desk.keyboard.press('n');
  await desk.keyboard.type('Silence');
  await frame(desk, '1.1').focus();
  await desk.keyboard.press('Space');
  const animatic = desk.getByRole('dialog', { name: 'Animatic' });
  await expect(animatic).toBeVisible();
  const loudest = () =>
    desk.evaluate(() => Math.max(0, ...(window as unknown as { soundPeaks: number[] }).soundPeaks));
  await expect.poll(loudest).toBeGreaterThan(0.3);
  // It plays on to the next shot by itself, back by J, and stops by K.
  await expect(animatic.getByText('Silence').first()).toBeVisible();
  await desk.keyboard.press('j');
  await expect(animatic.getByText('Steps on the stairs').first()).toBeVisible();
  await desk.keyboard.press('k');
  await expect(animatic.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await desk.keyboard.press('m');
  await expect(animatic.getByRole('button', { name: 'Sound on' })).toBeVisible();
  await desk.keyboard.press('Escape');

  // On the timeline the sound lies below its shot, on a track of sounds.
  await desk.getByRole('button', { name: 'Timeline…' }).click();
  const making = desk.getByRole('dialog', { name: 'Make the timeline' });
  await expect(making.getByText('3 clips · 6 s')).toBeVisible();
  await expect(making.getByText(/keep something on the board/)).toBeHidden();
  await making.getByRole('button', { name: 'Make timeline' }).click();
  await desk.getByRole('button', { name: 'Show it' }).last().click();
  const clip = (name: string) => desk.getByRole('button', { name });
  await expect(clip('steps.wav, Sound, from 0 seconds, 3 seconds long')).toBeVisible();
  await expect(clip('Steps on the stairs, Image, missing, from 0 seconds, 3 seconds long')).toBeVisible();

  // Keys of the timeline work where a dialog that is closed leaves the focus.
  await desk.getByRole('button', { name: 'Export', exact: true }).click();
  await desk.getByRole('menuitem', { name: 'Export film…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Export film' });
  await expect(dialog).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await desk.keyboard.press('Shift+B');
  const inStep = desk.getByRole('button', { name: /^Keep all tracks in step/ });
  await expect(inStep).toHaveAttribute('aria-pressed', 'false');
  // A clip that is moved by keys says what it cuts off its neighbor.
  await clip('Steps on the stairs, Image, missing, from 0 seconds, 3 seconds long').click();
  await desk.keyboard.press('.');
  await expect(desk.getByText('“Silence” is 1 frame shorter.')).toBeVisible();
});
