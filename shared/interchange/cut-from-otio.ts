import { asList, asRecord } from '../document/problems.ts';
import { speedOfEffects } from '../otio/clip-speed.ts';
import { exactRate, secondsOf } from '../otio/objects.ts';
import { CUT_LIMITS, type Cut, type CutClip, type CutMarker, type CutTrack, type Note } from './cut.ts';
import { EDL_METADATA } from './cut-to-otio.ts';

/** The text of our own export as a cut; what EDL and FCP 7 XML have no place for is noted. */

type Json = Record<string, unknown>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);
const schemaOf = (value: unknown): string => textOf(asRecord(value)['OTIO_SCHEMA']).replace(/\.\d+$/, '');

/** Reads the objects of one export. */
class CutReader {
  readonly #rate: number;
  readonly #note: Note;

  constructor(rate: number, note: Note) {
    this.#rate = rate;
    this.#note = note;
  }

  #frame(time: unknown): number | undefined {
    const seconds = secondsOf(time);
    return seconds === undefined ? undefined : Math.round(seconds * this.#rate);
  }

  track(item: Json, path: string): CutTrack {
    const track: CutTrack = {
      kind: item['kind'] === 'Audio' ? 'Audio' : 'Video',
      name: textOf(item['name']),
      enabled: item['enabled'] !== false,
      locked: asRecord(asRecord(item['metadata'])['patchbay'])['locked'] === true,
      clips: [],
      transitions: [],
    };
    this.#noteOfItem(item, path);
    let at = 0;
    for (const [index, child] of asList(item['children']).map(asRecord).entries()) {
      const childPath = `${path}.children.${index}`;
      if (schemaOf(child) === 'Transition') {
        const inOffset = this.#frame(child['in_offset']) ?? 0;
        const outOffset = this.#frame(child['out_offset']) ?? 0;
        track.transitions.push({
          editPoint: at,
          inOffset,
          outOffset,
          type: textOf(child['transition_type']),
        });
        continue;
      }
      const length = this.#lengthOf(child);
      if (schemaOf(child) === 'Clip') track.clips.push(this.#clip(child, at, length, childPath));
      else if (asList(child['markers']).length > 0) {
        this.#note('MARKER_DROPPED', 'Markers of a gap have no place.', childPath);
      }
      at += length;
    }
    return track;
  }

  #lengthOf(item: Json): number {
    const full = asRecord(asRecord(item['media_references'])[textOf(item['active_media_reference_key'])]);
    const range = asRecord(item['source_range'] ?? full['available_range']);
    return this.#frame(range['duration']) ?? 0;
  }

  #clip(item: Json, recordIn: number, duration: number, path: string): CutClip {
    const references = asRecord(item['media_references']);
    const reference = asRecord(references[textOf(item['active_media_reference_key'])]);
    const available = asRecord(reference['available_range']);
    const metadata = asRecord(item['metadata']);
    const patchbay = asRecord(metadata['patchbay']);
    const edl = asRecord(metadata[EDL_METADATA]);
    if (Object.keys(references).length > 1) {
      this.#note('REFERENCE_DROPPED', 'Other media of a clip were left out.', path);
    }
    this.#noteOfItem(item, path);
    const file = textOf(reference['target_url']);
    const name = textOf(item['name']) || textOf(reference['name']) || file;
    if (file === '' && patchbay['type'] !== 'text')
      this.#note('MEDIA_FILE_MISSING', `"${name}" has no file.`, path);
    const availableStart = this.#frame(available['start_time']) ?? 0;
    this.#noteEffects(patchbay, path);
    return {
      name,
      recordIn,
      duration,
      sourceIn: this.#frame(asRecord(item['source_range'])['start_time']) ?? availableStart,
      medium: { file, start: availableStart, length: this.#frame(available['duration']) ?? null },
      speed: this.#speedOf(item, path),
      ...declaredSpeedOf(edl),
      reel: textOf(edl['reel']),
      enabled: item['enabled'] !== false,
      opacity: numberOf(patchbay['opacity'], 1),
      volume: numberOf(patchbay['volume'], 1),
      markers: asList(item['markers']).map((marker) => this.marker(asRecord(marker))),
      comments: asList(edl['comments']).filter((line): line is string => typeof line === 'string'),
      path,
      ...(typeof patchbay['id'] === 'string' && { id: patchbay['id'] }),
      ...(patchbay['type'] === 'text' && { text: wordsOf(patchbay) ?? name }),
    };
  }

  marker(item: Json): CutMarker {
    const { start_time, duration } = asRecord(item['marked_range']);
    return {
      name: textOf(item['name']),
      comment: textOf(item['comment']),
      color: textOf(item['color']),
      at: this.#frame(start_time) ?? 0,
      length: this.#frame(duration) ?? 0,
    };
  }

  #speedOf(item: Json, path: string): number {
    for (const effect of asList(item['effects']).map(asRecord)) {
      const schema = schemaOf(effect);
      const isResolve = asRecord(effect['metadata'])['Resolve_OTIO'] !== undefined;
      if (schema !== 'LinearTimeWarp' && schema !== 'FreezeFrame' && !isResolve) {
        const name = textOf(effect['effect_name']) || schema;
        this.#note('EFFECT_DROPPED', `The effect "${name}" was left out.`, path);
      }
    }
    return speedOfEffects(item['effects']);
  }

  #noteEffects(patchbay: Json, path: string): void {
    const { rotation, scale, x, y } = asRecord(patchbay['transform']);
    const hasTransform =
      [rotation, x, y].some((value) => numberOf(value, 0) !== 0) || numberOf(scale, 1) !== 1;
    if (hasTransform)
      this.#note('LOOK_NOT_WRITTEN', 'Scale, rotation and position of a clip were left out.', path);
    if (hasPatchbayDataLeft(patchbay)) {
      this.#note('OWN_DATA_LEFT', 'Fades, key frames and links made in Patchbay were left out.', path);
    }
  }

  #noteOfItem(item: Json, path: string): void {
    const remaining = Object.keys(asRecord(item['metadata'])).filter(
      (key) => key !== 'patchbay' && key !== EDL_METADATA,
    );
    if (remaining.length > 0) {
      this.#note('METADATA_LEFT', `What ${remaining.slice(0, 8).join(', ')} says of it was left out.`, path);
    }
    const isTrack = schemaOf(item) === 'Track';
    if (isTrack && asList(item['markers']).length > 0) {
      this.#note('MARKER_DROPPED', 'Markers of a track have no place.', path);
    }
    if (isTrack && asList(item['effects']).length > 0) {
      this.#note('EFFECT_DROPPED', 'Effects of a track were left out.', path);
    }
  }
}

/** The words of a caption or title, where its name is not all of them. */
function wordsOf(patchbay: Json): string | undefined {
  const { text } = asRecord(asRecord(patchbay['ext'])['patchbay']);
  return typeof text === 'string' ? text : undefined;
}

/** Whether a clip has data of Patchbay's own beyond its words, and the fades that transitions beside it stand for. */
function hasPatchbayDataLeft(data: Json): boolean {
  const { patchbay, ...remaining } = asRecord(data['ext']);
  const { in: fadeIn, out: fadeOut } = asRecord(data['fades']);
  const raw = new Set([
    'version',
    ...(fadeIn === undefined ? [] : ['fadeIn', 'dissolve']),
    ...(fadeOut === undefined ? [] : ['fadeOut']),
    ...(data['type'] === 'text' ? ['text'] : []),
  ]);
  return Object.keys(remaining).length > 0 || Object.keys(asRecord(patchbay)).some((key) => !raw.has(key));
}

/** What a list said of the speed of a clip, as `cut-to-otio.ts` keeps it. */
function declaredSpeedOf(edl: Json): Pick<CutClip, 'declaredSpeed'> {
  const { framesPerSecond, speed } = asRecord(edl['speed']);
  const isDeclared = typeof framesPerSecond === 'number' && typeof speed === 'number';
  return isDeclared ? { declaredSpeed: { framesPerSecond, speed } } : {};
}

/**
 * The cut in an export of ours.
 * @param root as parsed from its text.
 * @throws Error when it has more clips than a cut may.
 */
export function cutOfOtio(root: unknown, note: Note): Cut {
  const timeline = asRecord(root);
  const patchbay = asRecord(asRecord(timeline['metadata'])['patchbay']);
  const { width, height } = asRecord(patchbay['projectResolution']);
  const rate = exactRate(numberOf(patchbay['frameRate'], 24));
  const reader = new CutReader(rate, note);
  const stack = asRecord(timeline['tracks']);
  const items = asList(stack['children']).map(asRecord);
  const tracks = items.flatMap((item, index) => {
    const path = `tracks.${index}`;
    const kind = textOf(item['kind']);
    if (schemaOf(item) === 'Track' && (kind === 'Video' || kind === 'Audio'))
      return [reader.track(item, path)];
    note('UNSUPPORTED_TRACK_KIND', `A track of the kind "${kind}" was left out.`, path);
    return [];
  });
  const remaining = Object.keys(asRecord(timeline['metadata'])).filter((key) => key !== 'patchbay');
  if (remaining.length > 0)
    note('METADATA_LEFT', `What ${remaining.slice(0, 8).join(', ')} says of it was left out.`, null);
  if (patchbay['ext'] !== undefined)
    note('OWN_DATA_LEFT', 'What Patchbay keeps of the timeline was left out.', null);
  if (tracks.reduce((sum, { clips }) => sum + clips.length, 0) > CUT_LIMITS.clips) {
    throw new Error('More clips than a cut may have.');
  }
  return {
    name: textOf(timeline['name']),
    rate,
    start: Math.round((secondsOf(timeline['global_start_time']) ?? 0) * rate),
    width: numberOf(width, 1920),
    height: numberOf(height, 1080),
    tracks,
    markers: asList(stack['markers']).map((marker) => reader.marker(asRecord(marker))),
  };
}
