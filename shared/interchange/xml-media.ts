import { nameOfUrl } from '../otio/media-names.ts';
import type { CutMedium } from './cut.ts';
import { childOf, numberAt, textAt, type XmlElement } from './xml-elements.ts';

const NONE: CutMedium = { file: '', start: 0, length: null };

/** The media of a file: each is described where it is used first, and later only by its id. */
export class XmlMedia {
  readonly #files = new Map<string, XmlElement>();
  readonly #rateOf: (element: XmlElement | undefined) => number | undefined;

  constructor(root: XmlElement, rateOf: (element: XmlElement | undefined) => number | undefined) {
    this.#rateOf = rateOf;
    this.#collect(root);
  }

  #collect(element: XmlElement): void {
    const { id } = element.attributes;
    if (element.name === 'file' && id !== undefined && element.children.length > 0) {
      const existing = this.#files.get(id);
      if (!existing || existing.children.length < element.children.length) this.#files.set(id, element);
    }
    for (const child of element.children) this.#collect(child);
  }

  /**
   * The medium of a clip, its times in frames of the sequence.
   * @param sequenceRate of the sequence: a medium may count in another.
   */
  of(clip: XmlElement, sequenceRate: number): CutMedium {
    const fileElement = childOf(clip, 'file');
    const { id } = fileElement?.attributes ?? {};
    const file = (id === undefined ? undefined : this.#files.get(id)) ?? fileElement;
    if (!file) return NONE;
    const rate = this.#rateOf(childOf(file, 'rate')) ?? sequenceRate;
    const inFrames = (frames: number, of: number) => Math.round((frames * sequenceRate) / of);
    const timecode = childOf(file, 'timecode');
    const start = numberAt(timecode, 'frame') ?? 0;
    const length = numberAt(file, 'duration');
    const format = childOf(file, 'media', 'video', 'samplecharacteristics');
    const [width, height] = [numberAt(format, 'width'), numberAt(format, 'height')];
    return {
      file: nameOf(textAt(file, 'pathurl'), textAt(file, 'name')) || fileName(textAt(file, 'name')),
      start: Math.max(0, inFrames(start, this.#rateOf(childOf(timecode, 'rate')) ?? rate)),
      length: length === undefined || length <= 0 ? null : inFrames(length, rate),
      ...(width !== undefined && height !== undefined && { width, height }),
    };
  }
}

/** A name, if it is one of a file: programs name files that they do not have after their clips. */
const fileName = (name: string): string => (/\.\w{2,5}$/.test(name) ? name : '');

/**
 * `file://localhost/Volumes/x/a%20b.mov` → `a b.mov`. Some programs write the name as it is, also one with `%`, `#` or `?`.
 * @param name of the file: where the address ends in it, nothing of it is encoded.
 */
function nameOf(url: string, name: string): string {
  const raw = url.split(/[/\\]/).at(-1) ?? '';
  return raw === name ? raw : nameOfUrl(url);
}
