import { useRef, useState, useSyncExternalStore, type KeyboardEvent, type ReactElement } from 'react';
import { TriangleAlert } from 'lucide-react';
import { DEFAULT_PAIRING, LISTS_PIN, pairingOf, PAIRINGS } from '#shared/graph/list-pairing.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import type { NodeItem } from '#renderer/model/node-items.ts';
import { FittedPicture } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { NodeLayout } from '../scene/node-layout.ts';
import { useCatalogRevision, useEditor, useNodeSelector } from '../session/editor-context.ts';
import { itemLabel } from './item-label.ts';
import { openPreview } from './open-preview.ts';
import { pictureOf } from './preview-source.ts';
import { useNodeItems } from './use-node-items.ts';
import css from './node-items.module.css';

const t = words.lists;

/** Pixels from one item of the strip to the next, and items beyond its edges that are there. */
const CELL = 36;
const OVERSCAN = 2;

/** That a node runs for the items of lists: a stack behind it, how many there are and failed, and how its lists go together. */
export function NodeStack({ nodeId, title }: { nodeId: string; title: string }): ReactElement | null {
  const { session, onOpenItems } = useEditor();
  const { counts } = useNodeItems(nodeId);
  useCatalogRevision(session);
  const spread = useSyncExternalStore(session.lists.subscribe, () =>
    session.lists.spreadInputs(nodeId).join('\n'),
  );
  const pairing = useNodeSelector(session, nodeId, ({ inputs }) => pairingOf(inputs?.[LISTS_PIN]?.value));
  const isPaired = spread.includes('\n') || (spread !== '' && pairing !== DEFAULT_PAIRING);
  if (counts === null && spread === '') return null;
  const label = [
    counts === null ? t.forEach : words.counts.items(counts.total),
    isPaired ? words.nodeTypes.choice(PAIRINGS, pairing ?? DEFAULT_PAIRING) : null,
  ].filter((part) => part !== null);
  const failed = counts !== null && counts.failed > 0 ? [t.failed(counts.failed)] : [];
  return (
    <>
      <span className={css['stack']} aria-hidden />
      <button
        type="button"
        className={css['count']}
        data-widget
        data-items={counts?.total ?? 0}
        aria-label={`${[...label, ...failed].join(' · ')}, ${t.itemsOf(title)}`}
        title={`${label.join(' · ')}. ${t.openItems}`}
        disabled={counts === null}
        onClick={() => onOpenItems(nodeId)}
      >
        <span className={css['label']}>{label.join(' · ')}</span>
        {failed.map((text) => (
          <span key={text} className={css['failures']}>
            {' · '}
            <span className={css['failed']}>{text}</span>
          </span>
        ))}
      </button>
    </>
  );
}

/** The items of a node in a row over the lower edge of its picture; those out of sight are room and no elements. */
export function ItemStrip({
  nodeId,
  layout: { width },
}: {
  nodeId: string;
  layout: NodeLayout;
}): ReactElement | null {
  const editor = useEditor();
  const { session } = editor;
  const { items, inView } = useNodeItems(nodeId);
  const strip = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  if (items.length < 2 || inView === null) return null;
  const first = Math.max(0, Math.floor(scrolled / CELL) - OVERSCAN);
  const last = Math.min(items.length - 1, Math.ceil((scrolled + width) / CELL) + OVERSCAN);
  const select = (index: number): void => {
    session.itemsInView.set(nodeId, index);
    const element = strip.current;
    if (element) element.scrollLeft = (index + 0.5) * CELL - element.clientWidth / 2;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = stepTo(pressedKey(event), inView.index, items.length);
    if (target !== null) select(target);
    else if (pressedKey(event) === 'Enter') openPreview(editor, nodeId);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const label = itemLabel(inView.item, inView.index, items.length);
  return (
    <div
      ref={strip}
      role="slider"
      tabIndex={0}
      aria-label={t.strip}
      aria-valuemin={1}
      aria-valuemax={items.length}
      aria-valuenow={inView.index + 1}
      aria-valuetext={label}
      className={`${css['strip']} nowheel`}
      data-widget
      onKeyDown={onKeyDown}
      onScroll={(event) => setScrolled(event.currentTarget.scrollLeft)}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <div className={css['items']} style={{ width: items.length * CELL }}>
        {items.slice(first, last + 1).map((item, at) => (
          <StripItem
            key={`${first + at} ${pictureOf(item) ?? ''}`}
            connectionId={session.ports.connectionId}
            item={item}
            index={first + at}
            label={itemLabel(item, first + at, items.length)}
            isInView={first + at === inView.index}
            onSelect={select}
          />
        ))}
      </div>
    </div>
  );
}

/** Where a key leads; null for one that leads nowhere. */
function stepTo(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1);
    case 'ArrowRight':
      return Math.min(count - 1, index + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function StripItem({
  connectionId,
  item,
  index,
  label,
  isInView,
  onSelect,
}: {
  connectionId: string;
  item: NodeItem;
  index: number;
  label: string;
  isInView: boolean;
  onSelect: (index: number) => void;
}): ReactElement {
  const picture = pictureOf(item);
  const [isBroken, setBroken] = useState(false);
  const media = useMediaUrl(
    connectionId,
    picture === null ? null : { kind: 'file', fileId: picture },
    'thumbnail',
  );
  return (
    <span
      className={css['item']}
      style={{ left: index * CELL }}
      data-item={index}
      data-phase={item.phase}
      data-in-view={isInView || undefined}
      title={item.error === null ? label : `${label}: ${words.sentences.translate(item.error.message)}`}
      onClick={() => onSelect(index)}
      role="presentation"
    >
      {item.phase === 'failed' ? (
        <TriangleAlert size={14} aria-hidden />
      ) : media && !isBroken ? (
        <FittedPicture src={media.url} alt="" onError={() => setBroken(true)} />
      ) : (
        index + 1
      )}
    </span>
  );
}
