import { useEffect, useState, type ReactElement, type RefObject } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { pictureTimeAt } from '#shared/timeline/speed.ts';
import { mediumOf } from '#shared/timeline/ext.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { frameAtTime, stripStyle, usePictureRatio } from './clip-picture.tsx';
import { formatTimecode } from '../model/timecode.ts';
import css from './hover-frame.module.css';

const HEIGHT = 90;

interface Hovered {
  clip: TimelineClip;
  file: FileRecord;
  /** Seconds of the medium. */
  time: number;
  /** The pointer from the left, and the top of the clip: pixels of the window. */
  x: number;
  top: number;
}

/** The frame of a video under the pointer, above its clip. It alone wakes while the pointer moves. */
export function HoverFrame({
  scroller,
  clips,
  library,
  connectionId,
  frameRate,
  timeAt,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  clips: readonly TimelineClip[];
  library: ReadonlyMap<string, FileRecord>;
  connectionId: string;
  frameRate: number;
  timeAt: (clientX: number) => number;
}): ReactElement | null {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const find = ({ target, clientX, buttons, pointerType }: PointerEvent): Hovered | null => {
      if (buttons !== 0 || pointerType === 'touch' || !(target instanceof Element)) return null;
      const button = target.closest<HTMLElement>('[data-clip]');
      const clip = button && clips.find(({ id }) => id === button.dataset['clip']);
      const file = clip && mediumOf(clip, library);
      if (!clip || clip.type !== 'video' || !file?.contentType.startsWith('video/')) return null;
      const offset = Math.max(0, Math.min(clip.duration, timeAt(clientX) - clip.startTime));
      const time = pictureTimeAt(clip, clip.startTime + offset, 1 / frameRate);
      return { clip, file, time, x: clientX, top: button.getBoundingClientRect().top };
    };
    element.addEventListener('pointermove', (event) => setHovered(find(event)), { signal });
    for (const type of ['pointerdown', 'pointerleave', 'scroll', 'dragenter']) {
      element.addEventListener(type, () => setHovered(null), { signal });
    }
    return () => abort.abort();
  }, [scroller, clips, library, timeAt, frameRate]);
  return hovered ? <Frame {...hovered} connectionId={connectionId} frameRate={frameRate} /> : null;
}

function Frame({
  clip,
  file,
  time,
  x,
  top,
  connectionId,
  frameRate,
}: Hovered & { connectionId: string; frameRate: number }): ReactElement | null {
  const strip = useMediaUrl(connectionId, { kind: 'file', fileId: file.fileId }, 'strip');
  const ratio = usePictureRatio(strip?.url ?? null);
  if (!strip || ratio === null) return null;
  const width = HEIGHT * ratio;
  const left = Math.max(4, Math.min(window.innerWidth - width - 4, x - width / 2));
  const frame = frameAtTime(clip, time);
  return (
    <div className={css['hoverFrame']} style={{ left, top: top - HEIGHT - 28, width }} aria-hidden>
      <span style={{ ...stripStyle(strip.url, frame, HEIGHT, ratio), width, height: HEIGHT }} />
      <span className={css['hoverTime']}>{formatTimecode(time, frameRate)}</span>
    </div>
  );
}
