import type { TimelineDocument } from '#shared/timeline/document.ts';
import {
  changeTrack,
  closeGaps,
  closeGapsInStep,
  moveTrack,
  removeTrack,
  soloTrack,
  type TimelineEdit,
} from '#shared/timeline/edits/index.ts';
import { trackExt, type TrackKind } from '#shared/timeline/ext.ts';
import { sayBriefly } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditStore } from '../model/edit-store.ts';
import { layoutTracks } from '../model/layout.ts';
import { addTrackOfKind } from '../model/track-changes.ts';
import { changed, changeInStep } from '../gestures/step-notices.ts';

const t = words.timelineTracks.trackCommands;

/** The commands of the chosen track. */
export function trackCommands({
  document,
  store,
  change,
}: {
  document: TimelineDocument;
  store: EditStore;
  change: ((name: string, edit: TimelineEdit) => void) | null;
}) {
  const { tracks } = document.timeline;
  const id = (): string => store.getState().trackId ?? '';
  const track = () => tracks.find((candidate) => candidate.id === id());
  const add = (kind: TrackKind) => () => {
    const trackId = `track-${crypto.randomUUID()}`;
    change?.(words.clips.stepAddTrack[kind], addTrackOfKind(trackId, kind));
    store.setState({ trackId });
  };
  const moveBy = (rowsDown: number, name: string) => () => {
    const rows = layoutTracks(document);
    const at = rows.findIndex((row) => row.track.id === id());
    const [row, target] = [rows[at], rows[at + rowsDown]];
    // Sounds stay below pictures.
    if (!row || !target || (row.kind === 'sound') !== (target.kind === 'sound')) {
      sayBriefly(rowsDown < 0 ? words.clips.noTrackAbove : words.clips.noTrackBelow);
      return;
    }
    change?.(name, moveTrack(id(), tracks.indexOf(target.track)));
  };
  return {
    'timeline.add-picture-track': add('picture'),
    'timeline.add-sound-track': add('sound'),
    'timeline.rename-track': () => store.setState({ editingTrackId: id() }),
    'timeline.close-gaps': () => {
      const name = t.closeGaps;
      const isClosed = store.getState().keepsStep
        ? changeInStep({ store, change }, name, closeGapsInStep([id()]))
        : changed(change, name, closeGaps([id()])) !== null;
      if (!isClosed) sayBriefly(words.clips.noGaps);
    },
    'timeline.mute': () => {
      const muted = track()?.mutedAudio ?? false;
      change?.(muted ? t.unmuteTrack : t.muteTrack, changeTrack(id(), { mutedAudio: !muted }));
    },
    'timeline.solo': () => {
      const current = track();
      if (current) change?.(t.soloTrack, soloTrack(id(), !trackExt(current).solo));
    },
    'timeline.hide-track': () => {
      const hidden = track()?.mutedVideo ?? false;
      change?.(hidden ? t.showTrack : t.hideTrack, changeTrack(id(), { mutedVideo: !hidden }));
    },
    'timeline.lock': () => {
      const locked = track()?.locked ?? false;
      change?.(locked ? t.unlockTrack : t.lockTrack, changeTrack(id(), { locked: !locked }));
    },
    'timeline.track-up': moveBy(-1, t.moveTrackUp),
    'timeline.track-down': moveBy(1, t.moveTrackDown),
    'timeline.delete-track': () => {
      change?.(t.deleteTrack, removeTrack(id()));
      store.setState({ trackId: null, selected: new Set() });
    },
  };
}
