import type { NodeDefinition } from './definition.ts';

/** Gives one node type; undefined when there is no such type. */
export type DefinitionLoader = (type: string) => Promise<NodeDefinition | undefined>;

interface DefinitionModule {
  nodeDefinitions: readonly NodeDefinition[];
}

/** By what comes before the slash of a type. */
const CATEGORIES: Readonly<Record<string, () => Promise<DefinitionModule>>> = {
  input: () => import('./input/index.ts'),
  text: () => import('./text/index.ts'),
  number: () => import('./number/index.ts'),
  logic: () => import('./logic/index.ts'),
  list: () => import('./list/index.ts'),
  json: () => import('./json/index.ts'),
  image: () => import('./image/index.ts'),
  audio: () => import('./audio/index.ts'),
  video: () => import('./video/index.ts'),
  media: () => import('./media/index.ts'),
  ai: () => import('./ai/index.ts'),
  control: () => import('./control/index.ts'),
  output: () => import('./output/index.ts'),
};

/** Loads no more than the category of a type: a process that executes a few nodes need not wait for all of them. */
export const loadNodeDefinition: DefinitionLoader = async (type) => {
  const category = type.split('/', 1)[0] ?? '';
  if (!Object.hasOwn(CATEGORIES, category)) return undefined;
  return definitionIn(await CATEGORIES[category]!(), type);
};

/**
 * How a process finds its node types.
 * @param nodesModule URL of a module that exports `nodeDefinitions`; null for the service's own.
 */
export function definitionLoader(nodesModule: string | null): DefinitionLoader {
  if (nodesModule === null) return loadNodeDefinition;
  const loading = import(/* @vite-ignore */ nodesModule) as Promise<DefinitionModule>;
  return async (type) => definitionIn(await loading, type);
}

const definitionIn = ({ nodeDefinitions }: DefinitionModule, type: string): NodeDefinition | undefined =>
  nodeDefinitions.find((definition) => definition.type === type);
