import { describe, expect, it } from 'vitest';
import { validateTimeline } from '../timeline/index.ts';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';

const opacityEffect = (percent: number) => ({
  OTIO_SCHEMA: 'Effect.1',
  name: '',
  effect_name: 'Resolve Effect',
  enabled: true,
  metadata: {
    Resolve_OTIO: {
      'Effect Name': 'Composite',
      Enabled: true,
      Parameters: [{ 'Parameter ID': 'opacity', 'Parameter Value': percent, 'Key Frames': {} }],
    },
  },
});

const clipWith = (effects: unknown[], opacity: number) => {
  const checked = validateTimeline({
    serviceType: 'timeline',
    name: 'Look',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: [{ id: 'V1', name: 'V1' }],
      clips: [
        {
          id: 'a',
          trackId: 'V1',
          name: 'a',
          filename: 'a.mp4',
          startTime: 0,
          duration: 2,
          opacity,
          ext: { otio: { effects } },
        },
      ],
    },
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return timelineToOtio(checked.document).text;
};
const opacityIn = (text: string) =>
  otioToTimeline(text, () => ({ filename: 'a.mp4', contentType: 'video/mp4', durationSeconds: 2 })).document
    .timeline.clips[0]?.opacity;

describe('a look that another program changed in an export of ours', () => {
  it('counts, and not what the export had said of it', () => {
    const text = clipWith([opacityEffect(80)], 0.8);
    expect(opacityIn(text)).toBe(0.8);
    expect(opacityIn(text.replace(/"Parameter Value":\s*80/, '"Parameter Value":30'))).toBeCloseTo(0.3, 6);
  });
});
