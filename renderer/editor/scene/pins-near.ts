import type { Rect, XY } from '../geometry.ts';
import type { NodeBox, PinHit } from './scene-shapes.ts';
import type { SceneTiles } from './scene-tiles.ts';

/** What pins are looked for in: the scene. */
interface Pinned {
  nodesIn: (area: Rect) => NodeBox[];
  anchor: (nodeId: string, pin: string, side: 'input' | 'output') => XY | null;
  tiles: SceneTiles;
}

/** Pins of one side near a point, of nodes and collapsed frames, nearest first. Canvas units. */
export function pinsInRadius(scene: Pinned, point: XY, radius: number, side: 'input' | 'output'): PinHit[] {
  const searchRect = { x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius };
  const hits: PinHit[] = [];
  for (const box of scene.nodesIn(searchRect)) {
    const rows = side === 'input' ? box.layout.inputs.filter((row) => row.canHaveWire) : box.layout.outputs;
    for (const row of rows) {
      const at = scene.anchor(box.id, row.pin.name, side);
      if (!at) continue;
      const distance = Math.hypot(at.x - point.x, at.y - point.y);
      if (distance <= radius) hits.push({ nodeId: box.id, pin: row.pin.name, side, at, distance });
    }
  }
  hits.push(...scene.tiles.pinsInRadius(point, radius, side));
  return hits.sort((a, b) => a.distance - b.distance);
}
