import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { MEDIA_LANES } from '#native/media/media-task.ts';
import type { GraphDrawing } from '#native/pictures/graph-task.ts';
import { NativePool } from '#native/pool/native-pool.ts';
import type { MediaSource, PictureAddress } from '#shared/desk/index.ts';
import type { BlobClient } from '../api/blob-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import type { Signal } from '../signal.ts';
import { drawGraph } from './draw-graph.ts';
import { FreshPictures, type PictureLocation } from './fresh-pictures.ts';
import { MediaFetcher } from './media-fetcher.ts';
import { createMediaCache } from './media-cache.ts';
import { MediaDetails } from './media-details.ts';
import { createMediaLocator } from './media-source.ts';
import { createMediaTokens, loadMediaSecret, type MediaItem } from './media-token.ts';
import { MediaProxies } from './media-proxies.ts';
import { keyPrefix, Media } from './media.ts';
import { lastPreviewRoutes, LastPreviewStore } from './last-previews.ts';
import { fetchWebPicture } from './web-picture.ts';

const MEDIA_CACHE_BYTES = 2 * 1024 ** 3;
/** Pictures made at the same time. */
const NATIVE_CHILDREN = 3;

/** Media by addresses of this computer: cached, and as pictures that native children make. */
export async function openMedia(
  { options, folder, clock, log, handles }: CoreContext,
  deps: {
    database: DatabaseSync;
    connections: Connections;
    signals: ConnectionSignals;
    blobs: BlobClient;
    responses: ResponseCache;
    fileDeleted: Signal<{ connectionId: string; fileId: string }>;
  },
) {
  const { connections, blobs } = deps;
  const tokens = createMediaTokens(await loadMediaSecret(join(folder, 'media-secret'), clock.now()));
  const cache = createMediaCache({
    directory: join(folder, 'media'),
    database: deps.database,
    limit: options.mediaCacheBytes ?? MEDIA_CACHE_BYTES,
    clock,
  });
  const locator = createMediaLocator({ client: (id) => connections.client(id), clock });
  const native = new NativePool({
    launcher: options.launchNative,
    folder: join(folder, 'native'),
    size: NATIVE_CHILDREN,
    // Videos and sounds take long; pictures are not to wait for them.
    lanes: { ...MEDIA_LANES, regions: 1 },
    onLoss: ({ reason, detail }) => log.warn({ reason, detail }, 'a native child was lost'),
  });
  handles.add('native children', native, (open) => open.close());
  if (options.warmNative === true) native.warm();
  const fetcher = new MediaFetcher({ locator, blobs, connections, log });
  const fresh = new FreshPictures({ fetcher, locator, log });
  handles.add('pictures fetched ahead', fresh, (open) => open.close());
  const media = new Media({ tokens, cache, fresh, locator, blobs, connections, native, clock, log });
  const lastPreviews = new LastPreviewStore({ responses: deps.responses, cache, media }, log);
  handles.add('last previews', lastPreviews, (open) => open.close());
  const details = new MediaDetails({ media, cache, native });
  const proxies = new MediaProxies({ media, cache, native });
  handles.add('proxies of media', proxies, (open) => open.close());
  deps.signals.removed.listen((id) => {
    proxies.clear(keyPrefix(id));
    return media.removeConnection(id);
  });
  deps.fileDeleted.listen(({ connectionId, fileId }) => {
    proxies.clear(`${keyPrefix(connectionId)}file/${fileId}`);
    return media.removeFile(connectionId, fileId);
  });
  const addressOf = (item: MediaItem): { url: string; downloadUrl: string } => {
    const url = `${options.mediaOrigin()}/media/${tokens.sign(item)}`;
    return { url, downloadUrl: `${url}?download=1` };
  };
  return {
    media,
    locator,
    fetcher,
    /** Says where a page gets a picture that a live preview has just made, and fetches it meanwhile. */
    announce(connectionId: string, picture: PictureLocation): PictureAddress {
      fresh.announce(connectionId, picture);
      const { fileId } = picture;
      const source: MediaSource = { kind: 'file', fileId };
      return { fileId, ...addressOf({ connectionId, source, variant: 'original' }) };
    },
    /** Has a graph drawn in a native child. @returns a WebP. @throws DeskError where the child was lost */
    drawGraph: (drawing: GraphDrawing, signal: AbortSignal) => drawGraph(native, drawing, signal),
    clearPreviews: () => clearPreviews(cache, proxies),
    start: () => cache.cleanUp(),
    routes: {
      mediaUrls({ body }) {
        connections.get(body.connectionId);
        return { urls: body.items.map((item) => addressOf({ connectionId: body.connectionId, ...item })) };
      },
      mediaFacts: ({ body, request }) => details.info(body, request.signal),
      mediaWaveform: ({ body, request }) => details.waveform(body, request.signal),
      mediaProxy({ body }) {
        connections.get(body.connectionId);
        return proxies.status(body);
      },
      ...lastPreviewRoutes(lastPreviews, connections),
      fetchWebPicture: ({ query, request }) => fetchWebPicture(blobs, query.url, request.signal),
      mediaText: ({ body, request }) => details.text(body, body.maxBytes, request.signal),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}

/** Deletes all copies of media; they are made again when they are shown. */
async function clearPreviews(
  cache: ReturnType<typeof createMediaCache>,
  proxies: MediaProxies,
): Promise<void> {
  proxies.clear('');
  await cache.clear('');
}
