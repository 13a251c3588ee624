import { callDesk } from '#renderer/desk/index.ts';
import type { MaskTarget } from './mask-target.ts';

/** A mask as it was drawn last and not saved, on this computer. */
export interface LocalDraft {
  mask: Blob;
  /** ISO. */
  savedAt: string;
}

const paramsOf = ({ connectionId, projectId, nodeId, input }: MaskTarget) => ({
  connectionId,
  projectId,
  nodeId,
  input,
});

export async function readDraft(target: MaskTarget): Promise<LocalDraft | null> {
  const { draft } = await callDesk('readMaskDraft', { params: paramsOf(target) });
  if (draft === null) return null;
  const bytes = Uint8Array.from(atob(draft.png), (letter) => letter.charCodeAt(0));
  return { mask: new Blob([bytes], { type: 'image/png' }), savedAt: draft.savedAt };
}

/** Resolves when it is on the disk. */
export async function writeDraft(target: MaskTarget, mask: Blob): Promise<void> {
  const bytes = new Uint8Array(await mask.arrayBuffer());
  let letters = '';
  // An argument for each byte of all of them would be too many.
  for (let at = 0; at < bytes.length; at += 8192)
    letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  await callDesk('writeMaskDraft', { params: paramsOf(target), body: { png: btoa(letters) } });
}

export async function removeDraft(target: MaskTarget): Promise<void> {
  await callDesk('removeMaskDraft', { params: paramsOf(target) });
}
