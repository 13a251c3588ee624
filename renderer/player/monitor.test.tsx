import { useState, type ReactElement } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { FileRecord } from '#shared/desk/index.ts';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { Monitor } from './monitor.tsx';
import { createPlayhead, type Playhead } from './playhead.ts';

const none: ReadonlyMap<string, FileRecord> = new Map();

const { timeline } = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: {
    frameRate: 25,
    projectResolution: { width: 320, height: 180 },
    tracks: [{ id: 't' }],
    clips: [
      { id: 'a', trackId: 't', type: 'text', name: 'First words', startTime: 0, duration: 2 },
      { id: 'b', trackId: 't', filename: 'lost.mp4', startTime: 2, duration: 2 },
    ],
  },
});

function Bench({ playhead, width = 900 }: { playhead: Playhead; width?: number }): ReactElement {
  const [range, setRange] = useState<{ from: number; to: number } | null>(null);
  return (
    <div style={{ width, height: 400 }}>
      <Monitor
        connectionId="c"
        timeline={timeline}
        library={none}
        playhead={playhead}
        range={range}
        onRange={setRange}
      />
      <output>{range ? `${range.from} to ${range.to}` : 'no range'}</output>
    </div>
  );
}

describe('the monitor', () => {
  let playhead: Playhead;
  beforeAll(() => {
    vi.stubGlobal('devicePixelRatio', 1);
  });
  afterEach(() => playhead.pause());

  const canvas = (): HTMLCanvasElement => {
    const element = page.getByRole('img', { name: 'The film at the playhead' }).element();
    if (!(element instanceof HTMLCanvasElement)) throw new Error('There is no picture.');
    return element;
  };
  /** Red of the pixel in the corner, where a placeholder has its ground and a title the black of the film. */
  const corner = (): number => {
    const copy = new OffscreenCanvas(4, 4).getContext('2d');
    copy?.drawImage(canvas(), 0, 0);
    return copy?.getImageData(1, 1, 1, 1).data[0] ?? -1;
  };

  it('shows the frame at the playhead, and words for what is missing', async () => {
    playhead = createPlayhead(1);
    await render(<Bench playhead={playhead} />);
    await expect.poll(() => canvas().width).toBe(320);
    await expect.poll(corner).toBe(0);
    playhead.seek(3);
    await expect.poll(corner).toBe(38);
  });

  it.each([480, 560, 640, 760, 820, 900, 1200])(
    'has every button and a slider for the position within %i pixels',
    async (width) => {
      playhead = createPlayhead();
      await render(<Bench playhead={playhead} width={width} />);
      const bar = page.getByRole('group', { name: 'Playback of the film' });
      await expect.element(bar).toBeVisible();
      const buttons = [...bar.element().querySelectorAll('button')];
      const edge = bar.element().getBoundingClientRect().right;
      for (const button of buttons) expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(edge);
      await expect.element(page.getByRole('button', { name: /^Export film/ })).toBeVisible();
      const slider = page.getByRole('slider', { name: 'Position in the film' }).element();
      const track = slider.closest('[class*="position"]') ?? slider;
      expect(track.getBoundingClientRect().width).toBeGreaterThanOrEqual(48);
    },
  );

  it.each([640, 760, 820, 900, 1200])('sets the volume within %i pixels', async (width) => {
    playhead = createPlayhead();
    await render(<Bench playhead={playhead} width={width} />);
    await expect.element(page.getByRole('slider', { name: 'Volume of the film' })).toBeVisible();
  });

  it('goes by keys: frames, a range, playing and stopping', async () => {
    playhead = createPlayhead();
    await render(<Bench playhead={playhead} />);
    await expect.poll(() => canvas().width).toBe(320);
    const position = page.getByRole('slider', { name: 'Position in the film' });
    position.element().focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    await expect.element(position).toHaveAttribute('aria-valuetext', '00:00:00:03');
    await userEvent.keyboard('i{ArrowRight}o');
    await expect.element(page.getByText('0.12 to 0.2')).toBeVisible();
    await userEvent.keyboard(' ');
    await expect.poll(() => playhead.getState().time).toBeGreaterThan(0.5);
    expect(playhead.getState().playing).toBe(true);
    await userEvent.keyboard('k');
    expect(playhead.getState().playing).toBe(false);
    await userEvent.keyboard('{Alt>}x{/Alt}');
    await expect.element(page.getByText('no range')).toBeVisible();
  });

  it('plays to the end and stands there, and says so by its button', async () => {
    playhead = createPlayhead(3.4);
    await render(<Bench playhead={playhead} />);
    await expect.poll(() => canvas().width).toBe(320);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    expect(playhead.getState().time).toBeCloseTo(3.96, 6);
  });

  it('says how loud the film is when it is asked, and forgets it with another range', async () => {
    playhead = createPlayhead();
    await render(<Bench playhead={playhead} />);
    await page.getByRole('button', { name: 'Loudness of the film, by EBU R 128: Measure loudness' }).click();
    await expect.element(page.getByRole('button', { name: /Loudness of the film.*: Silent/ })).toBeVisible();
    playhead.seek(1);
    await page.getByRole('button', { name: 'Mark the start of a range' }).click();
    await expect
      .element(page.getByRole('button', { name: /Loudness of the marked range.*: Measure loudness/ }))
      .toBeVisible();
  });

  it('is muted by its button and by key', async () => {
    playhead = createPlayhead();
    await render(<Bench playhead={playhead} />);
    await page.getByRole('button', { name: 'Mute the film' }).click();
    await expect.element(page.getByRole('button', { name: 'Unmute the film' })).toBeVisible();
    await userEvent.keyboard('{Shift>}m{/Shift}');
    await expect.element(page.getByRole('button', { name: 'Mute the film', exact: true })).toBeVisible();
  });
});
