import * as fc from '#shared/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { intersects, type Rect } from '../geometry.ts';
import { layoutNode, outputAnchor, type LayoutInfo } from './node-layout.ts';
import { SpatialIndex } from './spatial-index.ts';
import { boundsOf, curveOf, distanceTo, pointAt } from './wire-geometry.ts';

const number = fc.integer({ min: -6000, max: 6000 });
const rect: fc.Arbitrary<Rect> = fc.record({
  x: number,
  y: number,
  width: fc.integer({ min: 1, max: 9000 }),
  height: fc.integer({ min: 1, max: 3000 }),
});

describe('SpatialIndex', () => {
  it('finds exactly the rectangles that meet an area, after any moves and removals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.integer({ min: 0, max: 12 }), rect: fc.option(rect) }), {
          maxLength: 60,
        }),
        rect,
        (steps, area) => {
          const index = new SpatialIndex(256);
          const truth = new Map<string, Rect>();
          for (const step of steps) {
            const id = String(step.id);
            if (step.rect) {
              index.set(id, step.rect);
              truth.set(id, step.rect);
            } else {
              index.remove(id);
              truth.delete(id);
            }
          }
          const expected = [...truth].filter(([, one]) => intersects(one, area)).map(([id]) => id);
          expect(index.query(area).sort()).toEqual(expected.sort());
          expect(index.size).toBe(truth.size);
        },
      ),
    );
  });
});

describe('wires', () => {
  const point = fc.record({ x: number, y: number });
  it('stay inside their bounds, and every point of them is hit', () => {
    fc.assert(
      fc.property(point, point, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, t) => {
        const curve = curveOf(from, to);
        const at = pointAt(curve, t);
        const bounds = boundsOf(curve);
        expect(at.x).toBeGreaterThanOrEqual(bounds.x - 0.001);
        expect(at.x).toBeLessThanOrEqual(bounds.x + bounds.width + 0.001);
        expect(at.y).toBeGreaterThanOrEqual(bounds.y - 0.001);
        expect(at.y).toBeLessThanOrEqual(bounds.y + bounds.height + 0.001);
        const length = Math.hypot(to.x - from.x, to.y - from.y) + curve.reach * 2;
        expect(distanceTo(curve, at)).toBeLessThan(Math.max(2, length / 100));
      }),
    );
  });
});

describe('layoutNode', () => {
  const facts: LayoutInfo = {
    pins: {
      inputs: [
        { name: 'image', type: 'image' },
        { name: 'note', type: 'text(multiline)' },
        { name: 'hidden', type: 'number', exposed: false },
      ],
      outputs: [{ name: 'image', type: 'image' }],
    },
    connectedInputs: new Set(),
    wiredOutputs: new Set(),
  };
  const node = { id: 'n', type: 'image/blur', inputs: { stranger: { type: 'string', value: 'x' } } };

  it('puts rows below each other without overlap and inside the node', () => {
    const layout = layoutNode(node, facts);
    let bottom = (layout.preview?.top ?? 0) + (layout.preview?.height ?? 0);
    for (const row of [...layout.inputs, ...layout.outputs]) {
      expect(row.top).toBeGreaterThanOrEqual(bottom);
      bottom = row.top + row.height;
    }
    expect(layout.height).toBeGreaterThanOrEqual(bottom);
  });

  it('keeps a row for an input the node type does not know, and none for one it keeps to itself', () => {
    const names = layoutNode(node, facts).inputs.map((row) => [row.pin.name, row.unknown]);
    expect(names).toEqual([
      ['image', false],
      ['note', false],
      ['stranger', true],
    ]);
  });

  it('gives room for words to a node that has a model write them', () => {
    const pins = {
      inputs: [
        { name: 'prompt', type: 'text(multiline)' },
        { name: 'model', type: 'text', exposed: false },
      ],
      outputs: [{ name: 'text', type: 'text' }],
    };
    const layout = layoutNode({ id: 'n', type: 'ai/text' }, { ...facts, pins });
    expect(layout.block!.height).toBeGreaterThan(60);
    expect(layout.inputs[0]!.top).toBeGreaterThanOrEqual(layout.block!.top + layout.block!.height);
    const picture = { ...pins, outputs: [{ name: 'image', type: 'image' }, ...pins.outputs] };
    expect(layoutNode({ id: 'n', type: 'ai/image' }, { ...facts, pins: picture }).block).toBeNull();
  });

  it('gives room for words to a node in which a value ends, and to no other', () => {
    const pins = { inputs: [{ name: 'value', type: 'any' }], outputs: [] };
    const end = layoutNode({ id: 'n', type: 'output/value' }, { ...facts, pins });
    expect(end.block!.height).toBeGreaterThan(60);
    expect(end.inputs[0]!.top).toBeGreaterThanOrEqual(end.block!.top + end.block!.height);
    expect(layoutNode({ id: 'n', type: 'text/join' }, { ...facts, pins }).block).toBeNull();
    expect(layoutNode(node, facts).block).toBeNull();
  });

  it('folds a tall text field when a wire is plugged in', () => {
    const plain = layoutNode(node, facts);
    const wired = layoutNode(node, { ...facts, connectedInputs: new Set(['note']) });
    expect(wired.height).toBeLessThan(plain.height);
    expect(outputAnchor(plain, 'image').x).toBe(plain.width);
  });
});
