import { expect, test } from 'vitest';
import { OpenHandles } from './open-handles.ts';
import { createTestLog } from './testing/test-log.ts';

test('a handle that fails to close keeps no other open, and all are closed once', async () => {
  const log = createTestLog();
  const handles = new OpenHandles(log);
  const closed: string[] = [];
  handles.add('first', 1, () => void closed.push('first'));
  handles.add('second', 2, () => {
    throw new TypeError('stuck');
  });
  handles.add('third', 3, async () => void closed.push('third'));
  await handles.close();
  await handles.close();
  expect(closed).toEqual(['third', 'first']);
  expect(log.lines.join('\n')).toContain('something could not be closed');
});
