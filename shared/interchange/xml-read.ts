import { joinKey } from '../language/join-key.ts';
import { TimelineFileError } from '../otio/refused.ts';
import { WarningList } from '../otio/warnings.ts';
import {
  CUT_LIMITS,
  omitOverlap,
  type Cut,
  type CutClip,
  type CutMarker,
  type CutTrack,
  type Note,
  type ReadCut,
} from './cut.ts';
import { childOf, childrenOf, numberAt, readXml, textAt, type XmlElement } from './xml-elements.ts';
import { XmlMedia } from './xml-media.ts';
import { withNest, XmlNests } from './xml-nests.ts';
import { rateOf, XmlRates } from './xml-rates.ts';
import { XmlSequences } from './xml-sequences.ts';
import { XmlTransitions, type Neighbors, type ReadTransition } from './xml-transitions.ts';

/** FCP 7 XML (`xmeml`), as Premiere Pro, DaVinci Resolve and Final Cut Pro 7 write it. Times are frames of a `rate`. */

/** What a clip holds that is read, or says nothing of the cut. */
const CLIP_FIELDS = new Set(
  'name enabled duration rate start end in out file masterclipid link marker filter sourcetrack ismasterclip pproTicksIn pproTicksOut alphatype anamorphic pixelaspectratio fielddominance subframeoffset stillframe stillframeoffset mediadelay logginginfo colorinfo labels compositemode syncoffset uuid sequence'.split(
    ' ',
  ),
);

/**
 * Reads FCP 7 XML.
 * @param name of the timeline where the file has none.
 * @throws TimelineFileRefused for what is no such file, or holds no sequence.
 */
export function readFcpXml(text: string, name: string): ReadCut {
  const root = readXml(text.replace(/^\uFEFF/, ''));
  if (root.name === 'fcpxml') {
    throw new TimelineFileError(
      'This is the XML of Final Cut Pro X. Export OpenTimelineIO, or FCP 7 XML from another program, and import that.',
    );
  }
  if (root.name !== 'xmeml') throw new TimelineFileError('The XML holds no timeline of an editing program.');
  const sequences = new XmlSequences(root);
  const { main, ofProject } = sequences;
  if (!main) throw new TimelineFileError('The XML holds no sequence, so there is nothing to import.');
  const warnings = new WarningList();
  const note: Note = (code, message, path) => warnings.add(code, message, path);
  if (ofProject.length > 1)
    note(
      'MULTIPLE_TIMELINES',
      'The file holds several sequences; the first that is no part of another was read.',
      null,
    );
  const file: ReadFile = {
    media: new XmlMedia(root, rateOf),
    sequences,
    note,
    nests: new XmlNests(),
    clips: 0,
  };
  return { cut: new SequenceReader(file, main, '').read(name), warnings: warnings.all() };
}

/** What all sequences of a file are read with. */
interface ReadFile {
  media: XmlMedia;
  sequences: XmlSequences;
  note: Note;
  nests: XmlNests;
  clips: number;
}

/** Sequences within each other; real ones have three or four. */
const MAX_NESTING = 20;

class SequenceReader {
  readonly #file: ReadFile;
  readonly #sequence: XmlElement;
  readonly #rate: number;
  readonly #note: Note;
  /** Where it lies, for notes. */
  readonly #path: string;
  readonly #rates: XmlRates;
  /** The sequences that it lies in. */
  readonly #outer: readonly XmlElement[];

  constructor(
    file: ReadFile,
    sequence: XmlElement,
    path: string,
    outer: readonly XmlElement[] = [],
    rate = 24,
  ) {
    this.#file = file;
    this.#sequence = sequence;
    this.#rate = rateOf(childOf(sequence, 'rate')) ?? rate;
    this.#rates = new XmlRates(sequence, this.#rate);
    this.#note = file.note;
    this.#path = path;
    this.#outer = [...outer, sequence];
  }

  /** @param kinds the kinds of tracks that are wanted, and which of their channels. */
  read(
    name: string,
    kinds: readonly ('video' | 'audio')[] = ['video', 'audio'],
    channel: number | null = null,
  ): Cut {
    const sequence = this.#sequence;
    const timecode = childOf(sequence, 'timecode');
    const format = childOf(sequence, 'media', 'video', 'format', 'samplecharacteristics');
    const tracks = kinds.flatMap((kind) =>
      childrenOf(childOf(sequence, 'media', kind), 'track').flatMap((track, index) =>
        isOfChannel(track, channel) ? this.#track(track, kind, index + 1) : [],
      ),
    );
    return {
      name: textAt(sequence, 'name') || name,
      rate: this.#rate,
      start: Math.max(0, Math.round(numberAt(timecode, 'frame') ?? 0)),
      width: numberAt(format, 'width') ?? 1920,
      height: numberAt(format, 'height') ?? 1080,
      tracks,
      markers: childrenOf(sequence, 'marker').slice(0, CUT_LIMITS.perClip).map(markerOf),
    };
  }

  #track(element: XmlElement, kind: 'video' | 'audio', number: number): CutTrack[] {
    const name = `${kind === 'audio' ? 'A' : 'V'}${number}`;
    const path = `${this.#path}${name}`;
    const track: CutTrack = {
      kind: kind === 'audio' ? 'Audio' : 'Video',
      name,
      enabled: !isFalse(textAt(element, 'enabled')),
      locked: isTrue(textAt(element, 'locked')),
      clips: [],
      transitions: [],
    };
    const { items, transitions } = this.#itemsOf(element, path);
    for (const [index, { item, neighbors }] of items.entries()) {
      const clip = this.#clip(item, { kind, transitions, neighbors, path: `${path} clip ${index + 1}` });
      if (clip) track.clips.push(clip);
    }
    const cuts = new Set(track.clips.flatMap(({ recordIn, duration }) => [recordIn, recordIn + duration]));
    for (const { edges: _edges, ...transition } of transitions.all) {
      if (cuts.has(transition.editPoint)) track.transitions.push(transition);
      else this.#note('TRANSITION_LOST', 'A transition with no clip beside it was left out.', path);
    }
    for (const candidate of element.children) {
      if (!TRACK_FIELDS.has(candidate.name))
        this.#note('FIELD_NOT_KEPT', `${candidate.name} of a track is not known here.`, path);
    }
    return omitOverlap(track, this.#note);
  }

  /** The clips of a track, each with the transitions that stand beside it. */
  #itemsOf(element: XmlElement, path: string): { items: TrackItem[]; transitions: XmlTransitions } {
    const all: ReadTransition[] = [];
    const items: TrackItem[] = [];
    let before: ReadTransition | undefined;
    for (const item of element.children) {
      if (item.name === 'transitionitem') {
        before = this.#transition(item, path);
        if (!before) continue;
        all.push(before);
        const last = items.at(-1);
        if (last) last.neighbors.after ??= before;
      } else if (item.name === 'clipitem' || item.name === 'generatoritem') {
        items.push({ item, neighbors: { before, after: undefined } });
        before = undefined;
      }
    }
    return { items, transitions: new XmlTransitions(all) };
  }

  /** A transition lies over the ends of two clips, or one; `alignment` says where the cut is. */
  #transition(item: XmlElement, path: string): ReadTransition | undefined {
    const [start, end] = [numberAt(item, 'start'), numberAt(item, 'end')].map(
      (time) => time && Math.round(time),
    );
    if (start === undefined || end === undefined || end < start) {
      this.#note('TRANSITION_LOST', 'A transition without times was left out.', path);
      return undefined;
    }
    const alignment = textAt(item, 'alignment');
    const editPoint = alignment.startsWith('start')
      ? start
      : alignment.startsWith('end')
        ? end
        : Math.floor((start + end) / 2);
    const name = textAt(item, 'effect', 'name') || textAt(item, 'effect', 'effectid');
    const type =
      /cross ?dissolve|cross ?fade|dip/i.test(name) || name === '' ? 'SMPTE_Dissolve' : name.slice(0, 200);
    return {
      editPoint,
      inOffset: editPoint - start,
      outOffset: end - editPoint,
      type,
      edges: { start, end },
    };
  }

  #clip(
    item: XmlElement,
    {
      kind,
      transitions,
      neighbors,
      path,
    }: { kind: 'video' | 'audio'; transitions: XmlTransitions; neighbors: Neighbors; path: string },
  ): CutClip | undefined {
    this.#file.clips += 1;
    if (this.#file.clips > CUT_LIMITS.clips) {
      throw new TimelineFileError(`The XML has more than ${CUT_LIMITS.clips} clips. Import a part of it.`);
    }
    const { rate, isDifferent } = this.#rates.of(item);
    if (isDifferent)
      this.#note(
        'CLIP_RATE_IGNORED',
        'A clip counts in the rate of its sequence, not in the one that it writes.',
        path,
      );
    const inFrames = (frames: number) => Math.round((frames * this.#rate) / rate);
    const [start = -1, end = -1] = [numberAt(item, 'start'), numberAt(item, 'end')];
    const inOffset = numberAt(item, 'in') ?? 0;
    const out = numberAt(item, 'out') ?? inOffset;
    const location = transitions.positionOf({ start, end, length: inFrames(out - inOffset) }, neighbors);
    if (!location) {
      this.#note('INVALID_TIME', 'A clip whose place cannot be read was left out.', path);
      return undefined;
    }
    const speed = this.#speedOf(item, path);
    const reported = this.#file.media.of(item, this.#rate);
    // Its length is written in the same rate.
    const medium = isDifferent ? { ...reported, length: null } : reported;
    const nest = this.#nestOf(item, kind, path);
    const visibleFrom = inFrames(inOffset) + location.head;
    this.#noteOfClip(item, path);
    const text = wordsOf(item);
    if (item.name === 'generatoritem' && text === undefined)
      this.#note('GENERATOR_UNSUPPORTED', 'A generator became an empty clip.', path);
    const clip: CutClip = {
      name: textAt(item, 'name') || medium.file,
      recordIn: location.from,
      duration: location.to - location.from,
      // In and out are counted as the clip plays, the medium as it was recorded.
      sourceIn: medium.start + Math.round(visibleFrom * (speed === 0 ? 1 : Math.abs(speed))),
      medium,
      speed,
      reel: textAt(item, 'file', 'timecode', 'reel', 'name'),
      enabled: !isFalse(textAt(item, 'enabled')),
      opacity: this.#levelOf(item, 'opacity', 'opacity', 100, path),
      volume: this.#levelOf(item, 'audiolevels', 'level', 1, path),
      markers: childrenOf(item, 'marker')
        .slice(0, CUT_LIMITS.perClip)
        .map((marker) => {
          const { at, length, ...remaining } = markerOf(marker);
          return { ...remaining, at: medium.start + inFrames(at), length: inFrames(length) };
        }),
      comments: [],
      path,
      ...(text !== undefined && { text }),
    };
    return nest ? withNest(clip, nest) : clip;
  }

  /** The sequence within a clip, read as a cut of its own that counts in its own rate. */
  #nestOf(item: XmlElement, kind: 'video' | 'audio', path: string): Cut | undefined {
    const sequence = this.#file.sequences.sequenceOf(item);
    if (sequence === undefined) return undefined;
    if (sequence === null) {
      this.#note('NESTED_FLATTENED', 'A nested sequence that is not in the file became an empty clip.', path);
      return undefined;
    }
    if (this.#outer.includes(sequence) || this.#outer.length > MAX_NESTING) {
      this.#note('NESTED_FLATTENED', 'A sequence within itself became an empty clip.', path);
      return undefined;
    }
    // Each channel of the sound of a nest is a clip of its own beside the others.
    const channel = kind === 'audio' ? (numberAt(item, 'sourcetrack', 'trackindex') ?? 1) : null;
    return this.#file.nests.take(sequence, joinKey(kind, String(channel)), () =>
      new SequenceReader(this.#file, sequence, `${path} in `, this.#outer, this.#rate).read(
        textAt(item, 'name'),
        [kind],
        channel,
      ),
    );
  }

  /** The value of a parameter of one of the clip's own effects, as a factor. */
  #levelOf(item: XmlElement, effectId: string, parameterId: string, full: number, path: string): number {
    const parameter = parameterOf(item, effectId, parameterId);
    if (!parameter) return 1;
    const keyframe = childOf(parameter, 'keyframe');
    if (childrenOf(parameter, 'keyframe').length > 1) {
      this.#note('EFFECT_IGNORED', 'A value that changes over a clip was taken as it is at first.', path);
    }
    const value = numberAt(keyframe, 'value') ?? numberAt(parameter, 'value') ?? full;
    return Math.min(full === 100 ? 1 : 100, Math.max(0, value / full));
  }

  #speedOf(item: XmlElement, path: string): number {
    const speed = numberAt(parameterOf(item, 'timeremap', 'speed'), 'value');
    const isVariable = /^(?:true|1)$/i.test(textAt(parameterOf(item, 'timeremap', 'variablespeed'), 'value'));
    if (isVariable) this.#note('EFFECT_IGNORED', 'A speed that changes over a clip became one speed.', path);
    if (speed === undefined) return 1;
    const isReverse = isTrue(textAt(parameterOf(item, 'timeremap', 'reverse'), 'value'));
    return (isReverse ? -Math.abs(speed) : speed) / 100 || 0;
  }

  #noteOfClip(item: XmlElement, path: string): void {
    const remaining = new Set(item.children.map(({ name }) => name).filter((name) => !CLIP_FIELDS.has(name)));
    if (remaining.size > 0) {
      this.#note(
        'FIELD_NOT_KEPT',
        `${[...remaining].slice(0, 8).join(', ')} of a clip: not known here.`,
        path,
      );
    }
    for (const filter of childrenOf(item, 'filter')) {
      const id = textAt(filter, 'effect', 'effectid').toLowerCase();
      if (['opacity', 'timeremap', 'audiolevels'].includes(id)) continue;
      const name = textAt(filter, 'effect', 'name') || id;
      this.#note('EFFECT_DROPPED', `The effect "${name.slice(0, 100)}" was left out.`, path);
    }
    if (childrenOf(item, 'link').length > 1) {
      this.#note('LINKS_LEFT_OUT', 'Links between pictures and sounds were left out.', path);
    }
  }
}

interface TrackItem {
  item: XmlElement;
  neighbors: Neighbors;
}

/** What a text generator shows. @returns undefined for any other clip. */
function wordsOf(item: XmlElement): string | undefined {
  if (item.name !== 'generatoritem' || !/^(?:outline )?text$/i.test(textAt(item, 'effect', 'effectid')))
    return undefined;
  const parameter = childrenOf(childOf(item, 'effect'), 'parameter').find(
    (entry) => textAt(entry, 'parameterid').toLowerCase() === 'str',
  );
  return textAt(parameter, 'value').replace(/\r\n?/g, '\n');
}

const TRACK_FIELDS = new Set([
  'clipitem',
  'generatoritem',
  'transitionitem',
  'enabled',
  'locked',
  'outputchannelindex',
]);
/** Tracks that say no channel are of the first. */
const isOfChannel = (track: XmlElement, channel: number | null): boolean =>
  channel === null || (numberAt(track, 'outputchannelindex') ?? 1) === channel;
const isTrue = (text: string): boolean => /^true$/i.test(text);
const isFalse = (text: string): boolean => /^false$/i.test(text);

const parameterOf = (item: XmlElement, effectId: string, parameterId: string): XmlElement | undefined =>
  childrenOf(item, 'filter')
    .map((filter) => childOf(filter, 'effect'))
    .filter((effect) => textAt(effect, 'effectid').toLowerCase() === effectId)
    .flatMap((effect) => childrenOf(effect, 'parameter'))
    .find((parameter) => textAt(parameter, 'parameterid').toLowerCase() === parameterId);

function markerOf(element: XmlElement): CutMarker {
  const [from = 0, to = -1] = [numberAt(element, 'in'), numberAt(element, 'out')];
  return {
    name: textAt(element, 'name').slice(0, 1000),
    comment: textAt(element, 'comment').slice(0, 10_000),
    color: '',
    at: Math.max(0, Math.round(from)),
    length: to > from ? Math.round(to - from) : 0,
  };
}
