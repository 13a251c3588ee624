import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { MediaFacts, MediaText, MediaWaveform } from '#shared/desk/index.ts';
import { callDesk } from './desk.ts';

/** A file never changes, so what is known of it stays true. */
const FOREVER = { staleTime: Infinity, gcTime: 10 * 60_000, retry: false } as const;

/** @param fileId null while nothing is to be asked. */
function useDetail<T>(
  name: string,
  connectionId: string,
  fileId: string | null,
  ask: (body: { connectionId: string; fileId: string }) => Promise<T>,
): UseQueryResult<T> {
  return useQuery({
    ...FOREVER,
    queryKey: ['media-details', name, connectionId, fileId],
    queryFn: () => ask({ connectionId, fileId: fileId ?? '' }),
    enabled: fileId !== null,
  });
}

/** What a picture, video or sound is, as this computer reads it. */
export const useMediaFacts = (connectionId: string, fileId: string | null): UseQueryResult<MediaFacts> =>
  useDetail('facts', connectionId, fileId, (body) => callDesk('mediaFacts', { body }));

/** The outline of a sound. */
export const useMediaWaveform = (
  connectionId: string,
  fileId: string | null,
): UseQueryResult<MediaWaveform> =>
  useDetail('waveform', connectionId, fileId, (body) => callDesk('mediaWaveform', { body }));

/** The beginning of a text file. */
export const useMediaText = (
  connectionId: string,
  fileId: string | null,
  maxBytes: number,
): UseQueryResult<MediaText> =>
  useDetail(`text ${maxBytes}`, connectionId, fileId, (body) =>
    callDesk('mediaText', { body: { ...body, maxBytes } }),
  );
