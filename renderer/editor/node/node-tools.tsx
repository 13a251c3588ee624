import { EllipsisVertical, Play } from 'lucide-react';
import { memo, useEffect, useRef, useState, type ReactElement } from 'react';
import { IconButton, Menu } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useEditor } from '../session/editor-context.ts';
import { nodeMenu } from './node-menu.ts';
import css from './node-header.module.css';

const t = words.editorNode.nodeTools;

/**
 * Run and menu of a node, in its header. They exist only while the pointer is over the node, the focus is within it, or
 * the menu is open: a menu in each of many nodes would cost every frame.
 */
export const NodeTools = memo(function NodeTools({
  nodeId,
  title,
}: {
  nodeId: string;
  title: string;
}): ReactElement {
  const { session, onRunTo } = useEditor();
  const anchor = useRef<HTMLSpanElement>(null);
  const [attended, setAttended] = useState(false);
  const isOpen = useRef(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const node = anchor.current?.closest('[data-node]');
    return node ? followAttention(node, setAttended) : undefined;
  }, []);
  return (
    <span ref={anchor} className={css['menu']}>
      {attended || open ? (
        <>
          <IconButton label={t.runTo(title)} onClick={() => onRunTo([nodeId])}>
            <Play />
          </IconButton>
          <Menu
            trigger={
              <IconButton label={t.menuOf(title)}>
                <EllipsisVertical />
              </IconButton>
            }
            entries={() => nodeMenu(session, nodeId)}
            onOpenChange={(opens) => {
              isOpen.current = opens;
              if (opens) setOpen(true);
            }}
            // A frame after the menu is gone: until then the focus goes back to the button.
            onOpenChangeComplete={(isExpanded) => {
              if (!isExpanded) requestAnimationFrame(() => setOpen(isOpen.current));
            }}
          />
        </>
      ) : null}
    </span>
  );
});

/**
 * Says whether the pointer is over an element or the focus within it, at once and whenever that changes.
 * @returns what ends it.
 */
function followAttention(element: Element, notify: (attended: boolean) => void): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const hasFocus = (): boolean => element.contains(document.activeElement);
  const update = (): void => notify(element.matches(':hover') || hasFocus());
  element.addEventListener('mouseenter', () => notify(true), { signal });
  element.addEventListener('mouseleave', () => notify(hasFocus()), { signal });
  element.addEventListener('focusin', () => notify(true), { signal });
  element.addEventListener(
    'focusout',
    (event) => {
      const next = event instanceof FocusEvent ? event.relatedTarget : null;
      if (!(next instanceof Node && element.contains(next))) update();
    },
    { signal },
  );
  update();
  return () => listeners.abort();
}
