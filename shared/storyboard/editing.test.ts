import { describe, expect, it } from 'vitest';
import { StoryboardDocument } from './document.ts';
import { addScene, addShot, changeShot, removeShot, renameScene } from './editing.ts';
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
    const changed = changeShot('kitchen', 's1', words)(board)?.sequences[0]?.shots[0];
    expect(changed).toEqual({ ...board.sequences[0]!.shots[0]!, ...words });
  });

  it('renames a scene and takes out a shot', () => {
    expect(renameScene('kitchen', 'Kitchen')(board)?.sequences[0]?.name).toBe('Kitchen');
    expect(removeShot('kitchen', 's1')(board)?.sequences[0]?.shots).toEqual([]);
  });

  it('says when what it changes is gone', () => {
    expect(addShot('attic', 's2', words)(board)).toBeNull();
    expect(changeShot('kitchen', 's9', words)(board)).toBeNull();
  });
});
