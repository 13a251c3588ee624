import { expect, it } from 'vitest';
import { completeCatalog } from './complete.ts';
import { pluralForm } from './forms.ts';

const english = {
  gallery: {
    title: 'Gallery',
    kinds: { image: 'Picture', audio: 'Sound' },
    steps: ['Copy', 'Paste'],
    count: (count: number) => pluralForm(count, ['# file', '# files']),
    reason: (isLocked: boolean) => (isLocked ? 'Locked' : null),
  },
};

it('says in English what a language lacks or has wrong, and tells the log of each once', () => {
  const reports: string[] = [];
  // As a damaged file has it: a key without a text, a text that is none, and plurals without the form for many.
  const forms: Record<string, string> = JSON.parse('{"one": "# Datei"}');
  const damaged = {
    gallery: {
      kinds: { image: 'Bild' },
      steps: 'Kopieren',
      count: (count: number) => forms[count === 1 ? 'one' : 'other']!.replace('#', String(count)),
      reason: () => undefined,
    },
  };
  const { gallery } = completeCatalog(english, damaged, (path) => reports.push(path)) as typeof english;
  expect([gallery.title, gallery.kinds, gallery.steps]).toEqual([
    'Gallery',
    { image: 'Bild', audio: 'Sound' },
    ['Copy', 'Paste'],
  ]);
  expect([gallery.count(1), gallery.count(2), gallery.count(3)]).toEqual(['1 Datei', '2 files', '3 files']);
  expect([gallery.reason(true), gallery.reason(false)]).toEqual(['Locked', null]);
  expect(reports).toEqual([
    'gallery.title',
    'gallery.kinds.audio',
    'gallery.steps',
    'gallery.count',
    'gallery.reason',
  ]);
});

it('leaves a whole language as it is', () => {
  const german = { gallery: { ...english.gallery, title: 'Galerie', reason: () => null } };
  const reports: string[] = [];
  const { gallery } = completeCatalog(english, german, (path) => reports.push(path)) as typeof english;
  expect([gallery.title, gallery.reason(true), reports]).toEqual(['Galerie', null, []]);
});

it('is English throughout where a language has nothing', () => {
  const { gallery } = completeCatalog(english, {}, () => undefined) as typeof english;
  expect([gallery.title, gallery.count(2)]).toEqual(['Gallery', '2 files']);
});
