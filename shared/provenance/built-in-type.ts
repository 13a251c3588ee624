/** What goes through a pin: a picture, film or sound; words; another value; or whatever it is given. */
export type ContentKind = 'media' | 'text' | 'value' | 'any';

/** What has to be known of a node type to tell what its results are made of. */
export interface BuiltInType {
  /** Inputs that are in what comes out, not those that only say how. */
  content: readonly (readonly [name: string, kind: ContentKind])[];
  outputs: readonly (readonly [name: string, kind: ContentKind])[];
  /** Inputs that take a list as one thing. */
  listInputs?: readonly string[];
  /** Outputs that are lists. */
  lists?: readonly string[];
  /** Whether a model makes what comes out. */
  isModel?: boolean;
  /** Whether it passes on one of its inputs, as another says. */
  isBranch?: boolean;
  /** Whether it brings in what a person gave it. */
  isInput?: boolean;
}
