import { joinTraces } from '../list-traces.ts';
import { isListValue, isMissing, type ListItem } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { any, list } from '../pins.ts';
import { itemsOf, LIST_OUTPUT, makeList } from './list-values.ts';

export const listFlatten = defineNode({
  type: 'list/flatten',
  title: 'Flatten',
  description: 'Makes one list of a list of lists, with the items of all in order.',
  icon: 'fold-horizontal',
  tags: ['unnest', 'merge', 'one level', 'groups', 'ungroup'],
  inputs: { list: list(any('List')) },
  outputs: LIST_OUTPUT,
  run: async ({ list }, execution) => ({
    list: await makeList(execution, (await itemsOf(execution, list.value)).flatMap(innerItems)),
  }),
});

function innerItems(item: ListItem): ListItem[] {
  if (isMissing(item) || !isListValue(item.value)) return [item];
  return item.value.items.map((inner) => ({
    ...inner,
    trace: joinTraces(item.trace ?? [], inner.trace ?? []),
  }));
}
