import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleSlash, Frame, Lock, Snowflake, type LucideIcon } from 'lucide-react';
import { memo, useEffect, useReducer, useRef, useState, type ReactElement } from 'react';
import { EmptyState, IconButton } from '#renderer/ui/index.ts';
import { TypeIcon } from '#renderer/fields/type-icon.tsx';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { STATE_MARKS, type StateMark } from '../session/node-states.ts';
import { switchRows, type SwitchRow } from '../session/switch-rows.ts';
import css from './switches-panel.module.css';
import panel from './panel-list.module.css';

const t = words.editorPanels.switchesPanel;

/** Pixels of a row, and how many rows beyond the view are there. */
const ROW = 36;
const OVERSCAN = 8;

const appearances: Readonly<Record<StateMark, { Icon: LucideIcon; on: string; off: string }>> = {
  muted: { Icon: CircleSlash, on: t.mute, off: t.unmute },
  frozen: { Icon: Snowflake, on: t.freeze, off: t.unfreeze },
  locked: { Icon: Lock, on: t.lock, off: t.unlock },
};

interface SwitchesPanelProps {
  session: EditorSession;
  /** While it is not, it follows no edits. */
  isVisible: boolean;
}

/** All that is muted, frozen or locked, with switches; a press on a name goes there. */
export const SwitchesPanel = memo(Switches, (before, after) => !before.isVisible && !after.isVisible);

/** What is switched now, and what was since the panel was shown: so that a switch can be turned back. */
function useSwitchRows(session: EditorSession, isVisible: boolean): readonly SwitchRow[] {
  const [, wake] = useReducer((count: number) => count + 1, 0);
  const [retained] = useState(() => new Set<string>());
  useEffect(() => {
    if (!isVisible) {
      retained.clear();
      return undefined;
    }
    wake();
    const ends = [
      session.store.canvas.subscribe(wake),
      session.store.subscribe(({ edited }) => edited.size > 0 && wake()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [session, isVisible, retained]);
  const rows = isVisible ? switchRows(session, retained) : [];
  for (const { key } of rows) retained.add(key);
  return rows;
}

function Switches({ session, isVisible }: SwitchesPanelProps): ReactElement {
  const rows = useSwitchRows(session, isVisible);
  const scroll = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
  });
  if (rows.length === 0) {
    return <EmptyState compact title={t.noSwitchedDisabled} text={t.nodesYouMuteM} />;
  }
  return (
    <div ref={scroll} className={panel['scroll']} style={{ height: '100%' }}>
      <ul className={css['rows']} style={{ height: virtualizer.getTotalSize() }} aria-label={t.switches}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li key={row.key} className={css['row']} style={{ transform: `translateY(${start}px)` }}>
              <Row session={session} row={row} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Row({ session, row }: { session: EditorSession; row: SwitchRow }): ReactElement {
  const { title, which, nodeIds, item } = row;
  const name = which === '' ? title : `${title}, ${which}`;
  const type = session.store.getNode(nodeIds[0] ?? '')?.type ?? '';
  const toggle: Readonly<Record<StateMark, () => void>> = {
    muted: () => session.toggles.mute(nodeIds),
    frozen: () => session.toggles.freeze(nodeIds),
    locked: () => session.toggles.lockThese(nodeIds, item ? session.items.grouped([item.key], []).items : []),
  };
  return (
    <>
      <button
        type="button"
        className={css['name']}
        aria-label={item ? t.goToFrame(name) : t.goTo(name)}
        title={name}
        onClick={() => (item ? session.items.focus(item) : session.focusNode(nodeIds[0] ?? ''))}
      >
        {item ? (
          <Frame aria-hidden size={16} />
        ) : (
          <TypeIcon name={session.catalog.find(type)?.summary.icon} size={16} />
        )}
        <span dir="auto">{title}</span>
        {which === '' ? null : <small>{which}</small>}
      </button>
      {STATE_MARKS.map((mark) => {
        const { Icon, on, off } = appearances[mark];
        const isOn = row.marks[mark];
        const target = item ? t.allIn(title) : name;
        return (
          <IconButton
            key={mark}
            label={`${isOn === true ? off : on} ${target}`}
            className={css['switch']}
            data-on={isOn}
            onClick={toggle[mark]}
          >
            <Icon />
          </IconButton>
        );
      })}
    </>
  );
}
