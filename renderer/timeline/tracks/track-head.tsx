import { Eye, EyeOff, Headphones, Lock, LockOpen, Plus, Volume2, VolumeX } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useStore } from 'zustand';
import { trackExt, type TrackKind } from '#shared/timeline/ext.ts';
import type { TrackChange } from '#shared/timeline/edits/index.ts';
import { commandMenu } from '#renderer/commands/index.ts';
import { ContextMenu, InlineNameField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditStore } from '../model/edit-store.ts';
import type { TrackRow } from '../model/layout.ts';
import type { TrackChanges } from '../model/track-changes.ts';
import { TrackHeight } from './track-height.tsx';
import css from './track-head.module.css';

const t = words.timelineTracks.trackHead;

/** The head of a track: its name, and what is on or off. */
export function TrackHead({
  row: { track, kind, height },
  selectedClips: selected,
  changes,
  store,
}: {
  row: TrackRow;
  selectedClips: boolean;
  changes: TrackChanges | null;
  store: EditStore;
}): ReactElement {
  const isEditingName = useStore(store, ({ editingTrackId }) => editingTrackId === track.id);
  const name = track.name || track.id;
  const select = () => store.setState({ trackId: track.id });
  const set = (change: TrackChange, words: string) => changes?.change(track.id, words, change);
  const head = (
    <div className={css['head']} data-chosen={selected && changes ? '' : undefined} onPointerDown={select}>
      {isEditingName && changes ? (
        <InlineNameField
          label={t.nameTrack}
          name={track.name}
          className={css['nameField']}
          onEnd={(next) => {
            store.setState({ editingTrackId: null });
            if (next !== null) set({ name: next }, t.renameTrack);
          }}
        />
      ) : (
        <span
          className={css['name']}
          dir="auto"
          title={name}
          onDoubleClick={() => store.setState({ editingTrackId: track.id })}
        >
          {name}
        </span>
      )}
      <Toggles row={{ track, kind }} changes={changes} name={name} />
      {changes ? <TrackHeight row={{ track, height }} changes={changes} /> : null}
    </div>
  );
  if (!changes) return head;
  return (
    <ContextMenu
      entries={() => commandMenu('timeline-track', { scope: 'timeline' })}
      onOpenChange={(open) => open && select()}
    >
      {head}
    </ContextMenu>
  );
}

/** What of a track is on or off. */
function Toggles({
  row: { track, kind },
  changes,
  name,
}: {
  row: Pick<TrackRow, 'track' | 'kind'>;
  changes: TrackChanges | null;
  name: string;
}): ReactElement {
  const { solo = false } = trackExt(track);
  const set = (change: TrackChange, words: string) => changes?.change(track.id, words, change);
  return (
    <span className={css['buttons']}>
      {kind === 'sound' ? null : (
        <HeadToggle
          label={t.hide(name)}
          pressed={track.mutedVideo}
          onPress={
            changes &&
            (() => set({ mutedVideo: !track.mutedVideo }, track.mutedVideo ? t.showTrack : t.hideTrack))
          }
        >
          {track.mutedVideo ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </HeadToggle>
      )}
      <HeadToggle
        label={t.mute(name)}
        pressed={track.mutedAudio}
        onPress={
          changes &&
          (() => set({ mutedAudio: !track.mutedAudio }, track.mutedAudio ? t.unmuteTrack : t.muteTrack))
        }
      >
        {track.mutedAudio ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
      </HeadToggle>
      <HeadToggle
        label={t.solo(name)}
        pressed={solo}
        onPress={changes && (() => changes.solo(track.id, !solo))}
      >
        <Headphones aria-hidden />
      </HeadToggle>
      <HeadToggle
        label={t.lock(name)}
        pressed={track.locked}
        onPress={
          changes && (() => set({ locked: !track.locked }, track.locked ? t.unlockTrack : t.lockTrack))
        }
      >
        {track.locked ? <Lock aria-hidden /> : <LockOpen aria-hidden />}
      </HeadToggle>
      {changes ? <AddTrack kind={kind} onAdd={changes.add} /> : null}
    </span>
  );
}

/** Adds a track of the same kind; in a head that nobody points at it is not seen. */
function AddTrack({
  kind,
  onAdd,
}: {
  kind: TrackRow['kind'];
  onAdd: (kind: TrackKind) => void;
}): ReactElement {
  const added = kind === 'empty' ? 'picture' : kind;
  const label = words.clips.addTrackOfKind[added];
  return (
    <button
      type="button"
      className={`${css['toggle']} ${css['add']}`}
      aria-label={label}
      title={label}
      onClick={() => onAdd(added)}
    >
      <Plus aria-hidden />
    </button>
  );
}

/** A small toggle; only shown where it is on and nothing can be changed. */
function HeadToggle({
  label,
  pressed,
  onPress,
  children,
}: {
  label: string;
  pressed: boolean;
  onPress: (() => void) | null;
  children: ReactNode;
}): ReactElement | null {
  if (!onPress) {
    return pressed ? (
      <span className={css['mark']} role="img" aria-label={label}>
        {children}
      </span>
    ) : null;
  }
  return (
    <button
      type="button"
      className={css['toggle']}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
