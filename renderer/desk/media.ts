import { useEffect, useState } from 'react';
import type { MediaResponse, MediaSource, MediaVariant, PictureAddress } from '#shared/desk/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { callDesk } from './desk.ts';

/** Where a picture, sound or file can be loaded from, and where it can be saved from. */
export type MediaUrl = MediaResponse['urls'][number];

interface PendingRequest {
  connectionId: string;
  source: MediaSource;
  variant: MediaVariant;
  key: string;
  resolve: (url: MediaUrl) => void;
  reject: (error: unknown) => void;
}

const MAX_PER_REQUEST = 200;
const MAX_CACHED = 5000;
const cachedUrls = new Map<string, MediaUrl>();
const pending = new Map<string, Promise<MediaUrl>>();
let queue: PendingRequest[] = [];

const keyOf = (connectionId: string, source: MediaSource, variant: MediaVariant): string => {
  switch (source.kind) {
    case 'file':
      return `${connectionId} ${variant} file ${source.fileId}`;
    case 'node-type-thumbnail':
      return `${connectionId} ${variant} type ${source.nodeType}`;
    case 'project-thumbnail':
      return `${connectionId} ${variant} project ${source.projectId} ${source.updatedAt ?? ''}`;
    default:
      return assertNever(source);
  }
};

async function send(connectionId: string, items: PendingRequest[]): Promise<void> {
  try {
    const { urls } = await callDesk('mediaUrls', {
      body: { connectionId, items: items.map(({ source, variant }) => ({ source, variant })) },
    });
    items.forEach((item, index) => {
      const url = urls[index];
      if (!url) {
        item.reject(new Error('The service sent too few addresses of files. Try again.'));
        return;
      }
      cachedUrls.set(item.key, url);
      item.resolve(url);
    });
    for (const oldest of cachedUrls.keys()) {
      if (cachedUrls.size <= MAX_CACHED) break;
      cachedUrls.delete(oldest);
    }
  } catch (error) {
    for (const item of items) item.reject(error);
  } finally {
    for (const item of items) pending.delete(item.key);
  }
}

function flush(): void {
  const all = queue;
  queue = [];
  const byConnection = Map.groupBy(all, (item) => item.connectionId);
  for (const [connectionId, items] of byConnection) {
    for (let start = 0; start < items.length; start += MAX_PER_REQUEST) {
      void send(connectionId, items.slice(start, start + MAX_PER_REQUEST));
    }
  }
}

/** The address of one piece of media. Everything asked for in one go goes out as one request. */
export function loadMediaUrl(
  connectionId: string,
  source: MediaSource,
  variant: MediaVariant,
): Promise<MediaUrl> {
  const key = keyOf(connectionId, source, variant);
  const cached = cachedUrls.get(key);
  if (cached) return Promise.resolve(cached);
  const inFlight = pending.get(key);
  if (inFlight) return inFlight;
  const promise = new Promise<MediaUrl>((resolve, reject) => {
    if (queue.length === 0) queueMicrotask(flush);
    queue.push({ connectionId, source, variant, key, resolve, reject });
  });
  pending.set(key, promise);
  return promise;
}

/** The core has said of itself where a file is: it need not be asked. */
export function rememberFileUrl(connectionId: string, { fileId, ...url }: PictureAddress): void {
  cachedUrls.set(keyOf(connectionId, { kind: 'file', fileId }, 'original'), url);
}

/** Forgets every address: the desktop process was started anew and its tokens with it. */
export const clearMediaUrls = (): void => cachedUrls.clear();

/**
 * The address of a piece of media, null until it is known (or when `source` is null, or it cannot be had).
 */
export function useMediaUrl(
  connectionId: string,
  source: MediaSource | null,
  variant: MediaVariant,
): MediaUrl | null {
  const key = source ? keyOf(connectionId, source, variant) : null;
  // As text, so that a new object that says the same does not ask again.
  const sourceKey = source ? JSON.stringify(source) : null;
  const [loaded, setLoaded] = useState<{ key: string; url: MediaUrl } | null>(null);
  useEffect(() => {
    if (sourceKey === null || key === null || cachedUrls.has(key)) return undefined;
    let mounted = true;
    loadMediaUrl(connectionId, JSON.parse(sourceKey) as MediaSource, variant).then(
      (url) => {
        if (mounted) setLoaded({ key, url });
        return undefined;
      },
      () => undefined, // The picture stays a placeholder; whoever needs the reason asks for the file itself.
    );
    return () => {
      mounted = false;
    };
  }, [connectionId, key, sourceKey, variant]);
  if (key === null) return null;
  return cachedUrls.get(key) ?? (loaded?.key === key ? loaded.url : null);
}
