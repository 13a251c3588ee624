export * from './again-dialog.tsx';
export * from './gallery.tsx';
export { OutputInputList } from './made-from-list.tsx';
export { labelsFrom, titleOfNode, useNodeTypes } from './node-types.ts';
export { useOutputSources } from './use-made-from.ts';
