import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, endpoints } from '#shared/api/index.ts';
import type { MediaFacts, MediaText, MediaWaveform } from '#shared/desk/index.ts';
import { apiFor } from './api.ts';
import { callDesk } from './desk.ts';
import { isMissing } from './problems.ts';

/** Status of an answer about a file that is no medium. */
const UNREADABLE = 415;

/** A file never changes, so what is known of it stays true. */
const FOREVER = { staleTime: Infinity, gcTime: 10 * 60_000, retry: false } as const;

/** Rows that scroll by sooner than this ask for nothing. Milliseconds. */
const DEBOUNCE_MS = 120;

/** Whether the component has been there for a moment. */
function useRested(): boolean {
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isRested;
}

/**
 * @param fileId null while nothing is to be asked.
 * @param isRested false while only what is known already is to be shown.
 */
function useDetail<T>(
  name: string,
  connectionId: string,
  fileId: string | null,
  fetchDetail: (body: { connectionId: string; fileId: string }) => Promise<T>,
  isRested = true,
): UseQueryResult<T> {
  return useQuery({
    ...FOREVER,
    queryKey: ['media-details', name, connectionId, fileId],
    queryFn: () => fetchDetail({ connectionId, fileId: fileId ?? '' }),
    enabled: fileId !== null && isRested,
  });
}

/** What a picture, video or sound is, as this computer reads it. */
export const useMediaInfo = (connectionId: string, fileId: string | null): UseQueryResult<MediaFacts> =>
  useDetail('facts', connectionId, fileId, (body) => callDesk('mediaFacts', { body }));

/** Whether a file was deleted at its service; false while that is not known. @param fileId null while nothing is to be asked. */
export function useIsFileDeleted(connectionId: string, fileId: string | null): boolean {
  const { data } = useQuery({
    queryKey: ['media-details', 'deleted', connectionId, fileId],
    queryFn: () =>
      apiFor(connectionId)(endpoints.files.get, { params: { file_id: fileId ?? '' } }).then(
        () => false,
        (error: unknown) => {
          if (isMissing(error)) return true;
          throw error;
        },
      ),
    enabled: fileId !== null,
  });
  return data === true;
}

/** Files that this computer knows not to be pictures, videos or sounds that can be read; those it cannot ask about are none. */
export function useUnreadableFiles(connectionId: string, fileIds: readonly string[]): ReadonlySet<string> {
  const ids = [...new Set(fileIds)];
  const results = useQueries({
    queries: ids.map((fileId) => ({
      ...FOREVER,
      queryKey: ['media-details', 'facts', connectionId, fileId],
      queryFn: () => callDesk('mediaFacts', { body: { connectionId, fileId } }),
    })),
  });
  return new Set(
    ids.filter((_, index) => {
      const error: unknown = results[index]?.error;
      return error instanceof ApiError && error.status === UNREADABLE;
    }),
  );
}

/** The outline of a sound. */
export const useMediaWaveform = (
  connectionId: string,
  fileId: string | null,
): UseQueryResult<MediaWaveform> =>
  useDetail('waveform', connectionId, fileId, (body) => callDesk('mediaWaveform', { body }));

/** The beginning of a text file, for lists: what scrolls by is not read. */
export const useMediaText = (
  connectionId: string,
  fileId: string | null,
  maxBytes: number,
): UseQueryResult<MediaText> =>
  useDetail(
    `text ${maxBytes}`,
    connectionId,
    fileId,
    (body) => callDesk('mediaText', { body: { ...body, maxBytes } }),
    useRested(),
  );
