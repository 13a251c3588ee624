import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { randomSeed } from '../model/editing.ts';
import { isSeedPin, SeedDice } from './seed-dice.tsx';

it('a press of the dice gives another number within the limits, never the one that stands for no choice', async () => {
  const onRoll = vi.fn<(seed: number) => void>();
  const type = parsePinType('number(0..3 step 1)');
  await renderPage(
    <SeedDice label="Seed of Noise" type={type} onRoll={onRoll}>
      <input aria-label="Seed" />
    </SeedDice>,
  );
  const dice = page.getByRole('button', { name: 'Another number for Seed of Noise' });
  for (let press = 0; press < 40; press += 1) await dice.click();
  const rolled = new Set(onRoll.mock.calls.map(([seed]) => seed));
  expect(rolled).toEqual(new Set([1, 2, 3]));
  expect(randomSeed({})).toBeGreaterThan(0);
});

it('seeds and variations have one, other numbers have none', () => {
  const number = parsePinType('number(0..9)');
  expect(['seed', 'variation', 'width'].map((name) => isSeedPin(name, number))).toEqual([true, true, false]);
  expect(isSeedPin('seed', parsePinType('text'))).toBe(false);
});
