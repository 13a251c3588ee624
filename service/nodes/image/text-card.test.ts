import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageTextCard } from './text-card.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageTextCard, inputs))['image']);

const CARD = { width: 300, height: 120, color: '#000000', background: '#ffffff', size: 40, padding: 10 };

/** The box of all pixels that are not background. */
async function inked(inputs: Parameters<typeof run>[0]) {
  const look = await run({ ...CARD, ...inputs });
  const columns: number[] = [];
  const rows: number[] = [];
  for (let y = 0; y < look.height; y += 1) {
    for (let x = 0; x < look.width; x += 1) {
      if (look.near(x, y, '#ffffff', 40)) continue;
      columns.push(x);
      rows.push(y);
    }
  }
  return {
    count: columns.length,
    left: Math.min(...columns),
    right: Math.max(...columns),
    top: Math.min(...rows),
    bottom: Math.max(...rows),
  };
}

describe('text card', () => {
  test('sets text where it is told, inside the padding', async () => {
    const left = await inked({ text: 'Hi', align: 'left', vertical: 'top' });
    const right = await inked({ text: 'Hi', align: 'right', vertical: 'bottom' });
    const center = await inked({ text: 'Hi' });
    expect(left.left).toBeGreaterThanOrEqual(10);
    expect(left.left).toBeLessThan(25);
    expect(right.right).toBeLessThan(290);
    expect(right.right).toBeGreaterThan(275);
    expect(right.top).toBeGreaterThan(left.top);
    expect(Math.abs(center.left - (299 - center.right))).toBeLessThanOrEqual(3);
  });

  test('draws several lines, wraps, and makes text smaller until it fits', async () => {
    const one = await inked({ text: 'line' });
    const two = await inked({ text: 'line\nline' });
    expect(two.bottom - two.top).toBeGreaterThan((one.bottom - one.top) * 1.5);
    const wrapped = await inked({
      text: 'a long text that goes on and on until the card is full of words',
      size: 60,
    });
    expect(wrapped.bottom).toBeLessThan(110);
    expect(wrapped.right).toBeLessThan(290);
    expect(wrapped.bottom - wrapped.top).toBeGreaterThan(one.bottom - one.top);
  });

  test('text set far too large fits in the end', async () => {
    const huge = await inked({ text: 'some words '.repeat(20), size: 2000 });
    expect(huge.count).toBeGreaterThan(0);
    expect([huge.left >= 10, huge.right < 290, huge.bottom < 110]).toEqual([true, true, true]);
  });

  test('bold has more ink', async () => {
    const bold = await inked({ text: 'Weight', weight: 'bold' });
    const regular = await inked({ text: 'Weight', weight: 'regular' });
    expect(bold.count).toBeGreaterThan(regular.count);
  });

  test('shows markup as the letters it is made of', async () => {
    const plain = await inked({ text: 'b' });
    const markup = await inked({ text: '<b>b</b> & "c"' });
    expect(markup.right - markup.left).toBeGreaterThan((plain.right - plain.left) * 4);
  });

  test('is see-through around the letters by default, and blank without text', async () => {
    const look = await run({ text: 'x', width: 50, height: 50, padding: 4 });
    expect(look.at(0, 0)).toBe('#00000000');
    const blank = await run({ text: ' \n', width: 20, height: 20, padding: 4, background: '#123456' });
    expect(blank.at(10, 10)).toBe('#123456');
  });

  test('takes control characters and broken surrogates', async () => {
    expect((await run({ ...CARD, text: 'a\u0000b\u001b\ud800c' })).width).toBe(300);
  });

  test('says when padding leaves no room and when text is endless', async () => {
    await expect(run({ width: 50, height: 50, padding: 25 })).rejects.toThrow('leaves no room');
    await expect(run({ ...CARD, text: 'word '.repeat(990) })).rejects.toThrow('too long for the card');
  });
});
