import { Plus } from 'lucide-react';
import { useSyncExternalStore, type ReactElement } from 'react';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import css from './pick-button.module.css';

const t = words.editorNode.pickButton;

/** Over a pin that can be chosen while pins are picked: its place when it is, else a plus. */
export function PickButton({
  session,
  side,
  nodeId,
  pin,
}: {
  session: EditorSession;
  side: 'input' | 'output';
  nodeId: string;
  pin: string;
}): ReactElement | null {
  const { picking } = session;
  const pick = useSyncExternalStore(picking.subscribe, () => picking.of(side, nodeId, pin));
  if (pick === undefined) return null;
  return (
    <button
      type="button"
      className={css['pick']}
      data-side={side}
      data-widget
      aria-label={pick.order === null ? pick.label : t.number(pick.label, pick.order)}
      aria-pressed={pick.order !== null}
      title={pick.order === null ? t.select(pick.label) : t.number(pick.label, pick.order)}
      onClick={() => picking.toggle(pick)}
    >
      {pick.order ?? <Plus aria-hidden />}
    </button>
  );
}
