const BETWEEN = ' · ';

/** `Sun · Radius`: an input as every page names it. A node without a name leaves the input alone. */
export const inputName = (nodeTitle: string, input: string): string =>
  nodeTitle === '' ? input : `${nodeTitle}${BETWEEN}${input}`;

/** `Radius` of `Sun · Radius`, where the node is clear from what stands around it. */
export const shortInputName = (name: string): string => name.split(BETWEEN).at(-1) ?? name;
