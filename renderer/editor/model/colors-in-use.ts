import { colorToHex, parseColor } from '#shared/language/color.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { GraphNode, NodeCatalog } from '#shared/graph/types.ts';

/** The colors that inputs of these nodes hold, those used most first, as `#rrggbb` or `#rrggbbaa`. */
export function colorsInUse(nodes: readonly GraphNode[], catalog: NodeCatalog): string[] {
  const uses = new Map<string, number>();
  for (const node of nodes) {
    for (const pin of catalog.pinsOf(node.type)?.inputs ?? []) {
      const value: unknown = node.inputs?.[pin.name]?.value;
      if (typeof value !== 'string' || parsePinType(pin.type).base !== 'color') continue;
      const color = parseColor(value);
      if (color === null) continue;
      const hex = colorToHex(color);
      uses.set(hex, (uses.get(hex) ?? 0) + 1);
    }
  }
  return [...uses].toSorted((a, b) => b[1] - a[1]).map(([color]) => color);
}
