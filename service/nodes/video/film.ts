import { abilitiesOf, MIN_VERSION, pictureArguments, soundArguments } from '#native/film/encoders.ts';
import { EncodingFailed, writeFilm, type FilmPlan } from '#native/film/write-film.ts';
import { UnreadableClip, type Film, type Medium } from '#shared/film/film.ts';
import { frameCount } from '#shared/timeline/compose.ts';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { mediumKey } from '#shared/timeline/ext.ts';
import { timelineEnd, validateTimeline } from '#shared/timeline/timeline.ts';
import {
  isFileValue,
  NodeFailure,
  type FileValue,
  type JsonValue,
  type NodeExecution,
} from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { diskFull } from '../disk-full.ts';
import { requireFfmpeg } from '../media/ffmpeg.ts';
import { choice, file, invalid, json, number, optional, text, type InputPin } from '../pins.ts';

const MEDIA = 64;
const MAX_FRAMES = 500_000;
const MAX_PIXELS = 4096 * 2304;
const HOURS = 6;
const SIDE = { min: 2, max: 4096, step: 1 };
const SECONDS = { min: 0, max: 86_400 };
const TYPES = { mp4: 'video/mp4', webm: 'video/webm', wav: 'audio/wav' } as const;

/** Words where a medium is missing, as the pages have them. */
const MISSING = {
  nothingToShow: 'The file of this clip is missing.',
  nothingToShowNamed: (name: string) => `The file “${name}” is missing.`,
  notInProject: (name: string) => `“${name}” is not among the files of this project.`,
};

/** The files of clips, under names that the media map knows. */
const mediaPins = (): Record<string, InputPin<FileValue | undefined>> =>
  Object.fromEntries(
    Array.from({ length: MEDIA }, (_, index) => [
      `media${index + 1}`,
      { ...optional(file(`Medium ${index + 1}`)), exposed: index < 4 },
    ]),
  );

export const videoFilm = defineNode({
  type: 'video/film',
  version: 2,
  title: 'Film of timeline',
  description:
    'Draws and mixes a timeline as the monitor shows it and writes it as MP4, WebM, or its sound alone as WAV; its sound is stereo of 48 kHz. Needs ffmpeg.',
  icon: 'clapperboard',
  runsPrograms: true,
  timeLimitMs: HOURS * 3_600_000,
  tags: ['export', 'render', 'timeline', 'movie', 'cut', 'edit'],
  inputs: {
    timeline: json('Timeline', { default: {} }),
    media: json('Inputs of clips', { default: {}, exposed: false }),
    name: text('Name', { default: 'film', maxLength: 200, exposed: false }),
    format: choice('Format', ['mp4', 'webm', 'wav'], { default: 'mp4' }),
    quality: choice('Quality', ['medium', 'high', 'very-high'], { default: 'high' }),
    width: number('Width (0: as the timeline)', { ...SIDE, min: 0, default: 0, exposed: false }),
    height: number('Height (0: as the timeline)', { ...SIDE, min: 0, default: 0, exposed: false }),
    framesPerSecond: number('Frames a second (0: as the timeline)', {
      min: 0,
      max: 240,
      default: 0,
      exposed: false,
    }),
    from: number('From second', { ...SECONDS, default: 0, exposed: false }),
    unreadable: choice('Clips that cannot be read', ['stop', 'show-words'], {
      default: 'stop',
      exposed: false,
    }),
    to: number('To second (0: the end)', { ...SECONDS, default: 0, exposed: false }),
    ...mediaPins(),
  },
  outputs: { film: { label: 'Film', type: 'file' } },
  async run({ timeline, media, name, ...settings }, execution) {
    const document = readTimeline(timeline);
    const plan = planOf(document, settings);
    const program = await requireFfmpeg();
    const encoding = await encodingOf(program, plan, execution.signal);
    const film: Film = { timeline: document.timeline, media: mediaOf(document, media, settings, execution) };
    const path = await write(
      film,
      plan,
      { program, isStrict: settings.unreadable === 'stop', ...encoding },
      execution,
    );
    const filename = `${name.trim() || 'film'}.${plan.container}`;
    return { film: await execution.storeFile(path, filename, TYPES[plan.container]) };
  },
});

function readTimeline(input: JsonValue): TimelineDocument {
  if (typeof input === 'object' && input !== null && Object.keys(input).length === 0) {
    throw invalid('There is no timeline. Plug one in, or export the film from the timeline.');
  }
  const checked = validateTimeline(input);
  if (checked.ok) return checked.document;
  const [first] = checked.problems;
  throw invalid(`Timeline is no timeline document: ${first?.path ?? ''} ${first?.message ?? ''}`.trim());
}

interface Settings {
  format: keyof typeof TYPES;
  quality: FilmPlan['quality'];
  width: number;
  height: number;
  framesPerSecond: number;
  from: number;
  to: number;
}

/** Encoders want even sides. */
const even = (pixels: number): number => Math.max(2, 2 * Math.round(pixels / 2));

function planOf({ timeline }: TimelineDocument, settings: Settings): FilmPlan {
  const { projectResolution, clips } = timeline;
  const plan = {
    container: settings.format,
    quality: settings.quality,
    width: even(settings.width || projectResolution.width),
    height: even(settings.height || projectResolution.height),
    frameRate: settings.framesPerSecond || timeline.frameRate,
    from: settings.from,
    to: settings.to || timelineEnd(clips),
  };
  if (!(plan.to > plan.from)) {
    throw invalid(
      clips.length === 0
        ? 'There are no clips on this timeline. Add one.'
        : 'The film ends before it begins. Choose a later end.',
    );
  }
  if (plan.width * plan.height > MAX_PIXELS) {
    throw invalid(`A film of ${plan.width} × ${plan.height} is too large. Make it at most 4096 × 2304.`);
  }
  const frames = frameCount(plan.to - plan.from, plan.frameRate);
  if (frames > MAX_FRAMES) {
    throw invalid(
      `The film has ${frames.toLocaleString('en')} frames; at most ${MAX_FRAMES.toLocaleString('en')} are made at a time. Export it in parts.`,
    );
  }
  return plan;
}

async function encodingOf(
  program: string,
  plan: FilmPlan,
  signal: AbortSignal,
): Promise<{ picture: string[]; sound: string[] }> {
  const abilities = await abilitiesOf(program, signal);
  const { version } = abilities;
  if (
    version &&
    (version[0] < MIN_VERSION[0] || (version[0] === MIN_VERSION[0] && version[1] < MIN_VERSION[1]))
  ) {
    throw new NodeFailure(
      'FFMPEG_OLD',
      `Films need ffmpeg ${MIN_VERSION.join('.')} or later; here is ${version.join('.')}. Install a later one, then run again.`,
    );
  }
  const picture = plan.container === 'wav' ? [] : pictureArguments(plan.container, abilities, plan);
  const sound = soundArguments(plan.container, abilities);
  if (picture && sound) return { picture, sound };
  const message =
    plan.container === 'mp4'
      ? 'The ffmpeg on this computer cannot encode MP4. Choose WebM, or install a full build of ffmpeg.'
      : 'The ffmpeg on this computer cannot encode WebM. Choose MP4, or install a full build of ffmpeg.';
  throw new NodeFailure('ENCODER_MISSING', message);
}

/** Where the media of clips are: by the inputs that are named for them, else by the names of files. */
function mediaOf(
  { timeline }: TimelineDocument,
  named: JsonValue,
  inputs: Readonly<Record<string, unknown>>,
  execution: NodeExecution,
): ReadonlyMap<string, Medium> {
  const byPin = new Map<string, FileValue>();
  for (let index = 1; index <= MEDIA; index += 1) {
    const value = inputs[`media${index}`];
    if (isFileValue(value)) byPin.set(`media${index}`, value);
  }
  const byName = new Map([...byPin.values()].map((value) => [value.filename, value]));
  const pins = typeof named === 'object' && named !== null && !Array.isArray(named) ? named : {};
  const media = new Map<string, Medium>();
  for (const clip of timeline.clips) {
    const key = mediumKey(clip);
    const pin = Object.hasOwn(pins, key) ? pins[key] : undefined;
    const found = (typeof pin === 'string' ? byPin.get(pin) : undefined) ?? byName.get(clip.filename);
    if (found) media.set(key, { url: execution.pathOf(found) });
  }
  return media;
}

async function write(
  film: Film,
  plan: FilmPlan,
  encoding: { program: string; isStrict: boolean; picture: string[]; sound: string[] },
  execution: NodeExecution,
): Promise<string> {
  let lastPercent = -1;
  try {
    return await writeFilm(film, plan, {
      ...encoding,
      folder: await execution.scratch(),
      words: MISSING,
      signal: execution.signal,
      onProgress: (fraction, message) => {
        const step = Math.floor(fraction * 400);
        if (step === lastPercent) return;
        lastPercent = step;
        execution.progress(fraction, message);
      },
    });
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): unknown {
  const text = error instanceof Error ? error.message : '';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device|Disk quota exceeded/i.test(text)) {
    const full = diskFull('Film of timeline');
    return new NodeFailure(full.code, full.message);
  }
  if (error instanceof UnreadableClip) {
    return new NodeFailure(
      'MEDIA_UNREADABLE',
      `${text} Choose another file for its clip, take the clip away, or have words stand in its place.`,
    );
  }
  if (!(error instanceof EncodingFailed)) return error;
  return new NodeFailure(
    'FILM_FAILED',
    'ffmpeg could not write the film. Choose another format or a smaller size.',
  );
}
