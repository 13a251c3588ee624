import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearMediaUrls } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { MediaPlayer } from './media-player.tsx';

/** Seconds of silence, one byte a sample. */
function silence(seconds: number): string {
  const rate = 8000;
  const data = new Uint8Array(44 + rate * seconds).fill(128);
  const view = new DataView(data.buffer);
  const write = (at: number, text: string): void => {
    for (const [index, letter] of text.split('').entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  write(0, 'RIFF');
  view.setUint32(4, data.length - 8, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, data.length - 44, true);
  const url = URL.createObjectURL(new Blob([data], { type: 'audio/wav' }));
  onTestFinished(() => URL.revokeObjectURL(url));
  return url;
}

let desk: DeskStandIn;
let url = '';
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('mediaUrls', ({ body }) => ({
    urls: (body as { items: unknown[] }).items.map(() => ({ url, downloadUrl: url })),
  }));
  desk.desk('mediaFacts', () => ({
    kind: 'video',
    width: 4,
    height: 2,
    seconds: 4,
    framesPerSecond: 10,
    hasSound: true,
  }));
  desk.desk('mediaWaveform', () => ({ seconds: 4, peaks: [0.1, 0.9] }));
});
afterEach(() => {
  desk.restore();
  clearMediaUrls();
});

const show = (kind: 'video' | 'audio', name: string) =>
  renderPage(
    <>
      <MediaPlayer connectionId="con" fileId={`${name}_1`} kind={kind} label={`${name} one`} />
      <MediaPlayer connectionId="con" fileId={`${name}_2`} kind={kind} label={`${name} two`} />
    </>,
  );
const player = (label: string) => page.getByRole('group', { name: `Player of ${label}` });
const elementIn = (label: string) => player(label).element().querySelector<HTMLMediaElement>('audio, video')!;
const loaded = (label: string) =>
  vi.waitFor(() => expect(player(label).element().querySelector('audio, video')).not.toBeNull());

it('plays, loops, mutes and changes the volume of the sound it stands at, by buttons', async () => {
  url = silence(4);
  await show('audio', 'Noise');
  await loaded('Noise one');
  const sound = elementIn('Noise one');
  expect(sound.controls).toBe(false);
  await vi.waitFor(() => expect(sound.duration).toBe(4));
  await player('Noise one').getByRole('button', { name: 'Play', exact: true }).click();
  await vi.waitFor(() => expect(sound.paused).toBe(false));
  await player('Noise one').getByRole('button', { name: 'Pause' }).click();
  await vi.waitFor(() => expect(sound.paused).toBe(true));
  await player('Noise one').getByRole('slider', { name: 'Position' }).fill('2.5');
  await vi.waitFor(() => expect(sound.currentTime).toBe(2.5));
  await player('Noise one').getByRole('slider', { name: 'Volume' }).fill('0.5');
  expect([sound.volume, sound.muted]).toEqual([0.5, false]);
  await player('Noise one').getByRole('button', { name: 'Sound off' }).click();
  expect(sound.muted).toBe(true);
  expect(elementIn('Noise two').muted).toBe(false);
});

it('gives the keys to the player with the focus alone', async () => {
  url = silence(4);
  await show('video', 'Clip');
  await loaded('Clip two');
  const [one, two] = [elementIn('Clip one'), elementIn('Clip two')];
  await vi.waitFor(() => expect(one.duration).toBe(4));
  one.focus();
  // Until its frames a second are known a usual number is taken.
  await vi.waitFor(async () => {
    one.currentTime = 0;
    await userEvent.keyboard('.');
    expect(one.currentTime).toBeCloseTo(0.15, 3);
  });
  await userEvent.keyboard('.');
  await vi.waitFor(() => expect(one.currentTime).toBeCloseTo(0.25, 3));
  await userEvent.keyboard(',');
  await vi.waitFor(() => expect(one.currentTime).toBeCloseTo(0.15, 3));
  await userEvent.keyboard('m');
  expect([one.muted, two.muted, two.currentTime]).toEqual([true, false, 0]);
  two.focus();
  await userEvent.keyboard('l');
  await expect
    .element(player('Clip two').getByRole('button', { name: 'Play again and again' }))
    .toHaveAttribute('aria-pressed', 'true');
  await expect
    .element(player('Clip one').getByRole('button', { name: 'Play again and again' }))
    .toHaveAttribute('aria-pressed', 'false');
});

it('says what to do with a file that cannot be played', async () => {
  url = 'data:audio/wav,nothing';
  await show('audio', 'Broken');
  await expect
    .element(page.getByText(/could not be played here. Open it with the system/).first())
    .toBeVisible();
});
