import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNativeChild } from '#native/child/program.ts';
import { preloadSharp } from '#native/decoders/sharp.ts';
import { derivePicture } from '#native/pictures/derive-picture.ts';
import { DERIVE_PICTURE } from '#native/pictures/picture-task.ts';
import { definitionLoader } from '#service/nodes/load-definition.ts';
import { executeNode } from './child-execution.ts';
import { DRAW_NODE_TYPE, EXECUTE_NODE, type NodeTaskInput } from './node-task.ts';

/**
 * The native child of the service: executes nodes, draws their pictures and makes small pictures of files. Its second
 * argument is the URL of a module that exports `nodeDefinitions`, if these are not the service's own.
 */

const [, , , nodesModule] = process.argv;
const loadDefinition = definitionLoader(nodesModule ?? null);

await runNativeChild({
  handlers: {
    [DERIVE_PICTURE]: derivePicture,
    [EXECUTE_NODE]: (task) => executeNode(loadDefinition, task),
    [DRAW_NODE_TYPE]: async ({ input, outFolder }) => {
      const { nodeType } = input as unknown as Pick<NodeTaskInput, 'nodeType'>;
      const definition = await loadDefinition(nodeType);
      if (definition === undefined) throw new Error(`There is no node type ${nodeType}.`);
      const { nodeTypeThumbnail } = await import('#service/nodes/thumbnails.ts');
      const { bytes, contentType } = await nodeTypeThumbnail(definition);
      await writeFile(join(outFolder, 'picture'), bytes);
      return { contentType };
    },
  },
  preload: async () => preloadSharp(),
});
