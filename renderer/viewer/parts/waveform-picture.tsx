import { Music } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useMediaWaveform } from '#renderer/desk/index.ts';
import css from './waveform-picture.module.css';

/** The outline of a sound, or a note while there is none. */
export function WaveformPicture({
  connectionId,
  fileId,
  fallback,
}: {
  connectionId: string;
  fileId: string;
  /** What stands in place of a sound that cannot be read. */
  fallback?: ReactNode;
}): ReactElement {
  const { data, isError } = useMediaWaveform(connectionId, fileId);
  if (isError && fallback !== undefined) return <>{fallback}</>;
  return (
    <span className={css['place']}>
      {data ? <Waveform peaks={data.peaks} /> : <Music className={css['note']} aria-hidden />}
    </span>
  );
}

/** Bars at both sides of a middle line. @param peaks 0 to 1, drawn over the whole width */
export function Waveform({ peaks }: { peaks: readonly number[] }): ReactElement {
  const path = peaks
    .map((peak, index) => {
      const half = Math.max(0.5, peak * 48);
      return `M${index + 0.5} ${(50 - half).toFixed(1)}V${(50 + half).toFixed(1)}`;
    })
    .join('');
  return (
    <svg
      className={css['waveform']}
      viewBox={`0 0 ${Math.max(1, peaks.length)} 100`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={path} />
    </svg>
  );
}
