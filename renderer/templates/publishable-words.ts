import type { Publishable } from '#shared/administration/index.ts';
import type { words } from '#renderer/words/index.ts';

type NodeTypeWords = (typeof words)['nodeTypes'];
type Candidate = Publishable['inputs'][number];

/** What a node is called: a title that it has of its own stays. */
const titleIn = (nodeTypes: NodeTypeWords, { nodeType, nodeTitle }: Candidate): string =>
  nodeTypes.translate({ type: nodeType, title: nodeTitle }).title;

function inputIn(nodeTypes: NodeTypeWords, candidate: Candidate): Candidate {
  const { nodeTitle, pinLabel, label } = candidate;
  const title = titleIn(nodeTypes, candidate);
  const withPin = `${nodeTitle}: ${pinLabel}`;
  // What follows is a number where the project has several of the name.
  const renamed = label.startsWith(withPin)
    ? `${title}: ${nodeTypes.input(pinLabel)}${label.slice(withPin.length)}`
    : label.startsWith(nodeTitle)
      ? `${title}${label.slice(nodeTitle.length)}`
      : label;
  return { ...candidate, nodeTitle: title, label: renamed };
}

/** What can be published, called as the canvas calls it: the service writes its own English words. */
export const publishableIn = (nodeTypes: NodeTypeWords, publishable: Publishable): Publishable => ({
  ...publishable,
  inputs: publishable.inputs.map((candidate) => inputIn(nodeTypes, candidate)),
  outputs: publishable.outputs.map((candidate) => ({
    ...candidate,
    label: nodeTypes.translate({ type: candidate.nodeType, title: candidate.label }).title,
  })),
});
