import { describe, expect, it } from 'vitest';
import type { StoryboardDocument } from './document.ts';
import * as edits from './editing.ts';
import { sortedStoryboard } from './merge.ts';
import { originOf, withOrigin } from './made.ts';
import { notesIn } from './notes.ts';
import { emptyStoryboard, validateStoryboard } from './storyboard.ts';

const shot = (id: string, more: Record<string, unknown> = {}) => ({ id, ...more });
function boardOf(...sequences: unknown[]): StoryboardDocument {
  const checked = validateStoryboard({ serviceType: 'storyboard', version: 1, sequences });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return sortedStoryboard(checked.document);
}
const board = boardOf(
  { id: 'A', name: 'Kitchen', shots: [shot('1', { ext: { a: 1 } }), shot('2'), shot('3')] },
  { id: 'B', shots: [shot('4'), shot('5')] },
);
const refs = (...names: string[]): edits.ShotRef[] =>
  names.map((name) => ({ scene: name.charAt(0), shot: name.slice(1) }));
let count = 0;
const newId = () => `new-${(count += 1)}`;

/** The result, which has to be one that the service takes and is listed as it plays. */
function made(edit: edits.StoryboardEdit, on = board): StoryboardDocument {
  const result = edit(on);
  if (result === null) throw new Error('There was nothing to change.');
  const checked = validateStoryboard(result);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  expect(sortedStoryboard(checked.document)).toEqual(result);
  return result;
}
const shown = ({ sequences }: StoryboardDocument): string =>
  sequences.map(({ id, shots }) => `${id}:${shots.map((one) => one.id).join('')}`).join(' ');
const shotIn = ({ sequences }: StoryboardDocument, id: string) =>
  sequences.flatMap(({ shots }) => shots).find((one) => one.id === id);

describe('editing a storyboard', () => {
  it('begins with a scene and a shot that the service takes', () => {
    expect(shown(made(edits.addScene('s', 'x'), emptyStoryboard('Film')))).toBe('s:x');
  });

  it('adds scenes and shots behind others, or at the end', () => {
    expect(shown(made(edits.addScene('s', 'x', 'A')))).toBe('A:123 s:x B:45');
    expect(shown(made(edits.addShot('A', 'x', {}, '1')))).toBe('A:1x23 B:45');
    expect(shown(made(edits.addShot('B', 'x', { description: 'Cup' })))).toBe('A:123 B:45x');
  });

  it('names and moves scenes, and takes them out', () => {
    const renamed = made(edits.changeScene('B', { name: 'Garden', description: 'Noon' }));
    expect(renamed.sequences[1]).toMatchObject({ name: 'Garden', description: 'Noon' });
    expect(shown(made(edits.moveScene('B', 'A')))).toBe('B:45 A:123');
    expect(edits.moveScene('B', null)(board)).toBeNull();
    expect(shown(made(edits.removeScene('A')))).toBe('B:45');
  });

  it('writes into several shots at once, and leaves the others the same objects', () => {
    const changed = made(edits.changeShots(refs('A1', 'B4'), { durationSeconds: 2, transition: 'fade' }));
    expect(shotIn(changed, '1')).toMatchObject({ durationSeconds: 2, transition: 'fade', ext: { a: 1 } });
    expect(shotIn(changed, '4')).toMatchObject({ durationSeconds: 2 });
    expect(shotIn(changed, '2')).toBe(shotIn(board, '2'));
  });

  it('keeps notes beside what other programs keep', () => {
    const noted = made(edits.noteShot({ scene: 'A', shot: '1' }, 'Low angle'));
    expect(shotIn(noted, '1')?.ext).toEqual({ a: 1, patchbay: { version: 1, notes: 'Low angle' } });
    expect(notesIn(shotIn(noted, '1')?.ext)).toBe('Low angle');
    expect(made(edits.noteShot({ scene: 'A', shot: '1' }, ''), noted)).toEqual(board);
  });

  it('never writes over notes of a later version', () => {
    const later = { a: 1, patchbay: { version: 2, notes: { text: 'Low angle' } } };
    const shot = { scene: 'A', shot: '1' };
    const document = structuredClone(board);
    shotIn(document, '1')!.ext = later;
    expect(edits.noteShot(shot, 'High angle')(document)).toBeNull();
    expect(shotIn(made(edits.mergeShots(refs('A1', 'A2'), newId), document), '1')?.ext).toEqual(later);
  });

  it('moves shots within and across scenes, several in their sequence', () => {
    expect(shown(made(edits.moveShots(refs('A3', 'A1'), 'A', '2', newId)))).toBe('A:132 B:45');
    expect(shown(made(edits.moveShots(refs('A1', 'B5'), 'B', '4', newId)))).toBe('A:23 B:154');
    expect(shown(made(edits.moveShots(refs('A1'), 'B', null, newId)))).toBe('A:23 B:451');
    expect(edits.moveShots(refs('A1', 'A2'), 'A', '2', newId)(board)).toBeNull();
  });

  it('gives a shot another id where its new scene has that one', () => {
    const twins = boardOf({ id: 'A', shots: [shot('1')] }, { id: 'B', shots: [shot('1')] });
    const moved = made(edits.moveShots(refs('A1'), 'B', null, newId), twins);
    expect(moved.sequences[1]?.shots).toHaveLength(2);
  });

  it('takes shots out and copies them', () => {
    expect(shown(made(edits.removeShots(refs('A1', 'B5'))))).toBe('A:23 B:4');
    count = 0;
    expect(shown(made(edits.duplicateShots(refs('A1', 'B5'), newId)))).toBe('A:1new-123 B:45new-2');
  });

  it('makes one shot of several and two of one', () => {
    const full = boardOf({
      id: 'A',
      shots: [
        shot('1', { description: 'Cup', durationSeconds: 2, panels: [{ media: 'a' }, { media: 'b' }] }),
        shot('2', { description: 'Tea', panels: [{ media: 'c' }] }),
      ],
    });
    const merged = made(edits.mergeShots(refs('A1', 'A2'), newId), full);
    expect(shown(merged)).toBe('A:1');
    expect(shotIn(merged, '1')).toMatchObject({ description: 'Cup\nTea', durationSeconds: 5 });
    expect(shotIn(merged, '1')?.panels.map(({ media }) => media)).toEqual(['a', 'b', 'c']);
    const [first, second] = made(edits.splitShot({ scene: 'A', shot: '1' }, newId), merged).sequences[0]!
      .shots;
    expect([first?.durationSeconds, second?.durationSeconds]).toEqual([2.5, 2.5]);
    expect([first, second].map((one) => one?.panels.map(({ media }) => media))).toEqual([['a'], ['b', 'c']]);
  });

  it('gives back the shot that was split when its halves are merged: no picture stands twice', () => {
    const words = { description: 'Steam', media: 'cup.png' };
    const whole = boardOf({
      id: 'A',
      shots: [shot('1', { durationSeconds: 4, panels: [{ media: 'cup.png' }] })],
    });
    const split = made(edits.splitShot({ scene: 'A', shot: '1' }, newId), whole);
    const halves = split.sequences[0]!.shots.map(({ id }) => ({ scene: 'A', shot: id }));
    const merged = made(edits.mergeShots(halves, newId), split);
    expect(shotIn(merged, '1')).toMatchObject({ durationSeconds: 4, panels: [{ media: 'cup.png' }] });
    expect(shotIn(merged, '1')?.panels).toHaveLength(1);
    // The same picture with other words is another panel.
    const reported = boardOf({
      id: 'A',
      shots: [shot('1', { panels: [{ media: 'cup.png' }] }), shot('2', { panels: [words, words] })],
    });
    const both = shotIn(made(edits.mergeShots(refs('A1', 'A2'), newId), reported), '1');
    expect(both?.panels.map(({ description = '' }) => description)).toEqual(['', 'Steam']);
  });

  it('adds panels, takes them away, and chooses the one that stands for the shot', () => {
    const ref = { scene: 'A', shot: '1' };
    const filled = made(edits.addPanels(ref, ['a', { fileId: 'f' }], newId));
    const second = shotIn(filled, '1')?.panels[1]?.id ?? '';
    expect(shotIn(made(edits.showPanelFirst(ref, second), filled), '1')?.panels[0]?.media).toEqual({
      fileId: 'f',
    });
    expect(shotIn(made(edits.removePanel(ref, second), filled), '1')?.panels).toHaveLength(1);
  });

  it('has nothing to change where what it is about is gone', () => {
    const gone = { scene: 'A', shot: '9' };
    const nothing = [
      edits.addShot('Z', 'x'),
      edits.changeScene('Z', {}),
      edits.removeScene('Z'),
      edits.moveScene('Z', null),
      edits.changeShots([gone], {}),
      edits.noteShot(gone, 'x'),
      edits.removeShots([gone]),
      edits.duplicateShots([gone], newId),
      edits.moveShots([gone], 'A', null, newId),
      edits.mergeShots(refs('A1'), newId),
      edits.splitShot(gone, newId),
      edits.addPanels(gone, ['a'], newId),
    ];
    expect(nothing.map((edit) => edit(board))).toEqual(nothing.map(() => null));
  });
});

describe('what made a picture', () => {
  const origin = { runId: 'run_1', fileId: 'file_1', nodeId: 'card' };
  const ref = { scene: 'A', shot: '2' };
  const panelsOf = ({ sequences }: StoryboardDocument) => sequences[0]?.shots[1]?.panels ?? [];

  it('is kept with its panel, which comes first and once', () => {
    const medium = { fileId: 'file_1', filename: 'card.png' };
    const once = made(edits.addCreatedPanel(ref, 'made-run_1', medium, origin));
    expect(panelsOf(once)).toEqual([
      { id: 'made-run_1', media: medium, ext: { patchbay: { version: 1, made: origin } } },
    ]);
    expect(edits.addCreatedPanel(ref, 'made-run_1', medium, origin)(once)).toBeNull();
    const next = { ...origin, runId: 'run_2', fileId: 'file_2' };
    const swapped = made(edits.swapPanel(ref, 'made-run_1', { fileId: 'file_2' }, next), once);
    expect(panelsOf(swapped).map(originOf)).toEqual([next]);
  });

  it('leaves what a later version wrote as it is', () => {
    const ext = { patchbay: { version: 2, made: 'otherwise' } };
    expect(withOrigin({ id: 'p', ext }, origin)).toEqual({ id: 'p', ext });
    expect(originOf({ id: 'p', ext })).toBeNull();
  });
});

it('calls a storyboard otherwise, but never by nothing', () => {
  expect(made(edits.renameStoryboard('Harbor')).name).toBe('Harbor');
  expect(edits.renameStoryboard('')(board)).toBeNull();
});

it('names a panel and writes what it shows; what is emptied again is no field of it', () => {
  const [scene] = board.sequences;
  const [shot] = scene!.shots;
  const ref = { scene: scene!.id, shot: shot!.id };
  const withPanel = made(edits.addPanels(ref, [{ fileId: 'file_1' }], () => 'new panel'));
  const panelOf = (document: StoryboardDocument) =>
    document.sequences[0]!.shots[0]!.panels.find(({ id }) => id === 'new panel');
  const written = edits.changePanel(ref, 'new panel', { name: 'Wide', description: 'From the roof' })(
    withPanel,
  )!;
  expect(panelOf(written)).toEqual({
    id: 'new panel',
    media: { fileId: 'file_1' },
    name: 'Wide',
    description: 'From the roof',
  });
  expect(panelOf(edits.changePanel(ref, 'new panel', { name: '' })(written)!)).not.toHaveProperty('name');
});

describe('making a shot of each of several pictures', () => {
  const find = ({ filename = '' }: { filename?: string }) =>
    filename.startsWith('gone')
      ? undefined
      : {
          fileId: `id-${filename}`,
          filename,
          contentType: filename.endsWith('.wav') ? 'audio/wav' : 'image/png',
        };
  const whereTheyGo = (before: readonly (string | null)[], dropped: readonly string[]) => {
    const panels = [...before, ...dropped].map((media, index) => ({ id: `p${index}`, media }));
    const one = boardOf({ id: 'A', shots: [shot('1', { name: 'Kettle', panels })] });
    const ids = panels.slice(before.length).map(({ id }) => id);
    const result = made(edits.panelsToShots({ scene: 'A', shot: '1' }, ids, find, newId), one);
    return result.sequences[0]!.shots.map((made) => made.panels.map(({ media }) => media));
  };

  it.each([
    ['a sound', 's.wav'],
    ['nothing', null],
    ['a file that is missing', 'gone.png'],
  ])('leaves the first with its own shot where that began with %s', (_what, first) => {
    expect(whereTheyGo([first], ['a.png', 'b.png'])).toEqual([[first, 'a.png'], ['b.png']]);
  });

  it('leaves a shot its own picture, wherever that stands', () => {
    expect(whereTheyGo(['s.wav', 'own.png'], ['a.png', 'b.png'])).toEqual([
      ['s.wav', 'own.png'],
      ['a.png'],
      ['b.png'],
    ]);
    expect(whereTheyGo([], ['a.png', 'b.png'])).toEqual([['a.png'], ['b.png']]);
  });
});
