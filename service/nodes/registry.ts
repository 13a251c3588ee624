import type { NodeCatalog } from '#shared/graph/types.ts';
import type { NodeDefinition } from './definition.ts';

/** All node types this service knows. */
export interface NodeRegistry extends NodeCatalog {
  get(type: string): NodeDefinition | undefined;
  /** Sorted by category, then title. */
  all(): readonly NodeDefinition[];
}

export function createNodeRegistry(definitions: readonly NodeDefinition[]): NodeRegistry {
  const byType = new Map(definitions.map((definition) => [definition.type, definition]));
  const sorted = [...definitions].sort(
    (a, b) => a.category.localeCompare(b.category) || a.title.localeCompare(b.title),
  );
  return {
    get: (type) => byType.get(type),
    all: () => sorted,
    pinsOf: (type) => byType.get(type),
  };
}
