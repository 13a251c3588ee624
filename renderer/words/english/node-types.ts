import type { PublicNodeTypeDetail } from '#shared/api/index.ts';

/** What people read of a node type; the pins are missing in lists. */
type NodeTypeTexts = Pick<
  PublicNodeTypeDetail,
  'type' | 'title' | 'description' | 'tags' | 'inputs' | 'outputs'
>;

/** The words of node types. In English they are those of the service that has the type. */
export interface NodeTypeWords {
  /** A type in the language of the page, where it has words for it; else as it is. */
  translate: <Type extends NodeTypeTexts>(nodeType: Type) => Type;
  /** A category, as `image`; null where the language has no name for it. */
  category: (name: string) => string | null;
  /** What a choice of a list of choices is called. */
  choice: (choices: readonly string[], choice: string) => string;
  /** An input whose type is not known, by its name in words: `Cell width`. */
  input: (label: string) => string;
}

export const nodeTypes: NodeTypeWords = {
  translate: (nodeType) => nodeType,
  category: () => null,
  choice: (_choices, choice) => choice,
  input: (label) => label,
};
