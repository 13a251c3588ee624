import { asRecord } from '../document/problems.ts';
import type { TimelineClip, TimelineDocument, TimelineTrack } from './document.ts';
import type { RecutChange, RecutDifference, RecutKind } from './recut-change.ts';
import { differencesOfForeign, differencesOfReturn, type ReturnedShot } from './recut-differences.ts';
import { CUT_FORMATS, type CutFormatName, type FormatRules } from './cut-formats.ts';
import { RecutMedia } from './recut-media.ts';
import { GENERATED_ID, pairByContent, pairById, type Pairs } from './recut-pairs.ts';
import { matchTrack } from './recut-places.ts';
import { pairRows } from './recut-rows.ts';
import { addedShot, movesOf, settledById, settledForeign } from './recut-settle.ts';
import { exactRate } from './exact-rate.ts';
import { rowsOf, type Row, type Shot, type ShotKind } from './recut-shots.ts';
import { embeddedSounds, silenceDetached, type EmbeddedSounds } from './recut-sounds.ts';

/** A cut that came home from another program, compared with the timeline that it left as. */

export interface Returned {
  changes: RecutChange[];
  unchanged: number;
  isRelated: boolean;
  /** The tracks of the cut, under the ids that they have here. */
  tracks: readonly TimelineTrack[];
}

/** Whether a file still has what Patchbay wrote into it: its clips and tracks are known by their ids then. */
function hasOriginalIds(before: TimelineDocument, after: TimelineDocument): boolean {
  const idsOf = ({ timeline }: TimelineDocument) =>
    [...timeline.clips, ...timeline.tracks].map(({ id }) => id);
  const originals = new Set(idsOf(before));
  const shared = idsOf(after).filter((id) => originals.has(id));
  if (shared.some((id) => !GENERATED_ID.test(id))) return true;
  const { clips, tracks, ext } = after.timeline;
  const isTagged = (item: { ext?: Record<string, unknown> | undefined }) =>
    item.ext?.['patchbay'] !== undefined;
  return shared.length > 0 && (isTagged({ ext }) || clips.some(isTagged) || tracks.some(isTagged));
}

/** By how many frames a list is counted from elsewhere: lists begin at their first event, or at the hour before it. */
function shiftOf(
  originals: readonly Shot[],
  returns: readonly Shot[],
  starts: [originals: number, returns: number],
  context: { media: RecutMedia; rate: number },
): number {
  const { media, rate } = context;
  const hour = 3600 * Math.round(rate);
  const offset = Math.round((starts[1] - starts[0]) * rate);
  const nearest = offset - hour * Math.round(offset / hour);
  const positions = new Set(originals.map((shot) => `${media.originalKey(shot.clip)} ${shot.start}`));
  const fitOf = (by: number): number =>
    returns.filter((shot) => positions.has(`${media.ofReturned(shot.clip)} ${shot.start + by}`)).length;
  const options = [nearest, nearest + hour, nearest - hour, offset, 0].map((by) => ({ by, fit: fitOf(by) }));
  return options.reduce((best, option) => (option.fit > best.fit ? option : best)).by;
}

/** The timecode at which a timeline begins, in seconds. */
function globalStart({ timeline }: TimelineDocument): number {
  const { value, rate } = asRecord(asRecord(timeline.ext?.['otio'])['globalStartTime']);
  return typeof value === 'number' && typeof rate === 'number' && rate > 0 ? value / exactRate(rate) : 0;
}

const shotsIn = (rows: readonly Row[], kind: ShotKind): Shot[] =>
  rows.flatMap((row) => (row.kind === kind ? row.shots : []));

/** A free id near the wanted one. */
function freeId(preferred: string, usedIds: ReadonlySet<string>): string {
  let id = preferred;
  for (let number = 2; usedIds.has(id); number += 1) id = `${preferred}-${number}`;
  return id;
}

class Comparison {
  readonly #before: TimelineDocument;
  readonly #after: TimelineDocument;
  readonly #rules: FormatRules;
  readonly #rate: number;
  readonly #media: RecutMedia;
  readonly #hasIds: boolean;
  readonly #originals: Row[];
  readonly #returns: Row[];
  readonly #rows = new Map<Row, Row>();
  readonly #pairs: Pairs = new Map();
  /** By id, the tracks of the cut under the ids that they have here. */
  readonly #tracks = new Map<string, TimelineTrack>();
  #sounds: EmbeddedSounds = { volumes: new Map(), independent: [] };

  constructor(before: TimelineDocument, after: TimelineDocument, format: CutFormatName) {
    this.#before = before;
    this.#after = after;
    this.#rules = CUT_FORMATS[format].rules;
    this.#rate = exactRate(before.timeline.frameRate);
    const { namesMedia, movesCuts, isSingleTrack } = this.#rules;
    this.#media = new RecutMedia(before, namesMedia);
    this.#hasIds = format === 'otio' && hasOriginalIds(before, after);
    this.#originals = rowsOf(before, this.#rate, movesCuts);
    this.#returns = rowsOf(after, this.#rate, movesCuts);
    if (isSingleTrack) this.#shift();
  }

  #shift(): void {
    const [originals, returns] = [this.#originals, this.#returns].map((rows) =>
      rows.flatMap(({ shots }) => shots),
    );
    const starts: [number, number] = [globalStart(this.#before), globalStart(this.#after)];
    const by = shiftOf(originals ?? [], returns ?? [], starts, { media: this.#media, rate: this.#rate });
    for (const shot of returns ?? []) {
      shot.start += by;
      shot.end += by;
    }
  }

  run(): Returned {
    this.#pairKind('picture', shotsIn(this.#returns, 'picture'));
    const sounds = shotsIn(this.#returns, 'sound');
    const pictures = shotsIn(this.#returns, 'picture');
    this.#sounds = embeddedSounds(
      { pictures, sounds },
      this.#pairs,
      shotsIn(this.#originals, 'sound'),
      this.#media,
    );
    this.#pairKind('sound', this.#sounds.independent);
    silenceDetached(this.#sounds, this.#pairs, this.#media);
    this.#assignTracks();
    return this.#result([...pictures, ...this.#sounds.independent]);
  }

  #pairKind(kind: ShotKind, returned: readonly Shot[]): void {
    const isCompared = new Set(returned);
    const ofKind = (rows: readonly Row[]) => rows.filter((row) => row.kind === kind);
    const returns = ofKind(this.#returns)
      .map((row) => ({ row, shots: row.shots.filter((shot) => isCompared.has(shot)) }))
      .filter(({ row, shots }) => shots.length > 0 || row.shots.length === 0);
    const found = pairRows(ofKind(this.#originals), returns, this.#media, this.#rules.isSingleTrack);
    for (const [row, match] of found) this.#rows.set(row, match);
    const originals = new Set(shotsIn(this.#originals, kind));
    if (this.#hasIds) {
      for (const [shot, original] of pairById(originals, returned, this.#media))
        this.#pairs.set(shot, original);
    }
    if (this.#rules.isSingleTrack) {
      const matched = new Set(this.#rows.values());
      for (const shot of originals) if (!matched.has(shot.row)) originals.delete(shot);
    }
    const ids = new Map(returns.map(({ row }) => [row, this.#trackIdOf(row) ?? `over ${row.trackId}`]));
    pairByContent(originals, returned, this.#pairs, {
      media: this.#media,
      returnedRowKey: (row) => ids.get(row) ?? '',
      rowKey: (row) => row.trackId,
      hasIds: this.#hasIds,
    });
  }

  /** The track here of one that came back; undefined for a new one. */
  #trackIdOf(row: Row): string | undefined {
    if (!this.#hasIds) return this.#rows.get(row)?.trackId;
    const track = this.#after.timeline.tracks.find(({ id }) => id === row.trackId);
    return track && matchTrack(this.#before.timeline.tracks, track)?.id;
  }

  #assignTracks(): void {
    const usedIds = new Set(this.#before.timeline.tracks.map(({ id }) => id));
    for (const track of this.#after.timeline.tracks) {
      const rows = this.#returns.filter(({ trackId }) => trackId === track.id);
      const original = rows.map((row) => this.#trackIdOf(row)).find((id) => id !== undefined);
      const id = original ?? freeId(track.id, usedIds);
      usedIds.add(id);
      this.#tracks.set(track.id, { ...track, id });
    }
  }

  #result(returned: readonly Shot[]): Returned {
    const changes: RecutChange[] = [];
    for (const shot of returned) {
      const original = this.#pairs.get(shot);
      const change = original ? this.#changeOf(original, shot) : this.#added(shot);
      if (change) changes.push(change);
    }
    const paired = new Set(this.#pairs.values());
    const matched = new Set(this.#rows.values());
    const isCompared = ({ row }: Shot): boolean => !this.#rules.isSingleTrack || matched.has(row);
    for (const shot of this.#originals.flatMap(({ shots }) => shots)) {
      const { clip } = shot;
      if (paired.has(shot) || !isCompared(shot)) continue;
      changes.push({ kind: 'missing', id: clip.id, name: clip.name, before: clip, after: null, differs: [] });
    }
    return {
      changes,
      unchanged: this.#pairs.size - changes.filter(({ before, after }) => before && after).length,
      isRelated: this.#pairs.size > 0,
      tracks: [...this.#tracks.values()],
    };
  }

  #added(shot: Shot): RecutChange {
    const { clip } = shot;
    const trackId = this.#tracks.get(clip.trackId)?.id ?? clip.trackId;
    const { movesCuts } = this.#rules;
    const volume = this.#sounds.volumes.get(shot) ?? null;
    const after = addedShot(shot, { frameRate: this.#rate, volume, movesCuts }, trackId);
    return { kind: 'new', id: clip.id, name: clip.name, before: null, after, differs: [] };
  }

  #changeOf(original: Shot, returned: Shot): RecutChange | null {
    const { clip } = original;
    const isTagged = this.#hasIds && clip.id === returned.clip.id;
    const { volumes } = this.#sounds;
    const volume = volumes.has(returned) ? (volumes.get(returned) ?? null) : returned.clip.volume;
    const shots: ReturnedShot = { original, returned, rules: this.#rules, frameRate: this.#rate, volume };
    const trackId = this.#tracks.get(returned.clip.trackId)?.id ?? returned.clip.trackId;
    const isOnDifferentTrack = trackId !== clip.trackId;
    const differs: RecutDifference[] = [
      ...(this.#hasReplacedMedium(clip, returned.clip) ? (['medium'] as const) : []),
      ...(isTagged ? differencesOfReturn(clip, returned.clip) : differencesOfForeign(shots)),
      ...(isOnDifferentTrack ? (['track'] as const) : []),
    ];
    const moves = movesOf(shots);
    const kind = kindOf(moves, differs);
    if (!kind) return null;
    const found = new Set(differs);
    const after = isTagged
      ? settledById(shots, found, trackId)
      : settledForeign(shots, moves, found, trackId);
    return { kind, id: clip.id, name: clip.name || returned.clip.name, before: clip, after, differs };
  }

  #hasReplacedMedium(original: TimelineClip, returned: TimelineClip): boolean {
    if (original.type === 'text' || returned.type === 'text' || returned.filename === '') return false;
    const [was, is] = [this.#media.originalKey(original), this.#media.ofReturned(returned)];
    return was !== '' && was !== is;
  }
}

/** The first that is said of a change; undefined where nothing is otherwise. */
function kindOf(
  moves: { start: boolean; length: boolean; trim: boolean },
  differs: readonly RecutDifference[],
): RecutKind | undefined {
  // Of another medium another part is shown anyway.
  if (moves.length || (moves.trim && !differs.includes('medium'))) return 'trimmed';
  if (differs.includes('track') || moves.start) return 'moved';
  return differs.length > 0 ? 'changed' : undefined;
}

/** Compares a timeline with what came back of it from another program. Pure. */
export const compareReturned = (
  before: TimelineDocument,
  after: TimelineDocument,
  format: CutFormatName,
): Returned => new Comparison(before, after, format).run();
