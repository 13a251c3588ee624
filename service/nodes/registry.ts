import { LISTS_PIN, listsPin, runsForItems } from '#shared/graph/list-pairing.ts';
import type { NodeCatalog } from '#shared/graph/types.ts';
import type { NodeDefinition } from './definition.ts';

/** All node types this service knows. */
export interface NodeRegistry extends NodeCatalog {
  get(type: string): NodeDefinition | undefined;
  /** Sorted by category, then title. */
  all(): readonly NodeDefinition[];
}

/** A type that can be given two lists has an input that says how they go together. */
function withListsPin(definition: NodeDefinition): NodeDefinition {
  const { inputs } = definition;
  const isPaired = inputs.filter(runsForItems).length > 1 && inputs.every(({ name }) => name !== LISTS_PIN);
  return isPaired ? { ...definition, inputs: [...inputs, listsPin] } : definition;
}

export function createNodeRegistry(types: readonly NodeDefinition[]): NodeRegistry {
  const definitions = types.map(withListsPin);
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
