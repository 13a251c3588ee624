import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { entry, journalPlace, reader, step } from '../testing/journal-place.ts';
import { HISTORY_LIMIT } from './journal-file.ts';

describe('the undo history', () => {
  const push = (label: string) => ({ do: 'push' as const, step: step(label) });

  test('outlives restarts and the edits it is about', async () => {
    const { open } = journalPlace();
    const journal = open();
    const history = [push('1'), push('2'), { do: 'undo' as const }];
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('1')], history });
    await journal.acknowledge('local', 'prj_1', { writer: 'w1', entryIds: ['1'] });
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [],
      history: { done: [step('1')], undone: [step('2')] },
    });
  });

  test('has a step once, though the page did not hear that it was journaled and asked again', async () => {
    const { open } = journalPlace();
    const journal = open();
    const change = { writer: 'w1', entries: [entry('1')], history: [push('1')] };
    await journal.append('local', 'prj_1', change);
    await journal.append('local', 'prj_1', change);
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('2')], history: [push('2')] });
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('1'), entry('2')],
      history: { done: [step('1'), step('2')] },
    });
  });

  test('has a step without edits once, also when it is repeated to another process and in a file that was written anew', async () => {
    const { open, path } = journalPlace();
    const change = { writer: 'w1', entries: [], history: [push('1')], writeId: 'first' };
    const journal = open();
    await journal.append('local', 'prj_1', change);
    await journal.append('local', 'prj_1', change);
    await open().append('local', 'prj_1', change);
    expect((await open().claim('local', 'prj_1', reader)).history.done).toEqual([step('1')]);
    // Half a line has the file written anew.
    appendFileSync(path, '{"t":"und');
    await open().append('local', 'prj_1', change);
    await open().append('local', 'prj_1', change);
    expect((await open().claim('local', 'prj_1', reader)).history.done).toEqual([step('1')]);
    // The same step again, by a write of its own.
    await open().append('local', 'prj_1', { ...change, writeId: 'second' });
    expect((await open().claim('local', 'prj_1', reader)).history.done).toEqual([step('1'), step('1')]);
  });

  test('has a step that was cut off behind its edits, once the window repeats both', async () => {
    const { open, path } = journalPlace();
    const change = { writer: 'w1', entries: [entry('1')], history: [push('1')], writeId: 'first' };
    await open().append('local', 'prj_1', change);
    const [edit = ''] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${edit}\n{"t":"und`);
    await open().append('local', 'prj_1', change);
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('1')],
      history: { done: [step('1')] },
    });
  });

  test('has a step once, though another window took over before the first repeated it', async () => {
    const { open } = journalPlace();
    const journal = open();
    const change = { writer: 'w1', entries: [], history: [push('1')], writeId: 'first' };
    await journal.append('local', 'prj_1', change);
    await journal.claim('local', 'prj_1', reader);
    await journal.append('local', 'prj_1', change);
    const next = journal.append('local', 'prj_1', { ...change, writeId: 'second' });
    await expect(next).rejects.toMatchObject({ code: 'NOT_WRITER' });
    expect((await journal.claim('local', 'prj_1', reader)).history.done).toEqual([step('1')]);
  });

  test('refuses another write under an id that was used, also after a restart and in a file that was written anew', async () => {
    const { open, path } = journalPlace();
    const change = { writer: 'w1', entries: [entry('1')], history: [push('1')], writeId: 'first' };
    const other = { ...change, entries: [entry('2')], history: [push('2')] };
    const refusal = { code: 'INVALID_REQUEST', status: 409 };
    const journal = open();
    await journal.append('local', 'prj_1', change);
    await expect(journal.append('local', 'prj_1', other)).rejects.toMatchObject(refusal);
    // The same steps with another edit are another write as well.
    await expect(
      journal.append('local', 'prj_1', { ...change, entries: [entry('2')] }),
    ).rejects.toMatchObject(refusal);
    await expect(open().append('local', 'prj_1', other)).rejects.toMatchObject(refusal);
    // Half a line has the file written anew.
    appendFileSync(path, '{"t":"und');
    await expect(open().append('local', 'prj_1', other)).rejects.toMatchObject(refusal);
    await open().append('local', 'prj_1', { ...other, writeId: 'second' });
    expect(await open().claim('local', 'prj_1', reader)).toMatchObject({
      entries: [entry('1'), entry('2')],
      history: { done: [step('1'), step('2')] },
    });
  });

  test('has a gesture that was held when everything died, also in a file that was written anew', async () => {
    const { open, path } = journalPlace();
    const journal = open();
    const hold = (label: string) => ({ do: 'hold' as const, step: step(label) });
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('1')], history: [push('1')] });
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('2')], history: [hold('2')] });
    await journal.append('local', 'prj_1', { writer: 'w1', entries: [entry('3')], history: [hold('2, 3')] });
    // The service takes all of it while the gesture is held.
    await journal.acknowledge('local', 'prj_1', { writer: 'w1', entryIds: ['1', '2', '3'] });
    const held = { done: [step('1')], undone: [], held: step('2, 3') };
    expect((await open().claim('local', 'prj_1', reader)).history).toEqual(held);
    appendFileSync(path, '{"t":"und');
    expect((await open().claim('local', 'prj_1', reader)).history).toEqual(held);
    const next = open();
    await next.append('local', 'prj_1', { writer: 'w2', entries: [], history: [{ do: 'release' }] });
    expect((await open().claim('local', 'prj_1', reader)).history).toEqual({
      done: [step('1'), step('2, 3')],
      undone: [],
    });
  });

  test('is 500 steps deep, takes no more than its room, and the file does not grow without end', async () => {
    const { open, path } = journalPlace();
    const journal = open();
    for (let round = 0; round < 60; round += 1) {
      const history = Array.from({ length: 20 }, (_, index) => push(`${round}-${index}`));
      await journal.append('local', 'prj_1', { writer: 'w1', entries: [], history });
    }
    const restored = (await open().claim('local', 'prj_1', reader)).history.done;
    expect([restored.length, restored.at(-1)?.label]).toEqual([500, '59-19']);
    const large = (label: string) => ({
      do: 'push' as const,
      step: {
        ...step(label),
        forward: [{ op: 'setNodeTitle' as const, nodeId: 'a', title: 'x'.repeat(100_000) }],
      },
    });
    for (let round = 0; round < 80; round += 1) {
      await journal.append('local', 'prj_1', {
        writer: 'w1',
        entries: [],
        history: [large(`large ${round}`)],
      });
    }
    expect(statSync(path).size).toBeLessThan(3 * HISTORY_LIMIT);
    expect((await open().claim('local', 'prj_1', reader)).history.done.at(-1)?.label).toBe('large 79');
  });
});
