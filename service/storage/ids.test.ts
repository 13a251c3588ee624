import { describe, expect, it } from 'vitest';
import { createIds, isId } from './ids.ts';

describe('ids', () => {
  it('ascend, within a millisecond and over time, also when the clock goes back', () => {
    let time = 1_700_000_000_000;
    const newId = createIds(() => time);
    const made: string[] = [];
    for (let i = 0; i < 500; i += 1) {
      made.push(newId('prj'));
      if (i % 100 === 99) time += i === 299 ? -50 : 1;
    }
    expect(made).toEqual(made.toSorted());
    expect(new Set(made).size).toBe(500);
    expect(made.every((id) => isId('prj', id))).toBe(true);
    expect(isId('run', made[0]!)).toBe(false);
  });
});
