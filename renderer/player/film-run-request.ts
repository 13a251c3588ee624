import type { EditableGraph } from '#shared/api/index.ts';
import { FILM_NODE_ID, type FileRecord } from '#shared/desk/index.ts';
import { frameCount } from '#shared/timeline/compose.ts';
import { words } from '#renderer/words/index.ts';
import { stripCaptions, type CaptionChoice } from './export-captions.ts';
import { exportSize, type ExportSelection, type ExportChoices } from './export-choices.ts';
import type { TimelineBody } from '#shared/timeline/document.ts';
import { mediumKey, mediumOf } from '#shared/timeline/ext.ts';

const t = words.player.filmRunRequest;

/** The node type that makes films. */
export const FILM_NODE = 'video/film';
/** As many files as the node has inputs for. */
export const MAX_MEDIA = 64;
/** As the node has them. */
const MAX_FRAMES = 500_000;
const MAX_PIXELS = 4096 * 2304;
const MAX_SECONDS = 86_400;

/** What a run makes a film of. */
export interface FilmRunOrder {
  timeline: TimelineBody;
  /** Files of the account, by id and by name. */
  library: ReadonlyMap<string, FileRecord>;
  /** What the film is called. */
  title: string;
  choices: ExportChoices;
  captions: CaptionChoice;
  /** What becomes of clips that cannot be read. */
  unreadable: ExportSelection['unreadable'];
}

/**
 * The graph of a run that makes a film. What only the page shows is left out, so that the same film is found in the cache.
 * @returns null where its media are more than one node takes.
 */
export function filmGraph({
  timeline,
  library,
  title,
  choices,
  captions,
  unreadable,
}: FilmRunOrder): EditableGraph | null {
  const files = filesOf(timeline, library);
  const pins = [...new Set(files.values())];
  if (pins.length > MAX_MEDIA) return null;
  const pinOf = (fileId: string): string => t.media(pins.indexOf(fileId) + 1);
  const size = exportSize(timeline.projectResolution, choices.scale);
  const document = {
    serviceType: 'timeline',
    version: 1,
    timeline: stripViewState(captions === 'burnt' ? timeline : stripCaptions(timeline)),
  };
  return {
    nodes: [
      {
        id: FILM_NODE_ID,
        type: FILM_NODE,
        title,
        inputs: {
          timeline: { type: 'json', value: document },
          media: { type: 'json', value: Object.fromEntries([...files].map(([key, id]) => [key, pinOf(id)])) },
          name: { type: 'string', value: title },
          format: { type: 'string', value: choices.format },
          quality: { type: 'string', value: choices.quality },
          width: { type: 'number', value: size.width },
          height: { type: 'number', value: size.height },
          framesPerSecond: { type: 'number', value: choices.frameRate },
          from: { type: 'number', value: choices.range.from },
          to: { type: 'number', value: choices.range.to },
          // A service of before knows no such input.
          ...(unreadable === 'show-words' && { unreadable: { type: 'string', value: unreadable } }),
          ...Object.fromEntries(pins.map((fileId) => [pinOf(fileId), { type: 'file', value: fileId }])),
        },
      },
    ],
    connections: [],
  };
}

/** How many files a film is made of. */
export const mediaCount = (timeline: TimelineBody, library: ReadonlyMap<string, FileRecord>): number =>
  new Set(filesOf(timeline, library).values()).size;

/** Why the node would not make such a film, as a sentence with the next step; null where it would. */
export function runRejection(
  { format, scale, frameRate, range }: ExportChoices,
  { projectResolution }: { projectResolution: { width: number; height: number } },
): string | null {
  const text = words.filmExport;
  const frames = frameCount(range.to - range.from, frameRate);
  if (frames > MAX_FRAMES) return text.tooManyFrames(frames, MAX_FRAMES);
  if (range.to > MAX_SECONDS) return text.tooLong;
  const { width, height } = exportSize(projectResolution, scale);
  const isOversized = format !== 'wav' && width * height > MAX_PIXELS;
  return isOversized ? text.tooManyPixels(`${width} × ${height}`) : null;
}

/** Ids of files, by the keys of their clips; clips whose file is gone have none. */
const filesOf = (
  { clips }: TimelineBody,
  library: ReadonlyMap<string, FileRecord>,
): ReadonlyMap<string, string> =>
  new Map(
    clips.flatMap((clip) => {
      const file = mediumOf(clip, library);
      return file ? [[mediumKey(clip), file.fileId] as const] : [];
    }),
  );

/** Without where the person stood and what was chosen. */
const stripViewState = (timeline: TimelineBody): TimelineBody => ({
  ...timeline,
  currentTime: 0,
  playheadPosition: 0,
  zoom: 1,
  selectedClipIds: [],
  selectedTrackId: null,
  ext: undefined,
});
