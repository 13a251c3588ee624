import { callDesk, loadMediaUrl } from '#renderer/desk/index.ts';
import { formatRelativeTime } from '#renderer/ui/index.ts';
import { readDraft } from './mask-draft.ts';
import type { MaskTarget } from './mask-target.ts';

/** More pixels than these are not unpacked in a page: 60 megapixels take 240 MB. */
const MAX_PAGE_PIXELS = 60_000_000;

/** Levels as they stand in the file. */
const AS_IT_IS = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const;

/** What a mask begins with. */
export interface MaskSource {
  mask: ImageBitmap | null;
  /** When the draft was drawn that it goes on with; null where it does not. In words: `5 minutes ago`. */
  draftFrom: string | null;
  /** The file that is there cannot be read. */
  isUnreadable: boolean;
}

/** The draft on this computer, else the file that the input holds, else nothing. */
export async function readSource(target: MaskTarget, usesDraft: boolean): Promise<MaskSource> {
  const draft = usesDraft ? await readDraft(target).catch(() => null) : null;
  if (draft !== null) {
    const mask = await createImageBitmap(draft.mask, AS_IT_IS).catch(() => null);
    if (mask !== null)
      return {
        mask,
        draftFrom: formatRelativeTime(Date.parse(draft.savedAt), Date.now()),
        isUnreadable: false,
      };
  }
  if (target.maskFileId === null) return { mask: null, draftFrom: null, isUnreadable: false };
  const mask = await readFileMask(target.connectionId, target.maskFileId).catch(() => null);
  return { mask, draftFrom: null, isUnreadable: mask === null };
}

async function readFileMask(connectionId: string, fileId: string): Promise<ImageBitmap | null> {
  const info = await callDesk('mediaFacts', { body: { connectionId, fileId } });
  if (info.kind !== 'image') return null;
  const variant = info.width * info.height > MAX_PAGE_PIXELS ? 'large' : 'original';
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = (await loadMediaUrl(connectionId, { kind: 'file', fileId }, variant)).url;
  await image.decode();
  return createImageBitmap(image, AS_IT_IS);
}
