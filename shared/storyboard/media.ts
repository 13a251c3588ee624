import type { StoryboardWarning } from '../api/schemas/storyboards.ts';
import { pathOf } from '../document/problems.ts';
import type { StoryboardDocument, StoryboardMedia, StoryboardShot } from './document.ts';

/** A file of the account that a reference names. */
export interface LibraryFile {
  fileId: string;
  filename: string;
  contentType: string;
}

/** Finds a file of the account by id or by name. */
export type FindLibraryFile = (reference: { fileId?: string; filename?: string }) => LibraryFile | undefined;

export interface ShotMedia {
  path: string;
  media: StoryboardMedia;
}

/** A list in playing order: by `order`, equal and missing ones as they are listed. */
export const inOrder = <T extends { order?: number }>(list: readonly T[]): { item: T; index: number }[] =>
  list
    .map((item, index) => ({ item, index }))
    .sort((a, b) => (a.item.order ?? a.index) - (b.item.order ?? b.index) || a.index - b.index);

/** The media references of a shot, panel by panel in playing order. */
export function mediaOfShot(shot: StoryboardShot, shotPath: readonly PropertyKey[]): ShotMedia[] {
  return inOrder(shot.panels).flatMap(({ item, index }) => {
    const path = [...shotPath, 'panels', index, 'media'];
    if (Array.isArray(item.media)) {
      return item.media.map((media, position) => ({ path: pathOf([...path, position]), media }));
    }
    return item.media === undefined || item.media === null ? [] : [{ path: pathOf(path), media: item.media }];
  });
}

export interface TimedShot {
  /** Id of its scene. */
  scene: string;
  shot: StoryboardShot;
  path: readonly PropertyKey[];
}

/** All shots in playing order. */
export const shotsInOrder = (document: StoryboardDocument): TimedShot[] =>
  inOrder(document.sequences).flatMap(({ item: scene, index }) =>
    inOrder(scene.shots).map(({ item: shot, index: position }) => ({
      scene: scene.id,
      shot,
      path: ['sequences', index, 'shots', position],
    })),
  );

/** What the shots of a board name, by id and by name; addresses are left out. */
export const namedMedia = (document: StoryboardDocument): { fileId?: string; filename?: string }[] =>
  shotsInOrder(document).flatMap(({ shot, path }) =>
    mediaOfShot(shot, path).flatMap(({ media }) => {
      if (typeof media !== 'string') {
        const { fileId, filename } = media;
        return [{ ...(fileId && { fileId }), ...(filename && { filename }) }];
      }
      return isUrl(media) ? [] : [{ fileId: media, filename: media }];
    }),
  );

export type ResolvedMedia =
  | { kind: 'file'; file: LibraryFile; type: 'image' | 'video' | 'audio' }
  | { kind: 'url' | 'document' | 'unresolved' | 'unsupported'; warning: StoryboardWarning };

const SKIPPED = {
  url: ['URL_MEDIA_SKIPPED', 'A URL is neither fetched nor imported. Upload the file and name it here.'],
  document: ['DOCUMENT_MEDIA_SKIPPED', 'A document is no medium that can be shown.'],
  unresolved: ['UNRESOLVED_MEDIA_SKIPPED', 'No file of this account has that id or name.'],
  unsupported: ['UNSUPPORTED_MEDIA_SKIPPED', 'The file is no image, video or sound.'],
} as const;

const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^data:/i.test(text);

/** Finds out what a reference stands for. */
export function resolveMedia({ media, path }: ShotMedia, find: FindLibraryFile): ResolvedMedia {
  const skip = (kind: keyof typeof SKIPPED): ResolvedMedia => {
    const [code, message] = SKIPPED[kind];
    return { kind, warning: { code, message, path } };
  };
  const reference =
    typeof media === 'string' ? (isUrl(media) ? { url: media } : { fileId: media, filename: media }) : media;
  const { fileId, filename } = reference;
  if (!fileId && !filename) {
    if (reference.url) return skip('url');
    return skip(reference.kind === 'document' || reference.documentId ? 'document' : 'unresolved');
  }
  const file = find({ ...(fileId && { fileId }), ...(filename && { filename }) });
  if (!file) return skip(reference.url ? 'url' : 'unresolved');
  const type = /^(image|video|audio)\//.exec(file.contentType)?.[1];
  return type === 'image' || type === 'video' || type === 'audio'
    ? { kind: 'file', file, type }
    : skip('unsupported');
}

/** Which of the media of a shot is seen: its first picture or video, else what comes first. */
export const visibleMedium = (media: readonly ResolvedMedia[]): ResolvedMedia | undefined =>
  media.find((item) => item.kind === 'file' && item.type !== 'audio') ?? media[0];
