import type { TimelineClip, TimelineDocument } from './document.ts';
import { clipExt, mediumKey } from './ext.ts';
import { portableName } from './portable-name.ts';

/** A file name as matched: in one Unicode form and one case. */
const fold = (name: string): string => name.normalize('NFC').toLowerCase();

const streamOf = ({ type }: TimelineClip): string => (type === 'audio' ? 'audio' : 'picture');

/** The clips in the order in which an export names their media: by track, pictures before sounds, by start. */
function inExportOrder({ timeline }: TimelineDocument): TimelineClip[] {
  const order = new Map(timeline.tracks.map(({ id }, index) => [id, index]));
  const rank = (clip: TimelineClip): number =>
    (order.get(clip.trackId) ?? 0) * 2 + (clip.type === 'audio' ? 1 : 0);
  return timeline.clips.toSorted((a, b) => rank(a) - rank(b) || a.startTime - b.startTime);
}

/**
 * Which medium of a timeline the clips of a cut show that came home. A medium is known by the id of its file, else by its
 * name, else by the name that an export wrote for it; a number at the end of a name is a part of it.
 */
export class RecutMedia {
  readonly #keys = new Set<string>();
  readonly #byName = new Map<string, string>();

  /** @param before the timeline that the cut left as. */
  constructor(before: TimelineDocument) {
    const taken = new Set(['timeline.otio']);
    const clips = inExportOrder(before).filter(({ filename }) => filename !== '');
    const written = new Map<string, string>();
    for (const clip of clips) {
      const key = mediumKey(clip);
      this.#keys.add(key);
      if (!written.has(key)) written.set(key, portableName(clip.filename, taken));
    }
    // The written names come first: of two files of one name only the first is written under it.
    for (const [key, name] of written) this.#byName.set(fold(name), key);
    for (const clip of clips) {
      const name = fold(clip.filename);
      if (!this.#byName.has(name)) this.#byName.set(name, mediumKey(clip));
    }
  }

  /** The medium of a clip of this timeline; empty for one that shows none. */
  ofHere(clip: TimelineClip): string {
    return clip.filename === '' ? '' : `${streamOf(clip)} ${mediumKey(clip)}`;
  }

  /** The medium of a clip that came back, as one of this timeline where it is one; empty for one that shows none. */
  ofReturned(clip: TimelineClip): string {
    if (clip.filename === '') return '';
    const { fileId } = clipExt(clip);
    const key =
      fileId !== undefined && this.#keys.has(fileId) ? fileId : this.#byName.get(fold(clip.filename));
    return `${streamOf(clip)} ${key ?? `elsewhere ${fold(clip.filename)}`}`;
  }
}
