import { expect, it } from 'vitest';
import { clockOf } from './medium-clock.ts';

it('a stream whose clock begins anew has its first picture at time 0', () => {
  expect(clockOf(-1.02, -1.04, -Infinity)).toEqual({ pictures: -1.02, sound: -1.02 });
});

it.each([
  ['a plain film, whose encoder put sound before it', 0, -0.0213, { pictures: 0, sound: 0 }],
  ['a transport stream that counts from 3,600', 3601.48, 3601.4587, { pictures: 3601.48, sound: 3601.48 }],
  ['pictures that wait for those decoded before them', 0.08, 0, { pictures: 0.08, sound: 0.08 }],
  ['a WebM whose pictures gave way to the delay of Opus', 0.007, 0, { pictures: 0.007, sound: 0 }],
  ['pictures that begin long after the sound', 2, 0, { pictures: 0, sound: 0 }],
  ['sound that begins long after the pictures', 0, 2, { pictures: 0, sound: 0 }],
  ['what an edit list cut off', -0.5, -0.52, { pictures: 0, sound: 0 }],
  ['pictures alone', 5, null, { pictures: 5, sound: 5 }],
  ['an MP3 with what its encoder put before it', null, 0.025, { pictures: 0.025, sound: 0.025 }],
  ['nothing', null, null, { pictures: 0, sound: 0 }],
])('the time 0 of %s', (_what, picture, sound, clock) => {
  expect(clockOf(picture, sound)).toEqual(clock);
});
