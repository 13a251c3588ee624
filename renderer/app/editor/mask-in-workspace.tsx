import { useEffect, useState, type ReactElement } from 'react';
import type { PinRef } from '#shared/graph/types.ts';
import { maskPictureOf } from '#renderer/editor/index.ts';
import { MaskWindow, type MaskTarget } from '#renderer/masks/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Workspace } from './use-workspace.ts';

/** Draws a mask for an input of a node, or says that there is no picture for it yet. */
export function MaskInWorkspace({
  workspace,
  pin: [nodeId, input],
}: {
  workspace: Workspace;
  pin: PinRef;
}): ReactElement | null {
  const { session, connectionId, projectId } = workspace;
  // What the node before makes meanwhile does not change the picture under a hand that draws.
  const [target] = useState<MaskTarget | null>(() => {
    const found = maskPictureOf(session, workspace.live.previews.table, nodeId, input);
    if (found === null) return null;
    const { fileId, isPreview, maskFileId } = found;
    const title = session.titleOf(nodeId);
    return { connectionId, projectId, nodeId, input, title, picture: { fileId, isPreview }, maskFileId };
  });
  const close = (): void => session.ui.set({ maskRequested: null });
  useEffect(() => {
    if (target !== null) return;
    session.ui.set({ maskRequested: null });
    session.ui.notify(words.masks.noPicture);
  }, [target, session]);
  if (target === null) return null;
  return <MaskWindow target={target} onSave={(file) => saveMask(workspace, target, file)} onClose={close} />;
}

/** Uploads a mask into its input. @throws Error with a sentence when it does not arrive. */
function saveMask(
  { session }: Workspace,
  { nodeId, input }: Pick<MaskTarget, 'nodeId' | 'input'>,
  file: File,
): Promise<void> {
  const { uploads } = session;
  uploads.add(file, nodeId, input, session.inputType(nodeId, input).base);
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const item = uploads.item(nodeId, input);
      if (item && item.state !== 'failed' && item.state !== 'canceled') return;
      stop();
      if (item) reject(new Error(item.error ?? ''));
      else resolve();
    };
    const stop = uploads.subscribe(nodeId, check);
    check();
  });
}
