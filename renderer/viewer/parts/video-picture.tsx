import { Film } from 'lucide-react';
import { useState, type CSSProperties, type PointerEvent, type ReactElement, type ReactNode } from 'react';
import { FRAME_STRIP } from '#shared/desk/index.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { FittedPicture } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './video-picture.module.css';

const texts = words.viewer.videoPicture;

const FRAMES = FRAME_STRIP.columns * FRAME_STRIP.rows;

/** A frame of a video; a pointer that moves over it goes through the video. */
export function VideoPicture({
  connectionId,
  fileId,
  alt,
  variant = 'thumbnail',
  fallback,
}: {
  connectionId: string;
  fileId: string;
  alt: string;
  variant?: 'thumbnail' | 'preview';
  /** What stands in place of a video that cannot be shown at all. */
  fallback?: ReactNode;
}): ReactElement {
  const [at, setAt] = useState<number | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const source = { kind: 'file', fileId } as const;
  const poster = useMediaUrl(connectionId, source, variant);
  // The strip is made only when somebody points at the video.
  const strip = useMediaUrl(connectionId, at === null ? null : source, 'strip');
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    if (box.width > 0) setAt(Math.min(0.999, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  if (failed === fileId) return <VideoAsPicture {...{ connectionId, fileId, alt, fallback }} />;
  return (
    <span className={css['video']} onPointerMove={onPointerMove} onPointerLeave={() => setAt(null)}>
      {poster ? <FittedPicture src={poster.url} alt={alt} onError={() => setFailed(fileId)} /> : null}
      {at !== null && strip ? <StripFrame url={strip.url} at={at} /> : null}
      {at === null ? <Film className={css['mark']} aria-hidden /> : null}
    </span>
  );
}

/** @param at from 0 at the beginning to 1. */
function StripFrame({ url, at }: { url: string; at: number }): ReactElement {
  const [ratio, setRatio] = useState<number | null>(null);
  const frame = Math.floor(at * FRAMES);
  const style = {
    '--ratio': ratio ?? 1,
    '--column': frame % FRAME_STRIP.columns,
    '--row': Math.floor(frame / FRAME_STRIP.columns),
    '--columns': FRAME_STRIP.columns,
    '--rows': FRAME_STRIP.rows,
    '--at': at,
  } as CSSProperties;
  return (
    <span className={css['strip']} style={style} data-frame={frame}>
      <span className={css['window']} data-ready={ratio === null ? undefined : ''}>
        <img
          src={url}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setRatio(naturalWidth / FRAME_STRIP.columns / (naturalHeight / FRAME_STRIP.rows))
          }
        />
      </span>
      <span className={css['line']} />
    </span>
  );
}

/** What the browser itself shows of a video of which no picture could be made, for example without ffmpeg. */
function VideoAsPicture({
  connectionId,
  fileId,
  alt,
  fallback,
}: {
  connectionId: string;
  fileId: string;
  alt: string;
  fallback: ReactNode;
}): ReactElement {
  const media = useMediaUrl(connectionId, { kind: 'file', fileId }, 'original');
  const [isBroken, setBroken] = useState(false);
  if (isBroken && fallback !== undefined) return <>{fallback}</>;
  if (!media || isBroken) {
    return (
      <span className={css['video']} data-empty="" title={isBroken ? texts.noPictureCould : ''}>
        <Film aria-hidden />
      </span>
    );
  }
  return (
    <span className={css['video']}>
      <video
        src={`${media.url}#t=0.1`}
        aria-label={alt}
        muted
        playsInline
        preload="metadata"
        onError={() => setBroken(true)}
      />
    </span>
  );
}
