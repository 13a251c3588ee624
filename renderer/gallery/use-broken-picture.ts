import { useEffect, useState } from 'react';
import { endpoints } from '#shared/api/index.ts';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { apiFor, onConnectionBack, onDeskReconnect } from '#renderer/desk/index.ts';

/**
 * Whether the picture of an output cannot be shown now. It is tried again when its service, or the core, is back, and
 * when what is known of its file has changed.
 */
export function useImageError({
  connectionId,
  fileId,
  missing,
}: Pick<LibraryOutput, 'connectionId' | 'fileId' | 'missing'>): { hasError: boolean; onError: () => void } {
  const [brokenWhile, setBrokenWhile] = useState<{ missing: boolean } | null>(null);
  const hasError = brokenWhile?.missing === missing;
  useEffect(() => {
    if (!hasError) return undefined;
    const retry = () => setBrokenWhile(null);
    const unsubscribe = [
      onConnectionBack(({ id }) => {
        if (id === connectionId) retry();
      }),
      onDeskReconnect(retry),
    ];
    return () => {
      for (const stop of unsubscribe) stop();
    };
  }, [hasError, connectionId]);
  return {
    hasError,
    // The service is asked once whether the file is still there; the answer is recorded for every list.
    onError() {
      setBrokenWhile({ missing });
      if (fileId === null) return;
      apiFor(connectionId)(endpoints.files.get, { params: { file_id: fileId } }).catch(() => undefined);
    },
  };
}
