import { expect, it, vi } from 'vitest';
import { callDesk } from '#renderer/desk/index.ts';
import { TimelineDocument } from '#shared/timeline/index.ts';
import { mediaOfDocument } from './cut-media.ts';

vi.mock('#renderer/desk/index.ts', () => ({ callDesk: vi.fn<() => Promise<unknown>>() }));

/** A film of so many files, each used once. */
const filmOf = (count: number): TimelineDocument =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      tracks: [{ id: 'v' }],
      clips: Array.from({ length: count }, (_, index) => ({
        id: `c${index}`,
        trackId: 'v',
        filename: `${index}.mov`,
        startTime: index,
        duration: 1,
        ext: { patchbay: { version: 1, fileId: `file_${index}` } },
      })),
    },
  });

it('looks into every medium of a long film, a few at one time', async () => {
  const start = { frames: 90_000, framesPerSecond: 25, seconds: 3600 };
  let running = 0;
  let most = 0;
  vi.mocked(callDesk).mockImplementation(async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return { kind: 'video', seconds: 10, hasSound: true, startTimecode: start } as never;
  });
  const media = await mediaOfDocument('local', filmOf(450), new AbortController().signal);
  expect(media.size).toBe(450);
  expect(media.get('file_449')).toMatchObject({ start });
  expect(most).toBe(4);
});

it('asks no more once nobody waits', async () => {
  const controller = new AbortController();
  let asked = 0;
  vi.mocked(callDesk).mockImplementation(async () => {
    asked += 1;
    if (asked === 10) controller.abort(new Error('left'));
    return { kind: 'image' } as never;
  });
  await expect(mediaOfDocument('local', filmOf(450), controller.signal)).rejects.toThrow('left');
  expect(asked).toBeLessThan(20);
});
