import { describe, expect, it } from 'vitest';
import { createPlayhead, timecodeAt } from './playhead.ts';

describe('playhead', () => {
  it('tells its listeners of moves, and of playing and pausing once each', () => {
    const playhead = createPlayhead(2);
    const seen: unknown[] = [];
    const end = playhead.subscribe(() => seen.push(playhead.getState()));
    playhead.play();
    playhead.play();
    playhead.advance(2.5);
    playhead.advance(2.5);
    playhead.seek(7);
    playhead.pause();
    playhead.pause();
    end();
    playhead.seek(1);
    expect(seen).toEqual([
      { time: 2, playing: true, jumps: 0 },
      { time: 2.5, playing: true, jumps: 0 },
      { time: 7, playing: true, jumps: 1 },
      { time: 7, playing: false, jumps: 1 },
    ]);
  });

  it('stays at the beginning or after it, and does not go to what is no time', () => {
    const playhead = createPlayhead(-4);
    expect(playhead.getState().time).toBe(0);
    playhead.seek(3);
    playhead.seek(-1);
    expect(playhead.getState().time).toBe(0);
    playhead.seek(Number.NaN);
    playhead.advance(Number.POSITIVE_INFINITY);
    expect(playhead.getState()).toEqual({ time: 0, playing: false, jumps: 2 });
  });

  it('counts a jump to where it stands, so that the picture there is made anew', () => {
    const playhead = createPlayhead(4);
    playhead.seek(4);
    expect(playhead.getState()).toEqual({ time: 4, playing: false, jumps: 1 });
  });
});

it.each([
  [4.759, '00:00:04:18'],
  [4.76, '00:00:04:19'],
  [4.799, '00:00:04:19'],
  [4.79999, '00:00:04:20'],
  [4.801, '00:00:04:20'],
])('at %f seconds every clock names the frame that is shown: %s', (time, timecode) => {
  expect(timecodeAt(time, 25)).toBe(timecode);
});
