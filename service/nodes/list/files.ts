import { defineNode } from '../define-node.ts';
import { file, image, list } from '../pins.ts';
import { itemsOf, LIST_OUTPUT, makeList } from './list-values.ts';
import { tracesOfFiles } from '../list-traces.ts';
import { isFileValue, isMissing, type ListItem, type NodeExecution } from '../definition.ts';
import type { ListInput } from '../pins.ts';

export const listFiles = defineNode({
  type: 'list/files',
  title: 'Files',
  description:
    'Brings several files into the graph as a list, in their order. A node that is given it runs for each file.',
  icon: 'folder',
  tags: ['folder', 'media', 'batch', 'many', 'upload', 'each'],
  inputs: { files: list(file('Files')) },
  outputs: LIST_OUTPUT,
  run: async ({ files }, execution) => ({ list: await named(execution, files) }),
});

export const listImages = defineNode({
  type: 'list/images',
  title: 'Images',
  description:
    'Brings several pictures into the graph as a list, in their order. A node that is given it runs for each picture.',
  icon: 'image-plus',
  tags: ['folder', 'photos', 'pictures', 'batch', 'many', 'each'],
  inputs: { files: list(image('Images')) },
  outputs: { list: { label: 'Images', type: 'list(image)' } },
  run: async ({ files }, execution) => ({ list: await named(execution, files) }),
});

/** Files are called by their names, wherever they were chosen. */
async function named(execution: NodeExecution, files: ListInput<unknown>) {
  const items = await itemsOf(execution, files.value);
  const names = tracesOfFiles(
    items.map((item) => (!isMissing(item) && isFileValue(item.value) ? item.value.filename : '')),
  );
  return await makeList(
    execution,
    items.map((item, at): ListItem => {
      if (isMissing(item)) return item;
      files.read(item.value, `${files.label}, file ${at + 1},`);
      return { value: item.value, trace: item.trace ?? [names[at] ?? ''] };
    }),
  );
}
