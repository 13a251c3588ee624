import { pressedKey } from '#renderer/keys/index.ts';
import { contains } from '../../geometry.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import type { NodeWindow } from './window-nodes.ts';

/**
 * Keeps the node with the focus mounted wherever the view goes, and brings a node into view when Tab leads into it and not all of it
 * is seen. @returns what ends it.
 */
export function followFocus(session: EditorSession, nodeWindow: NodeWindow, stage: HTMLElement): () => void {
  let isTab = false;
  let focused: string | null = null;
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  const nodeOf = (target: EventTarget | null): string | null =>
    target instanceof Element && stage.contains(target)
      ? (target.closest<HTMLElement>('[data-node]')?.dataset['node'] ?? null)
      : null;
  const follow = (id: string | null): void => {
    const isEntered = id !== focused;
    focused = id;
    nodeWindow.pin(id);
    // Asked of the document: the browser has scrolled to the field in vain, and React Flow takes that back.
    const box = id === null ? undefined : session.scene.box(id);
    // At once: the nodes that follow are mounted before the next Tab.
    if (box && isEntered && isTab && !contains(session.view.visible(), box)) session.view.reveal(box, true);
  };
  document.addEventListener('keydown', (event) => (isTab = pressedKey(event) === 'Tab'), options);
  document.addEventListener('pointerdown', () => (isTab = false), options);
  stage.addEventListener('focusin', ({ target }) => follow(nodeOf(target)), options);
  stage.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      // A window that loses the focus gives it back to the same field; what gets it next in the canvas says so itself.
      if (document.hasFocus() && nodeOf(relatedTarget) === null) follow(null);
    },
    options,
  );
  return () => listeners.abort();
}
