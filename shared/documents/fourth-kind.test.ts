import { beforeEach, describe, expect, it } from 'vitest';
import { paletteItems } from '../testing/palette-kind.ts';
import { ModelDisk } from '../testing/saving-disk.ts';
import { ModelService, type Net } from '../testing/saving-faults.ts';
import { ModelWindow } from '../testing/saving-model.ts';
import { savingStatus } from './saving-status.ts';
import { UndoSteps } from './undo-steps.ts';

/** What a new kind of document has without a line of its own: here the palette of `palette-kind.ts`. */

const { kind, edit } = paletteItems;
type Palette = typeof paletteItems.start;

describe('a palette', () => {
  let service: ModelService<Palette, ReturnType<typeof kind.between>[number]>;
  let disk: ModelDisk<Palette>;
  const open = (name: string) => new ModelWindow(name, paletteItems, service, disk);
  beforeEach(() => {
    service = new ModelService(paletteItems);
    disk = new ModelDisk(paletteItems);
  });

  it('is saved and merged with what other people save', () => {
    const one = open('one');
    one.edit('red', 1);
    service.someoneElse('blue', 2);
    one.settle();
    expect(service.document).toEqual({ blue: 2, red: 1 });
    expect([one.screen, savingStatus(one.state)]).toEqual([service.document, 'saved']);
    expect(disk.entries).toEqual([]);
  });

  it('is edited without the service, and what was edited outlives the window', () => {
    const one = open('one');
    one.edit('red', 1);
    const away = (net: Net) => {
      for (let step = 0; step < 8; step += 1) one.perform(net);
    };
    away('lost');
    one.edit('red', 2);
    away('lost');
    expect(savingStatus(one.state)).toBe('offline');
    one.kill();
    const two = open('two');
    expect(two.screen).toEqual({ red: 2 });
    two.settle();
    expect([service.document, two.broken, disk.entries]).toEqual([{ red: 2 }, [], []]);
  });

  it('is taken back step by step, without what other people did since', () => {
    const one = open('one');
    const steps = new UndoSteps(kind.merge);
    const change = (id: string, count: number) => {
      const before = one.screen;
      steps.push({ name: id, before, after: edit(before, id, count), gesture: null });
      one.show(edit(before, id, count));
    };
    change('red', 1);
    change('green', 2);
    one.settle();
    service.someoneElse('blue', 3);
    one.settle();
    const undone = steps.undo(one.screen);
    expect([undone, steps.undoName, steps.redoName]).toEqual([{ red: 1, blue: 3 }, 'red', 'green']);
    one.show(undone ?? {});
    one.settle();
    expect(service.document).toEqual({ red: 1, blue: 3 });
    expect(steps.redo(one.screen)).toEqual({ red: 1, green: 2, blue: 3 });
  });
});
