import { useEffect, useState, type CSSProperties, type ReactElement } from 'react';
import { FRAME_STRIP, type FileRecord } from '#shared/desk/index.ts';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { mediumLengthOf, visibleOf, soundsAt, sourceTimeAt, speedOf } from '#shared/timeline/speed.ts';
import { useMediaUrl, useMediaWaveform } from '#renderer/desk/index.ts';
import { number, words } from '#renderer/words/index.ts';
import css from './clip.module.css';

const FRAMES = FRAME_STRIP.columns * FRAME_STRIP.rows;
/** Pictures along one clip: more than fit on a wide screen are never drawn. */
const MAX_PICTURES = 60;

interface ClipPictureProps {
  clip: TimelineClip;
  connectionId: string;
  file: FileRecord | null;
  /** Pixels a second. */
  scale: number;
  /** Pixels of the clip, and of the part of it that pictures have. */
  width: number;
  height: number;
}

/** What a clip shows of its medium: frames along a video, a picture again and again, the outline of a sound. */
export function ClipPicture(props: ClipPictureProps): ReactElement | null {
  const { clip, file } = props;
  if (!file) return null;
  if (file.contentType.startsWith('image/')) return <ClipThumbnail {...props} file={file} />;
  if (clip.type === 'audio') return <Sound {...props} file={file} />;
  return file.contentType.startsWith('video/') ? <Frames {...props} file={file} /> : null;
}

type WithFile = ClipPictureProps & { file: FileRecord };

function ClipThumbnail({ connectionId, file }: WithFile): ReactElement | null {
  const media = useMediaUrl(connectionId, { kind: 'file', fileId: file.fileId }, 'thumbnail');
  if (!media) return null;
  return <span className={css['picture']} style={{ backgroundImage: `url("${media.url}")` }} />;
}

/** Seconds of the medium behind a clip; never 0. */
const mediumLength = (clip: TimelineClip): number => Math.max(1e-6, mediumLengthOf(clip));

function Frames({ clip, connectionId, file, scale, width, height }: WithFile): ReactElement | null {
  const strip = useMediaUrl(connectionId, { kind: 'file', fileId: file.fileId }, 'strip');
  const ratio = usePictureRatio(strip?.url ?? null);
  if (!strip || ratio === null) return null;
  const step = Math.max(24, height * ratio, width / MAX_PICTURES);
  const pictures = Array.from({ length: Math.min(MAX_PICTURES, Math.ceil(width / step)) }, (_, index) => {
    // The middle of the last one may lie behind the clip: what is seen of it is the clip's end.
    const offset = Math.min(clip.duration, ((index + 0.5) * step) / scale);
    return frameAtTime(clip, sourceTimeAt(clip, clip.startTime + offset));
  });
  return (
    <span className={css['frames']} aria-hidden>
      {pictures.map((frame, index) => (
        <span key={index} style={{ ...stripStyle(strip.url, frame, height, ratio), width: step }} />
      ))}
    </span>
  );
}

/** The picture of a strip that is nearest to a time of the medium, in seconds. */
export const frameAtTime = (clip: TimelineClip, time: number): number =>
  Math.max(0, Math.min(FRAMES - 1, Math.floor((time / mediumLength(clip)) * FRAMES)));

/** How one picture of a strip is drawn, so many pixels high. */
export const stripStyle = (url: string, frame: number, height: number, ratio: number): CSSProperties => ({
  backgroundImage: `url("${url}")`,
  backgroundSize: `${FRAME_STRIP.columns * height * ratio}px ${FRAME_STRIP.rows * height}px`,
  backgroundPosition: `${-(frame % FRAME_STRIP.columns) * height * ratio}px ${-Math.floor(frame / FRAME_STRIP.columns) * height}px`,
});

/** Width by height of one picture of a strip; null until it is there. */
export function usePictureRatio(url: string | null): number | null {
  const [loaded, setLoaded] = useState<{ url: string; ratio: number } | null>(null);
  useEffect(() => {
    if (url === null) return undefined;
    const image = new Image();
    image.addEventListener('load', () => {
      const ratio =
        image.naturalWidth / FRAME_STRIP.columns / Math.max(1, image.naturalHeight / FRAME_STRIP.rows);
      setLoaded({ url, ratio });
    });
    image.src = url;
    return () => {
      image.src = '';
    };
  }, [url]);
  return loaded && loaded.url === url ? loaded.ratio : null;
}

function Sound({ clip, connectionId, file }: WithFile): ReactElement | null {
  const { data } = useMediaWaveform(connectionId, file.fileId);
  if (!data) return null;
  const length = mediumLength(clip);
  const from = (clip.trimStart / length) * data.peaks.length;
  const count = Math.max(1, (visibleOf(clip) / length) * data.peaks.length);
  const isBackwards = speedOf(clip) < 0;
  if (!soundsAt(speedOf(clip))) return null;
  const levels = data.peaks
    .slice(Math.floor(from), Math.ceil(from + count))
    .map((peak) => peak * clip.volume);
  const loudest = Math.max(0, ...levels);
  const factor = enlargementOf(loudest);
  const path = levels
    .map((level, index) => {
      const half = Math.max(0.5, Math.min(1, level * factor) * 48);
      return `M${index + 0.5} ${(50 - half).toFixed(1)}V${(50 + half).toFixed(1)}`;
    })
    .join('');
  return (
    <>
      <svg
        className={css['wave']}
        viewBox={`${from % 1} 0 ${count} 100`}
        preserveAspectRatio="none"
        data-backwards={isBackwards ? '' : undefined}
        aria-hidden
      >
        <path d={path} />
      </svg>
      {factor === 1 ? null : <PeakLevel loudest={loudest} factor={factor} />}
    </>
  );
}

/** Sounds whose loudest moment is lower are drawn larger, as high as this; from 0 to 1. */
const LOW_LEVEL = 0.1;
const ENLARGED = 0.5;
/** What is more quiet is noise that nobody hears. */
const MAX_ENLARGEMENT = 250;

/** How many times as high as it plays a sound is drawn: a whole number, 1 for most. @param loudest from 0 to 1 */
export const enlargementOf = (loudest: number): number =>
  loudest <= 0 || loudest >= LOW_LEVEL ? 1 : Math.min(MAX_ENLARGEMENT, Math.floor(ENLARGED / loudest));

/** Says how loud a sound is that is drawn larger. */
function PeakLevel({ loudest, factor }: { loudest: number; factor: number }): ReactElement {
  const peak = number(Math.round(20 * Math.log10(loudest)));
  return (
    <span className={css['peak']} title={words.clips.lowLevelWhy(peak, factor)}>
      {words.clips.lowLevel(peak)}
    </span>
  );
}
