import { describe, expect, it } from 'vitest';
import { StoryboardDocument } from './document.ts';
import { addScene, addShot, changeShot, removeShot, renameScene, type StoryboardEdit } from './editing.ts';
import { emptyStoryboard, validateStoryboard } from './storyboard.ts';

const board = StoryboardDocument.parse({
  serviceType: 'storyboard',
  version: 1,
  sequences: [
    {
      id: 'kitchen',
      order: 4,
      shots: [
        { id: 's1', order: 7, description: 'Kettle', panels: [{ media: 'kettle.png' }], ext: { a: 1 } },
      ],
    },
  ],
});
const words = { description: 'Cup', durationSeconds: 2.5 };
const seen = { description: 'Kettle', durationSeconds: null };

describe('editing a storyboard', () => {
  it('begins with a scene and a shot that the service takes', () => {
    const begun = addScene('scene-1', 'shot-1')(emptyStoryboard('Film'));
    expect(validateStoryboard(begun).ok).toBe(true);
    expect(begun?.sequences[0]?.shots.map(({ id }) => id)).toEqual(['shot-1']);
  });

  it('adds scenes and shots after all that play', () => {
    expect(addScene('garden', 'g1')(board)?.sequences.at(-1)).toMatchObject({ id: 'garden', order: 5 });
    expect(addShot('kitchen', 's2', words)(board)?.sequences[0]?.shots.at(-1)).toMatchObject({
      ...words,
      id: 's2',
      order: 8,
    });
  });

  it('changes the words of a shot and leaves its panels', () => {
    const changed = changeShot('kitchen', 's1', words, seen)(board)?.sequences[0]?.shots[0];
    expect(changed).toEqual({ ...board.sequences[0]!.shots[0]!, ...words });
  });

  it('keeps what others changed of a shot, and does not write over the same words', () => {
    const theirs = { description: 'Kettle whistles', durationSeconds: 4 };
    const changed = changeShot('kitchen', 's1', theirs, seen)(board)!;
    const shot = (edit: StoryboardEdit) => edit(changed)?.sequences[0]?.shots[0];
    // Only the length was changed here: their words stay, their length is asked about.
    const longer = { ...seen, durationSeconds: 9 };
    expect(() => shot(changeShot('kitchen', 's1', longer, seen))).toThrow(/says “Kettle whistles”, 4 s now/);
    expect(shot(changeShot('kitchen', 's1', longer, seen, theirs))).toMatchObject({
      description: 'Kettle whistles',
      durationSeconds: 9,
    });
    expect(shot(changeShot('kitchen', 's1', { ...seen, durationSeconds: 4 }, seen))).toMatchObject(theirs);
  });

  it('does not write over the name that somebody else gave a scene', () => {
    const renamed = renameScene('kitchen', 'Galley', '')(board)!;
    expect(() => renameScene('kitchen', 'Kitchen', '')(renamed)).toThrow('renamed to “Galley” meanwhile');
  });

  it('renames a scene and takes out a shot', () => {
    expect(renameScene('kitchen', 'Kitchen', '')(board)?.sequences[0]?.name).toBe('Kitchen');
    expect(removeShot('kitchen', 's1')(board)?.sequences[0]?.shots).toEqual([]);
  });

  it('says when what it changes is gone', () => {
    expect(addShot('attic', 's2', words)(board)).toBeNull();
    expect(changeShot('kitchen', 's9', words, seen)(board)).toBeNull();
  });
});
