import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { hashOf } from '#renderer/model/file-hash.ts';
import { callDesk, loadMediaUrl, onDeskEvent } from '#renderer/desk/index.ts';

/** Takes that are offered; the gallery has them all. */
const MAX_TAKES = 24;

/** Outputs of one file that are looked at for the node that made it. */
const MAX_FORWARDED = 20;

/** Outputs on each further page, and how many pages are read at most: a node may have made one file thousands of times. */
const SEARCH_LIMIT = 200;
const MAX_PAGES = 10;

/** Files that are read on for others that differ, and of how many at once the pictures are looked at. */
const MAX_FILES = 240;
const MAX_CONCURRENT = 8;

/** Reads makers and takes again when a run of the connection has made something, or a file is gone. */
export function useFollowOutputs(connectionId: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'outputs' || event.connectionId !== connectionId) return;
        for (const scope of ['maker', 'of-node']) {
          void client.invalidateQueries({ queryKey: ['takes', scope, connectionId] });
        }
      }),
    [client, connectionId],
  );
}

/** Whether a node passed a file on: an input, or an output that an input with this very file leads to. It did not make it. */
async function isForwarded(
  { id, nodeType }: LibraryOutput,
  fileId: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (nodeType?.startsWith('input/') === true) return true;
  if (nodeType?.startsWith('output/') !== true) return false;
  const { inputs } = await callDesk('getOutput', { params: { outputId: id }, signal });
  return inputs.some(({ value }) => value.type === 'file' && value.value === fileId);
}

/** The output that a file is, where a run made it and this computer saw that; else null. */
export const useOrigin = (connectionId: string, fileId: string) =>
  useQuery({
    queryKey: ['takes', 'maker', connectionId, fileId],
    queryFn: async ({ signal }) => {
      const body = { connectionId, fileId, limit: MAX_FORWARDED };
      const { outputs } = await callDesk('searchOutputs', { body, signal });
      for (const output of outputs) {
        if (!(await isForwarded(output, fileId, signal))) return output;
      }
      return null;
    },
  });

/** What the same node of the same project made, the newest first; equal pictures are one take. */
export const useTakes = (connectionId: string, nodeRef: { projectId: string; nodeId: string } | null) =>
  useQuery({
    queryKey: ['takes', 'of-node', connectionId, nodeRef],
    queryFn: ({ signal }) => (nodeRef === null ? [] : readTakes({ connectionId, ...nodeRef }, signal)),
    enabled: nodeRef !== null,
  });

/** A take with the ids of all files that are the same. */
export interface Take extends LibraryOutput {
  sameFileIds: readonly string[];
}

/** What two pictures must share to be the same; only those that do are looked at. */
const shapeOf = ({ contentType, sizeBytes }: LibraryOutput): string => `${contentType} ${sizeBytes}`;

/** Loads a picture. `decode` would wait for a frame, which a window that nobody sees does not make. */
const loadPicture = (url: string): Promise<HTMLImageElement> =>
  new Promise((resolve, failed) => {
    const picture = Object.assign(new Image(), { crossOrigin: 'anonymous', src: url });
    picture.addEventListener('load', () => resolve(picture), { once: true });
    picture.addEventListener('error', () => failed(new Error('The picture cannot be loaded.')), {
      once: true,
    });
  });

/** A hash of what a picture shows in small; null for what is none, or cannot be seen. Pages get no bytes of media, only pixels. */
async function hashOfPicture({
  connectionId,
  fileId,
  kind,
  sizeBytes,
}: LibraryOutput): Promise<string | null> {
  if (fileId === null || kind !== 'image' || sizeBytes === null) return null;
  try {
    const { url } = await loadMediaUrl(connectionId, { kind: 'file', fileId }, 'thumbnail');
    const picture = await loadPicture(url);
    const { naturalWidth: width, naturalHeight: height } = picture;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    const pixels = context?.getImageData(0, 0, width, height);
    return pixels ? await hashOf(new Blob([`${width} ${height} `, pixels.data])) : null;
  } catch {
    return null;
  }
}

/** Hashes of pictures by connection and file, whose bytes stay the same; the oldest are forgotten. */
const cachedHashes = new Map<string, string>();
const MAX_HASHES = 2000;

/** The hash of a picture, which is loaded once. */
async function cachedHash(variant: LibraryOutput): Promise<string | null> {
  const key = `${variant.connectionId} ${variant.fileId}`;
  const cached = cachedHashes.get(key);
  if (cached !== undefined) return cached;
  const hash = await hashOfPicture(variant);
  if (hash === null) return null;
  for (const oldest of cachedHashes.keys()) {
    if (cachedHashes.size < MAX_HASHES) break;
    cachedHashes.delete(oldest);
  }
  cachedHashes.set(key, hash);
  return hash;
}

/**
 * Takes with those put together that a run made anew without another result: pictures as many bytes long that show the same are
 * one take, the newest. All else stays apart.
 * @param hashes of those that were looked at; null for what cannot be. Gets those that are looked at now.
 */
async function dedupe(
  variants: readonly LibraryOutput[],
  hashes: Map<LibraryOutput, string | null>,
): Promise<Take[]> {
  const shapes = Map.groupBy(variants, shapeOf);
  const alike = variants.filter(
    (variant) => !hashes.has(variant) && shapes.get(shapeOf(variant))?.length !== 1,
  );
  await Promise.all(alike.map(async (variant) => hashes.set(variant, await cachedHash(variant))));
  const groups = Map.groupBy(variants.keys(), (index) => {
    const take = variants[index];
    return (take && hashes.get(take)) ?? `file ${index}`;
  });
  return [...groups.values()].flatMap((indexes) => {
    const same = indexes.flatMap((index) => variants[index] ?? []);
    const [latest] = same;
    return latest ? [{ ...latest, sameFileIds: same.flatMap(({ fileId }) => fileId ?? []) }] : [];
  });
}

/** Reads on until there are enough takes that differ, or no more outputs. */
async function readTakes(
  nodeRef: { connectionId: string; projectId: string; nodeId: string },
  signal: AbortSignal,
): Promise<Take[]> {
  const files = new Map<string, LibraryOutput>();
  const hashes = new Map<LibraryOutput, string | null>();
  let takes: Take[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && files.size < MAX_FILES; page += 1) {
    // The first page holds all that are shown, but for files that were made again.
    const limit = page === 0 ? MAX_TAKES : SEARCH_LIMIT;
    const body = { ...nodeRef, limit, ...(cursor !== undefined && { cursor }) };
    const { outputs, nextCursor } = await callDesk('searchOutputs', { body, signal });
    const fresh = new Map<string, LibraryOutput>();
    for (const output of outputs) {
      const { fileId, missing } = output;
      if (fileId !== null && !missing && !files.has(fileId) && !fresh.has(fileId)) fresh.set(fileId, output);
    }
    const incoming = [...fresh];
    for (let at = 0; at < incoming.length && files.size < MAX_FILES; at += MAX_CONCURRENT) {
      for (const [fileId, output] of incoming.slice(at, at + MAX_CONCURRENT)) files.set(fileId, output);
      takes = await dedupe([...files.values()], hashes);
      signal.throwIfAborted();
      if (takes.length >= MAX_TAKES) return takes.slice(0, MAX_TAKES);
    }
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return takes;
}
