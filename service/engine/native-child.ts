import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNativeChild } from '#native/child/program.ts';
import { preloadSharp } from '#native/decoders/sharp.ts';
import { derivePicture } from '#native/pictures/derive-picture.ts';
import { DERIVE_PICTURE } from '#native/pictures/picture-task.ts';
import type { NodeDefinition } from '#service/nodes/definition.ts';
import { nodeTypeThumbnail } from '#service/nodes/thumbnails.ts';
import { executeNode } from './child-execution.ts';
import { DRAW_NODE_TYPE, EXECUTE_NODE, type NodeTaskInput } from './node-task.ts';

/**
 * The native child of the service: executes nodes, draws their pictures and makes small pictures of files. Its second
 * argument is the URL of a module that exports `nodeDefinitions`, if these are not the service's own.
 */

const [, , , nodesModule] = process.argv;

async function loadDefinitions(): Promise<ReadonlyMap<string, NodeDefinition>> {
  const module: { nodeDefinitions: readonly NodeDefinition[] } =
    nodesModule === undefined
      ? await import('#service/nodes/index.ts')
      : await import(/* @vite-ignore */ nodesModule);
  return new Map(module.nodeDefinitions.map((definition) => [definition.type, definition]));
}

// Loading begins at once; a small picture does not wait for it.
const definitions = loadDefinitions();

await runNativeChild({
  handlers: {
    [DERIVE_PICTURE]: derivePicture,
    [EXECUTE_NODE]: async (task) => executeNode(await definitions, task),
    [DRAW_NODE_TYPE]: async ({ input, outFolder }) => {
      const { nodeType } = input as unknown as Pick<NodeTaskInput, 'nodeType'>;
      const definition = (await definitions).get(nodeType);
      if (definition === undefined) throw new Error(`There is no node type ${nodeType}.`);
      const { bytes, contentType } = await nodeTypeThumbnail(definition);
      await writeFile(join(outFolder, 'picture'), bytes);
      return { contentType };
    },
  },
  preload: async () => preloadSharp(),
});
