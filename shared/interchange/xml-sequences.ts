import { childOf, type XmlElement } from './xml-elements.ts';

/** Where sequences lie beside clips. */
const FOLDERS = new Set(['project', 'children', 'bin']);

/** The sequences of a file: each is described once, where it is used first or in a bin, and elsewhere only by its id. */
export class XmlSequences {
  /** Those of the project and its bins, in their order. */
  readonly ofProject: XmlElement[] = [];
  readonly #byId = new Map<string, XmlElement>();
  readonly #usedAsNest = new Set<string>();

  constructor(root: XmlElement) {
    this.#collect(root, true);
  }

  #collect(element: XmlElement, isFolder: boolean): void {
    for (const child of element.children) {
      if (child.name === 'sequence') {
        const { id } = child.attributes;
        if (isFolder) this.ofProject.push(child);
        else if (id !== undefined) this.#usedAsNest.add(id);
        if (id !== undefined && childOf(child, 'media')) this.#byId.set(id, child);
      }
      this.#collect(child, isFolder && FOLDERS.has(child.name));
    }
  }

  /** The one that a person means by the file: the first that is no part of another. */
  get main(): XmlElement | undefined {
    const isNest = ({ attributes: { id } }: XmlElement) => id !== undefined && this.#usedAsNest.has(id);
    return this.ofProject.find((sequence) => !isNest(sequence)) ?? this.ofProject[0];
  }

  /** The sequence within a clip; null where only its id is in the file, undefined for a clip of a file. */
  sequenceOf(clip: XmlElement): XmlElement | null | undefined {
    const nested = childOf(clip, 'sequence');
    if (!nested || childOf(nested, 'media')) return nested;
    const { id } = nested.attributes;
    return (id === undefined ? undefined : this.#byId.get(id)) ?? null;
  }
}
