import { asRecord } from '../document/problems.ts';
import { nameOfWords, wordsOfClip } from './captions.ts';
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

/** Words as matched: in one line, without what no format carries. */
export const foldWords = (words: string): string => words.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Where a clip has a name instead of a file: a caption, title or placeholder of which no more came home. */
export function isNameless({ type, filename, name, storageType, ext }: TimelineClip): boolean {
  if (type === 'text' || type === 'audio' || storageType !== 'placeholder') return false;
  const { url } = asRecord(asRecord(ext?.['otio'])['medium']);
  return url === undefined && (filename === '' || filename === name);
}

const wordsKey = (words: string): string => `words ${nameOfWords(foldWords(words))}`;

/**
 * Which medium of a timeline the clips of a cut show that came home. A medium is known by the id of its file, else by its
 * name, else by the name that an export wrote for it; a number at the end of a name is a part of it. A caption or title is
 * known by its words.
 */
export class RecutMedia {
  readonly #keys = new Set<string>();
  readonly #byName = new Map<string, string>();
  /** Clips without a file, by their names. */
  readonly #named = new Map<string, string>();
  readonly #namesMedia: boolean;

  /** @param before the timeline that the cut left as. @param namesMedia whether the format knows files by their names alone. */
  constructor(before: TimelineDocument, namesMedia = false) {
    this.#namesMedia = namesMedia;
    const used = new Set(['timeline.otio']);
    const clips = inExportOrder(before);
    const raw = new Map<string, string>();
    for (const clip of clips) {
      if (clip.filename === '') {
        const key = clip.type === 'text' ? wordsKey(wordsOfClip(clip)) : `named ${fold(clip.name)}`;
        if (!this.#named.has(fold(clip.name))) this.#named.set(fold(clip.name), key);
        continue;
      }
      const key = this.#keyOf(clip);
      this.#keys.add(key);
      if (!raw.has(key)) raw.set(key, portableName(clip.filename, used));
    }
    // The written names come first: of two files of one name only the first is written under it.
    for (const [key, name] of raw) this.#byName.set(fold(name), key);
    for (const clip of clips) {
      const name = fold(clip.filename);
      if (name !== '' && !this.#byName.has(name)) this.#byName.set(name, this.#keyOf(clip));
    }
  }

  #keyOf(clip: TimelineClip): string {
    return this.#namesMedia ? fold(foldWords(clip.filename)) : mediumKey(clip);
  }

  /** What a clip of this timeline shows; empty where nothing says it. */
  originalKey(clip: TimelineClip): string {
    if (clip.type === 'text') return wordsKey(wordsOfClip(clip));
    if (clip.filename === '') return clip.name === '' ? '' : `named ${fold(clip.name)}`;
    return `${streamOf(clip)} ${this.#keyOf(clip)}`;
  }

  /** What a clip shows that came back, as something of this timeline where it is that; empty where nothing says it. */
  ofReturned(clip: TimelineClip): string {
    if (clip.type === 'text') return wordsKey(wordsOfClip(clip));
    if (clip.filename === '') return this.#named.get(fold(clip.name)) ?? '';
    const { fileId } = clipExt(clip);
    const name = fold(foldWords(clip.filename));
    const key = fileId !== undefined && this.#keys.has(fileId) ? fileId : this.#byName.get(name);
    const named = isNameless(clip) ? this.#named.get(fold(clip.name)) : undefined;
    if (key === undefined && named !== undefined) return named;
    return `${streamOf(clip)} ${key ?? `elsewhere ${name}`}`;
  }
}
