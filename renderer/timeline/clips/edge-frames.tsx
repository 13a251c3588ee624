import { useEffect, useRef, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { FileRecord } from '#shared/desk/index.ts';
import { mediumOf } from '#shared/timeline/ext.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { DraggedEdge, EditStore } from '../model/edit-store.ts';
import { formatTimecode } from '../model/timecode.ts';
import css from './edge-frames.module.css';

const none: readonly DraggedEdge[] = [];

/** The frames at the edges that are being trimmed, over the monitor; both sides of a cut beside each other. */
export function EdgeFrames({
  store,
  connectionId,
  library,
  frameRate,
}: {
  store: EditStore;
  connectionId: string;
  library: ReadonlyMap<string, FileRecord>;
  frameRate: number;
}): ReactElement | null {
  const edges = useStore(store, ({ preview }) => preview?.edges ?? none);
  const visible = edges.flatMap((edge) => {
    const file = mediumOf(edge.clip, library);
    return file ? [{ ...edge, file }] : [];
  });
  if (visible.length === 0) return null;
  return (
    <div className={css['frames']}>
      {visible.map((edge) => (
        <EdgeFrame key={`${edge.clip.id} ${edge.edge}`} {...edge} {...{ connectionId, frameRate }} />
      ))}
    </div>
  );
}

function EdgeFrame({
  edge,
  time,
  mediumTime,
  file,
  connectionId,
  frameRate,
}: DraggedEdge & { file: FileRecord; connectionId: string; frameRate: number }): ReactElement {
  const isVideo = file.contentType.startsWith('video/');
  const media = useMediaUrl(
    connectionId,
    { kind: 'file', fileId: file.fileId },
    isVideo ? 'original' : 'preview',
  );
  const at = formatTimecode(time, frameRate);
  return (
    <figure className={css['frame']}>
      {media === null ? null : isVideo ? (
        <VideoFrame url={media.url} time={mediumTime + 0.25 / frameRate} />
      ) : (
        <img src={media.url} alt="" draggable={false} />
      )}
      <figcaption>{edge === 'start' ? words.clips.firstFrame(at) : words.clips.lastFrame(at)}</figcaption>
    </figure>
  );
}

/** One frame of a video; while it is looked for, the one before stays. */
function VideoFrame({ url, time }: { url: string; time: number }): ReactElement {
  const video = useRef<HTMLVideoElement>(null);
  const target = useRef(time);
  useEffect(() => {
    target.current = time;
    // A seek that is under way ends first, so that a fast drag shows frames on its way.
    if (video.current && !video.current.seeking) video.current.currentTime = time;
  }, [time]);
  return (
    <video
      ref={video}
      src={url}
      muted
      playsInline
      preload="auto"
      onLoadedMetadata={({ currentTarget }) => {
        currentTarget.currentTime = target.current;
      }}
      onSeeked={({ currentTarget }) => {
        if (Math.abs(currentTarget.currentTime - target.current) > 1e-3) {
          currentTarget.currentTime = target.current;
        }
      }}
    />
  );
}
