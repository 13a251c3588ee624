import { expect, it, vi } from 'vitest';
import { TypeUses } from './type-uses.ts';

const made = () => {
  const changeSettings = vi.fn<(change: { typeUses: Record<string, number> }) => Promise<void>>();
  changeSettings.mockResolvedValue(undefined);
  return { uses: new TypeUses({ changeSettings }), changeSettings };
};

it('counts what is added and stores it', () => {
  const { uses, changeSettings } = made();
  uses.set({ 'image/blur': 2 });
  uses.note('image/blur');
  uses.note('input/text');
  expect([uses.of('image/blur'), uses.of('input/text'), uses.of('constructor')]).toEqual([3, 1, 0]);
  expect(changeSettings).toHaveBeenLastCalledWith({ typeUses: { 'image/blur': 3, 'input/text': 1 } });
});

it('writes nothing over counts that it does not know yet, and goes on where they cannot be stored', () => {
  const { uses, changeSettings } = made();
  uses.note('image/blur');
  expect(changeSettings).not.toHaveBeenCalled();
  const alone = new TypeUses({});
  alone.set({});
  alone.note('image/blur');
  expect(alone.of('image/blur')).toBe(1);
});

it('forgets the types used least, never the one just added', () => {
  const { uses } = made();
  uses.set(Object.fromEntries(Array.from({ length: 200 }, (_none, index) => [`t${index}`, 5])));
  uses.note('new');
  expect(uses.of('new')).toBe(1);
  expect(uses.of('t0')).toBe(5);
});
