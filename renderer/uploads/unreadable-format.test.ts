import { expect, it } from 'vitest';
import { EXTERNAL_FILES } from '#shared/testing/external-media.ts';
import { unreadableFormat } from './unreadable-format.ts';

it.each(Object.entries(EXTERNAL_FILES))('%s is named at the drop, with what to do', async (_what, bytes) => {
  expect(await unreadableFormat(new File([bytes], 'a.mov', { type: 'video/quicktime' }))).toBe(
    'a.mov holds no pictures or sound itself: it names other files that do, and those are not opened. Export it again as one self-contained file and drop that.',
  );
});

it('others are not, nor those that cannot be read', async () => {
  expect(await unreadableFormat(new File(['RIFF    WAVE'], 'a.wav'))).toBeNull();
  const gone = new File([''], 'gone.mov');
  gone.slice = () => {
    throw new Error('The file is gone.');
  };
  expect(await unreadableFormat(gone)).toBeNull();
});
