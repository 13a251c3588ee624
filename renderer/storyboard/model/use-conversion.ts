import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpoints } from '#shared/api/index.ts';
import { soundsOfBoard, omitSounds } from '#shared/storyboard/board-sounds.ts';
import { clipsOfBoard } from '#shared/storyboard/board-clips.ts';
import { timelineFromBoard, type BoardUpdate } from '#shared/storyboard/board-timeline.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { resolutionOf } from '#shared/storyboard/to-timeline.ts';
import { validateTimeline, type TimelineDocument } from '#shared/timeline/index.ts';
import { apiFor } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import { leftBehind, type LeftBehind } from './left-behind.ts';

export const RATES = [24, 25, 30, 50, 60] as const;
export const LINES = [
  { lines: 720, label: 'HD (720)' },
  { lines: 1080, label: 'Full HD (1080)' },
  { lines: 2160, label: '4K (2160)' },
] as const;

export interface TimelineChoices {
  name: string;
  frameRate: number;
  /** Pixels of the shorter side. */
  lines: number;
  /** Seconds. */
  defaultDuration: number;
}

/** What of an update is wanted; the service need not be asked again. */
export interface UpdateSelection {
  moveAlong: boolean;
  left: ReadonlySet<string>;
}

export interface ConversionView {
  /** Null while the service is asked, and where it cannot be done. */
  update: BoardUpdate | null;
  /** What does not come along, by shot. */
  left: readonly LeftBehind[];
  error: unknown;
  retry: () => void;
}

/** Asks the service for the timeline of a board, and works out what that means for the one that is there. */
export function useConversion({
  connectionId,
  board,
  find,
  current,
  choices,
  selection,
}: {
  connectionId: string;
  board: StoryboardDocument;
  find: FindLibraryFile;
  current: TimelineDocument;
  choices: TimelineChoices;
  selection: UpdateSelection;
}): ConversionView {
  const { defaultFrameDuration, aspectRatio } = board.settings;
  const defaultDuration = choices.defaultDuration === defaultFrameDuration ? null : choices.defaultDuration;
  // A sound is no picture of its shot; it comes to lie below it.
  const sourceBoard = useMemo(() => omitSounds(board, find), [board, find]);
  const { data, error, refetch } = useQuery({
    queryKey: [connectionId, 'storyboard', 'to-timeline', sourceBoard, choices],
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const { document, warnings } = await apiFor(connectionId)(endpoints.storyboards.toTimeline, {
        signal,
        body: {
          document: sourceBoard,
          frameRate: choices.frameRate,
          defaultDuration,
          name: choices.name.trim() || null,
          projectResolution: resolutionOf(aspectRatio, choices.lines),
        },
      });
      const checked = validateTimeline(document);
      if (!checked.ok) throw new Error('The service answered with a timeline that is not sound.');
      return { converted: checked.document, warnings };
    },
  });
  const result = useMemo(() => {
    if (!data) return null;
    const clips = clipsOfBoard(board, data.converted, find, defaultDuration);
    return { clips, sounds: soundsOfBoard(board, clips, find) };
  }, [data, board, find, defaultDuration]);
  const update = useMemo(() => {
    if (!data || !result) return null;
    const { clips, sounds } = result;
    return timelineFromBoard(current, clips, data.converted, defaultDuration, { ...selection, sounds });
  }, [data, result, current, defaultDuration, selection]);
  const damaged =
    data && !update ? new Error('What the timeline remembers of the storyboard cannot be read.') : null;
  const left = useMemo(() => {
    const { soundsStay } = words.boardUpdate;
    const ofSounds = result && !result.sounds ? [{ key: soundsStay, name: '', text: soundsStay }] : [];
    return [...leftBehind(sourceBoard, data?.warnings ?? [], find), ...ofSounds];
  }, [sourceBoard, data, result, find]);
  return { update, left, error: error ?? damaged, retry: () => void refetch() };
}
