import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { IconButton, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { siblingsOfKind } from '../model/compare-modes.ts';
import { belongsToControl } from '../model/control-keys.ts';
import { selectNextBackdrop } from '../model/ground.ts';
import type { PointedPixel } from '../parts/image-stage.tsx';
import { openWithSystem } from '../model/open-with-system.ts';
import { PixelLine } from '../parts/pixel-line.tsx';
import { starSourceOf, useOutputStars } from '../model/output-stars.ts';
import { copyOutput, saveOutput } from '../model/save-output.ts';
import { Stage } from '../parts/stage.tsx';
import { useImageView, type ImageView } from '../gestures/use-image-view.ts';
import type { ViewedItem } from '../model/viewed-item.ts';
import { ViewerBar } from '../parts/viewer-bar.tsx';
import { openCompare } from '../model/viewer-store.ts';
import css from '../parts/viewer.module.css';

const t = words.viewer.viewer;

/** One output at full size: its pixels, frames, waveform or text; arrows lead to the others, Escape closes. */
export function Viewer({
  items,
  index,
  onIndex,
  onClose,
  renderDetails,
}: {
  items: readonly ViewedItem[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
  renderDetails: ((item: ViewedItem) => ReactNode) | undefined;
}): ReactElement | null {
  const item = items[index];
  // An item that is missing says why; nothing can be done with it.
  const present = item?.item?.error ? undefined : item;
  const popup = useRef<HTMLDivElement>(null);
  const [pixel, setPixel] = useState<PointedPixel | null>(null);
  const [areDetailsOpen, setDetailsOpen] = useState(false);
  const viewKey = `${index} ${item?.key ?? ''}`;
  const image = useImageView(viewKey);
  const isImage = item?.kind === 'image';
  const step = (by: number): void => onIndex((index + by + items.length) % items.length);
  const compareWith = (targetIndex: number): void => {
    const second = items[targetIndex];
    if (item && second) openCompare([item, second]);
  };
  const comparable = present ? siblingsOfKind(items, index) : [];
  const stars = useOutputStars(item?.connectionId ?? '', present ? starSourceOf(present) : null);
  const isStarred = present ? (stars.isPending ? false : stars.isStarred(present)) : null;
  useViewerCommands({
    item: present,
    isStarred,
    onStar: () => present && stars.toggle(present),
    comparable: comparable.length,
    image,
    pixel,
    onCompare: () => compareWith(comparable[0]?.index ?? index),
    onDetails: () => setDetailsOpen((open) => !open),
  });
  if (!item) return null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (belongsToControl(event)) return;
    if (pressedKey(event) === 'ArrowRight' || pressedKey(event) === 'ArrowLeft') {
      if (items.length > 1) step(pressedKey(event) === 'ArrowRight' ? 1 : -1);
      event.preventDefault();
      event.stopPropagation();
    } else if (runKeyCommand('output', event.nativeEvent)) event.stopPropagation();
  };
  const details = areDetailsOpen ? renderDetails?.(item) : null;
  return (
    <Base.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        {/* On a button, the focus would open its tooltip. */}
        <Base.Popup ref={popup} initialFocus={popup} className={css['viewer']} onKeyDown={onKeyDown}>
          <ViewerBar
            items={items}
            index={index}
            image={isImage ? image : null}
            isStarred={isStarred}
            hasDetails={renderDetails !== undefined}
            onCompare={compareWith}
          />
          <div className={css['body']}>
            <div className={css['stageArea']}>
              <Stage key={viewKey} item={item} image={image} onPixel={setPixel} />
              {items.length > 1 ? <StepButtons onStep={step} /> : null}
              {isImage ? <PixelLine picture={image.picture} pixel={pixel} /> : null}
            </div>
            {details ? (
              <aside className={css['details']} aria-label={t.details}>
                {details}
              </aside>
            ) : null}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function useViewerCommands({
  item,
  isStarred,
  onStar,
  comparable,
  image,
  pixel,
  onCompare,
  onDetails,
}: {
  item: ViewedItem | undefined;
  /** Null where it can have no star. */
  isStarred: boolean | null;
  onStar: () => void;
  /** How many others it can be compared with. */
  comparable: number;
  image: ImageView;
  pixel: PointedPixel | null;
  onCompare: () => void;
  onDetails: () => void;
}): void {
  const isImage = item?.kind === 'image';
  useCommandContext({
    canZoomIn: isImage,
    canZoomOut: isImage,
    viewedKind: isImage ? 'image' : 'other',
    viewedComparable: comparable,
    viewedStarred: isStarred,
  });
  useCommands('output', {
    'view.zoom-in': image.zoomIn,
    'view.zoom-out': image.zoomOut,
    'view.zoom-reset': image.fullSize,
    'view.fit': image.fit,
    'output.ground': selectNextBackdrop,
    'output.copy-color': () => void copyColor(pixel),
    'output.compare': onCompare,
    'output.star': onStar,
    'output.copy': () => item && void copyOutput(item.connectionId, item),
    'output.save': () => item && void saveOutput(item.connectionId, item),
    'output.open': () => item && void openWithSystem(item),
    'output.details': onDetails,
  });
}

const StepButtons = ({ onStep }: { onStep: (by: number) => void }): ReactElement => (
  <>
    <span className={css['step']} data-side="left">
      <IconButton label={t.previousOutput} variant="secondary" size="medium" onClick={() => onStep(-1)}>
        <ChevronLeft />
      </IconButton>
    </span>
    <span className={css['step']} data-side="right">
      <IconButton label={t.nextOutput} variant="secondary" size="medium" onClick={() => onStep(1)}>
        <ChevronRight />
      </IconButton>
    </span>
  </>
);

async function copyColor(pixel: PointedPixel | null): Promise<void> {
  if (!pixel) {
    showToast({ id: 'color', title: t.pointPixelPictureFirst });
    return;
  }
  if (!pixel.isExact) {
    showToast({
      id: 'color',
      title: t.colorBeingReadFrom,
      description: t.leavePointerThenCopy,
    });
    return;
  }
  try {
    await navigator.clipboard.writeText(pixel.hex);
    showToast({ id: 'color', kind: 'ok', title: t.copied(pixel.hex) });
  } catch {
    showToast({ id: 'color', kind: 'error', title: t.colorNotCopied });
  }
}
