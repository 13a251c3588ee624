import { expectTypeOf, it } from 'vitest';
import type { Translated } from './translated.ts';

const english = {
  title: 'Gallery',
  kinds: { image: 'Picture', audio: 'Sound' } satisfies Record<'image' | 'audio', string>,
  steps: ['Copy', 'Paste'],
  count: (value: number) => `${value} files`,
  reason: (isLocked: boolean, name?: string) => (isLocked ? (`${name} is locked` as const) : null),
  named: (names: readonly string[]) => names.map((name) => [name, 'A file'] as const),
} as const;

it('a translation has texts where the English catalog has them, by the same keys', () => {
  expectTypeOf<Translated<typeof english>>().toExtend<{
    readonly title: string;
    readonly kinds: { readonly image: string; readonly audio: string };
    readonly steps: readonly [string, string];
    readonly count: (value: number) => string;
    readonly reason: (isLocked: boolean, name?: string) => string | null;
    readonly named: (names: readonly string[]) => (readonly [string, string])[];
  }>();
});

it('a translation lacks no key', () => {
  const common = { kinds: { image: 'Bild', audio: 'Ton' }, steps: ['Kopieren', 'Einfügen'] } as const;
  const functions = { count: () => '', reason: () => null, named: () => [] };
  expectTypeOf({ ...common, ...functions }).not.toExtend<Translated<typeof english>>();
  expectTypeOf({ title: 'Galerie', ...common, ...functions }).toExtend<Translated<typeof english>>();
});
