/** English words that a definition of the local service has, and the German ones. */
type Phrase = readonly [english: string, german: string];

/** What people read of node types, by type. */
export type NodeTypePhrases = Readonly<
  Record<
    string,
    {
      readonly title: Phrase;
      readonly description: Phrase;
      /** What else people call it. */
      readonly tags: string;
    }
  >
>;
