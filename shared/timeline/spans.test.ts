import { expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { Spans } from './spans.ts';

const span = fc.record({
  startTime: fc.integer({ min: 0, max: 30 }),
  duration: fc.integer({ min: 0, max: 12 }),
});
const time = fc.integer({ min: -2, max: 45 });
const inOrder = (spans: readonly { startTime: number; duration: number }[]): string[] =>
  spans.map(({ startTime, duration }) => `${startTime}+${duration}`).toSorted();

it('finds what a look at every span finds', () => {
  fc.assert(
    fc.property(fc.array(span), fc.array(span), time, time, (first, added, from, to) => {
      const spans = new Spans(first);
      for (const one of added) spans.add(one);
      const all = [...first, ...added];
      const under = all.filter((one) => one.startTime <= from && from < one.startTime + one.duration);
      expect(inOrder(spans.at(from))).toEqual(inOrder(under));
      const meets = all.some((one) => one.startTime < to && one.startTime + one.duration > from);
      expect(spans.meets(from, to)).toBe(meets);
    }),
  );
});

it('looks at few of very many', () => {
  let looks = 0;
  const many = Array.from({ length: 4096 }, (_, index) => ({
    get startTime() {
      looks += 1;
      return index;
    },
    duration: 1,
  }));
  const spans = new Spans(many);
  looks = 0;
  for (let index = 0; index < 100; index += 1) {
    expect(spans.at(index * 40)).toHaveLength(1);
    expect(spans.meets(index * 40, index * 40 + 1)).toBe(true);
  }
  expect(looks).toBeLessThan(100 * 40);
});
