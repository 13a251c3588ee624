import { describe, expect, it } from 'vitest';
import type { Member } from './member-rows.ts';
import { waitReason } from './wait-reason.ts';

const VERSIONS = { program: 'same', ffmpeg: '7.1' };
const worker = (changes: Partial<Member>): Member => ({
  id: 'worker',
  kind: 'worker',
  name: 'render',
  versions: VERSIONS,
  slots: { live: 1, image: 2, film: 1 },
  isDraining: false,
  problem: null,
  ...changes,
});

describe('why work waits', () => {
  it.each([
    [[], 'film', 'No worker that makes films is there. It begins when one starts.'],
    [[worker({})], 'film', 'All workers are busy. It begins as soon as one has room.'],
    [
      [worker({ versions: { program: 'same', ffmpeg: '5.1' } })],
      'film',
      'The workers that are there have another Patchbay or another ffmpeg than this service.',
    ],
    [
      [worker({ versions: { program: 'same', ffmpeg: '5.1' } })],
      'image',
      'All workers are busy. It begins as soon as one has room.',
    ],
    [[worker({ problem: 'The disk is full.' })], 'image', 'The disk is full.'],
    [
      [worker({ isDraining: true })],
      'image',
      'The workers that are there are about to end. It begins when another one starts.',
    ],
    [
      [worker({ slots: { live: 0, image: 0, film: 1 } })],
      'image',
      'No worker for pictures is there. It begins when one starts.',
    ],
  ] as const)('%#: %s', (members, workClass, sentence) => {
    expect(waitReason(members, workClass, VERSIONS)).toBe(sentence);
  });
});
