import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { FileRecord } from '#shared/desk/index.ts';
import type { CommandContext } from '#shared/commands/index.ts';
import type { TimelineClip, TimelineDocument, TimelineTrack } from '#shared/timeline/document.ts';
import {
  editableClips,
  dissolvesOfChoice,
  endOf,
  hasAttachedSound,
  type TimelineEdit,
} from '#shared/timeline/edits/index.ts';
import { clipExt, mediumOf, timelineExt, trackExt } from '#shared/timeline/ext.ts';
import type { MissingMedium } from '#shared/timeline/relink.ts';
import { speedOf } from '#shared/timeline/speed.ts';
import { useCommandContext } from '#renderer/commands/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { captionTrackOf } from './caption-commands.ts';
import type { EditState, EditStore } from '../model/edit-store.ts';
import { selectedGap } from '../clips/gap-mark.tsx';
import type { TimelineScale } from '../model/use-timeline-scale.ts';

/** What of an open timeline decides which of its commands can be used. */
export interface TimelineContextOptions {
  document: TimelineDocument;
  store: EditStore;
  playhead: Playhead;
  lanes: TimelineScale;
  /** Null: it is only looked at. */
  change: ((name: string, edit: TimelineEdit, gesture?: string) => void) | null;
  /** Files of the library, by id and by name. */
  library: ReadonlyMap<string, FileRecord>;
  /** Media that are not here. */
  missing: readonly MissingMedium[];
  /** Leads to a shot of the storyboard; undefined where there is none to lead to. */
  onShowShot?: ((shotId: string) => void) | undefined;
}

/** The clip that commands are about: of those that are selected. */
function currentClip(
  { timeline }: TimelineDocument,
  selected: ReadonlySet<string>,
  currentId: string | null,
): TimelineClip | undefined {
  const clips = timeline.clips.filter(({ id }) => selected.has(id));
  return clips.find(({ id }) => id === currentId) ?? clips[0];
}

/** The shot of the clip that commands are about, as a timeline calls it. */
export function shotIdOf(...of: Parameters<typeof currentClip>): string | undefined {
  const clip = currentClip(...of);
  return clip && clipExt(clip).shotId;
}

/** Whether a marker is what commands are about. */
export const isMarkerSelected = (
  document: TimelineDocument,
  { markerId }: Pick<EditState, 'markerId'>,
): boolean => timelineExt(document).markers?.some(({ id }) => id === markerId) ?? false;

/** Something about where the playhead is; wakes when that becomes something else. */
const useAtPlayhead = <Value extends string | boolean>(
  playhead: Playhead,
  at: (time: number) => Value,
): Value =>
  useSyncExternalStore(
    playhead.subscribe,
    useCallback(() => at(playhead.getState().time), [playhead, at]),
  );

/** What of the clips that may be changed lies under the playhead. */
function useUnderPlayhead(
  document: TimelineDocument,
  selected: ReadonlySet<string>,
  playhead: Playhead,
): Pick<CommandContext['timeline'], 'underPlayhead' | 'canFreeze'> {
  const { all, selectedClips } = useMemo(() => {
    const ids = document.timeline.clips.map(({ id }) => id);
    const open = editableClips(document, ids);
    return { all: open, selectedClips: open.filter(({ id }) => selected.has(id)) };
  }, [document, selected]);
  const underPlayhead = useAtPlayhead(
    playhead,
    useCallback(
      (time) => {
        const isInside = (clip: TimelineClip): boolean => clip.startTime < time && endOf(clip) > time;
        return selectedClips.some(isInside) ? 'selected' : all.some(isInside) ? 'clip' : 'none';
      },
      [all, selectedClips],
    ),
  );
  const canFreeze = useAtPlayhead(
    playhead,
    useCallback(
      (time) =>
        selectedClips.some(
          (clip) =>
            clip.type === 'video' && speedOf(clip) !== 0 && clip.startTime <= time && endOf(clip) > time,
        ),
      [selectedClips],
    ),
  );
  return { underPlayhead, canFreeze };
}

/** What one of the selected clips is. */
function useOfSelected(
  clips: readonly TimelineClip[],
  selected: ReadonlySet<string>,
  missing: readonly MissingMedium[],
): Pick<CommandContext['timeline'], 'linked' | 'words' | 'sounding' | 'clipMissing'> {
  return useMemo(() => {
    const selectedClips = clips.filter(({ id }) => selected.has(id));
    return {
      linked: selectedClips.some((clip) => clipExt(clip).linkId !== undefined),
      words: selectedClips.some(({ type }) => type === 'text'),
      sounding: selectedClips.some(hasAttachedSound),
      clipMissing: missing.some(({ clipIds }) => clipIds.some((id) => selected.has(id))),
    };
  }, [clips, selected, missing]);
}

/** What is known of the clip that commands are about. */
function useOfCurrent(
  { document, library, onShowShot }: Pick<TimelineContextOptions, 'document' | 'library' | 'onShowShot'>,
  selected: ReadonlySet<string>,
  currentId: string | null,
): Pick<CommandContext['timeline'], 'shot' | 'hasOrigin'> {
  return useMemo(() => {
    const clip = currentClip(document, selected, currentId);
    if (!clip) return { shot: false, hasOrigin: false };
    return {
      shot: onShowShot !== undefined && clipExt(clip).shotId !== undefined,
      hasOrigin: mediumOf(clip, library)?.origin === 'run',
    };
  }, [document, library, onShowShot, selected, currentId]);
}

/** What can be done about dissolves of the selected clips. */
function useDissolve(
  document: TimelineDocument,
  selected: ReadonlySet<string>,
): Pick<CommandContext['timeline'], 'dissolve' | 'longestDissolve' | 'crossFades'> {
  return useMemo(() => {
    const selectedClips = document.timeline.clips.filter(({ id }) => selected.has(id));
    const { state, longest } = dissolvesOfChoice(document, selected);
    return {
      dissolve: state,
      longestDissolve: longest,
      crossFades: selectedClips.length > 0 && selectedClips.every(({ type }) => type === 'audio'),
    };
  }, [document, selected]);
}

const stateOf = (track: TimelineTrack): CommandContext['timeline']['track'] => ({
  muted: track.mutedAudio,
  solo: trackExt(track).solo ?? false,
  hidden: track.mutedVideo,
  locked: track.locked,
});

/** What of the state of a timeline decides which commands can be used. */
export function useTimelineContext({
  document,
  store,
  playhead,
  lanes,
  change,
  library,
  missing,
  onShowShot,
}: TimelineContextOptions): void {
  const selected = useStore(store, (state) => state.selected);
  const currentId = useStore(store, (state) => state.fromId);
  const trackId = useStore(store, (state) => state.trackId);
  const tool = useStore(store, (state) => state.tool);
  const snapping = useStore(store, (state) => state.snapping);
  const keepsStep = useStore(store, (state) => state.keepsStep);
  const source = useStore(store, (state) => state.source !== null);
  const { clips, tracks } = document.timeline;
  const { shot, hasOrigin } = useOfCurrent({ document, library, onShowShot }, selected, currentId);
  const isMissing = missing.length > 0;
  const captions = captionTrackOf(document, trackId) !== null;
  const gap = useStore(store, (state) => state.gap);
  const marker = isMarkerSelected(document, { markerId: useStore(store, (state) => state.markerId) });
  const hasGap = selectedGap(document, { gap, selected }) !== null;
  const { linked, words, clipMissing, sounding } = useOfSelected(clips, selected, missing);
  const { dissolve, longestDissolve, crossFades } = useDissolve(document, selected);
  const { underPlayhead, canFreeze } = useUnderPlayhead(document, selected, playhead);
  const track = tracks.find(({ id }) => id === trackId);
  const timeline = useMemo(
    () => ({
      editable: change !== null,
      tool,
      snapping,
      keepsStep,
      clips: selected.size,
      source,
      underPlayhead,
      canFreeze,
      linked,
      words,
      captions,
      gap: hasGap,
      marker,
      sounding,
      dissolve,
      longestDissolve,
      crossFades,
      shot,
      hasOrigin,
      missing: isMissing,
      clipMissing,
      track: track ? stateOf(track) : null,
    }),
    [
      change,
      tool,
      snapping,
      keepsStep,
      selected,
      source,
      underPlayhead,
      canFreeze,
      linked,
      words,
      captions,
      hasGap,
      marker,
      sounding,
      dissolve,
      longestDissolve,
      crossFades,
      shot,
      hasOrigin,
      isMissing,
      clipMissing,
      track,
    ],
  );
  useCommandContext({ canZoomIn: lanes.canZoomIn, canZoomOut: lanes.canZoomOut, timeline });
}
