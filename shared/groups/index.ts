export { differences, differingFrom, differingInstances, type Difference } from './compare.ts';
export { copyInstance, IN_ITSELF } from './copy.ts';
export { definitionOf, definitionProblem, templateDefinition, type Definition } from './definitions.ts';
export { setItem, type Edit, type Grouped } from './grouped.ts';
export { linkedEdit } from './linked-edit.ts';
export { detach, makeGroup, movePin, removeInstances, showPin, DEPTH_LIMIT, ungroup } from './make.ts';
export { instancePins, type InstancePin } from './pins.ts';
export {
  chainOf,
  contentsOf,
  groupTree,
  instanceIdOf,
  instanceKey,
  isNodeElement,
  linkedWith,
  nodesIn,
  pinsOfInstance,
  type GroupTree,
} from './tree.ts';
export { updateLike } from './update.ts';
export { insertDefinition, updateToDefinition, type DefinitionUpdate } from './use-definition.ts';
export { locationOf, pathTo, validPath, type Location, type GroupPath } from './view.ts';
