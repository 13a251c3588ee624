import { describe, expect, it } from 'vitest';
import { exportSize, planOf, remainingOf, remainingOfShare, type ExportChoices } from './export-choices.ts';
import type { Encodings } from './composer/messages.ts';

const HD = { width: 1920, height: 1080 };
const all: Encodings = { video: ['avc', 'vp9', 'vp8'], opus: true };
const choices: ExportChoices = {
  format: 'mp4',
  scale: 1,
  frameRate: 25,
  quality: 'high',
  range: { from: 0, to: 60 },
};

describe('an export', () => {
  it('has even sides', () => {
    expect(exportSize({ width: 1921, height: 1079 }, 0.5)).toEqual({ width: 960, height: 540 });
    expect(exportSize({ width: 1, height: 1 }, 0.5)).toEqual({ width: 2, height: 2 });
  });

  it('never leaves a film without its sound', () => {
    expect(planOf(choices, HD, all)).toMatchObject({
      plan: { container: 'mp4', sound: 'aac', video: { encoding: 'avc', width: 1920, frameRate: 25 } },
    });
    expect(planOf({ ...choices, format: 'webm' }, HD, all)).toMatchObject({
      plan: { sound: 'opus', video: { encoding: 'vp9' } },
    });
    const mute = planOf({ ...choices, format: 'webm' }, HD, { ...all, opus: false });
    expect(mute).toEqual({ problem: expect.stringContaining('Choose MP4') as unknown });
  });

  it('says before what this browser cannot encode', () => {
    expect(planOf(choices, HD, { ...all, video: ['vp8'] })).toEqual({
      problem: 'This browser cannot encode MP4 at 1920 × 1080. Choose WebM or half the size.',
    });
    expect(planOf({ ...choices, format: 'webm' }, HD, { ...all, video: ['vp8'] })).toMatchObject({
      plan: { video: { encoding: 'vp8' } },
    });
    expect(planOf({ ...choices, format: 'wav' }, HD, { ...all, video: [] })).toMatchObject({
      plan: { video: null, sound: 'pcm-s16', from: 0, to: 60 },
    });
  });

  it('says how long it takes once it can know', () => {
    expect(remainingOf(1, 100, 5000)).toBeNull();
    expect(remainingOf(25, 100, 10_000)).toBe(30_000);
    expect(remainingOfShare(null, 10_000)).toBeNull();
    expect(remainingOfShare(0.05, 10_000)).toBeNull();
    expect(remainingOfShare(0.5, 1000)).toBeNull();
    expect(remainingOfShare(0.25, 10_000)).toBe(30_000);
  });
});
