import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, Columns2, Copy, Download, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { CommandButton, runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { IconButton } from '#renderer/ui/index.ts';
import { FullOutput, type Zoom } from './full-output.tsx';
import { copyOutput, saveOutput } from './save-output.ts';
import { describeOutput, type ViewedItem } from './viewed-item.ts';
import { openCompare } from './viewer-store.ts';
import css from './viewer.module.css';

const STEP = 1.4;
const limited = (scale: number) => Math.min(16, Math.max(0.1, scale));

/** One output at full size; arrows lead to the next, plus and minus zoom, 0 fits, Escape closes. */
export function Viewer({
  items,
  index,
  onIndex,
  onClose,
}: {
  items: readonly ViewedItem[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}): ReactElement | null {
  const named = items[index];
  const [zoom, setZoom] = useState<{ key: string; zoom: Zoom } | null>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const current = zoom?.key === named?.key ? (zoom?.zoom ?? null) : null;
  const isImage = named?.kind === 'image';

  const zoomBy = (factor: number) =>
    setZoom({
      key: named?.key ?? '',
      zoom: { x: current?.x ?? 0, y: current?.y ?? 0, scale: limited((current?.scale ?? 1) * factor) },
    });
  const step = (by: number) => {
    onIndex((index + by + items.length) % items.length);
  };

  useCommandContext({ canZoomIn: isImage, canZoomOut: isImage });
  useCommands('output', {
    'view.zoom-in': () => zoomBy(STEP),
    'view.zoom-out': () => zoomBy(1 / STEP),
    'view.fit': () => setZoom(null),
  });
  if (!named) return null;

  const onKeyDown = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowRight':
        step(1);
        break;
      case 'ArrowLeft':
        step(-1);
        break;
      default:
        if (runKeyCommand('output', event.nativeEvent)) event.stopPropagation();
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current || !current) return;
    const [dx, dy] = [event.clientX - drag.current.x, event.clientY - drag.current.y];
    drag.current = { x: event.clientX, y: event.clientY };
    setZoom({ key: named.key, zoom: { ...current, x: current.x + dx, y: current.y + dy } });
  };

  return (
    <Base.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        {/* On a button, the focus would open its tooltip. */}
        <Base.Popup ref={popup} initialFocus={popup} className={css['viewer']} onKeyDown={onKeyDown}>
          <div className={css['bar']}>
            <Base.Title className={css['title']}>
              <bdi>{named.label}</bdi>
              <span className={css['meta']}>
                {describeOutput(named)}
                {items.length > 1 ? ` · ${index + 1} of ${items.length}` : ''}
              </span>
            </Base.Title>
            {isImage ? (
              <>
                <CommandButton id="view.zoom-out" scope="output" />
                <span className={css['zoom']}>
                  {current ? `${Math.round(current.scale * 100)} %` : 'Fit'}
                </span>
                <CommandButton id="view.zoom-in" scope="output" />
                <CommandButton id="view.fit" scope="output" />
              </>
            ) : null}
            {items.length > 1 ? (
              <IconButton
                label="Compare with the next output"
                onClick={() => openCompare([named, items[(index + 1) % items.length] ?? named])}
              >
                <Columns2 />
              </IconButton>
            ) : null}
            <IconButton label="Copy" onClick={() => void copyOutput(named.connectionId, named)}>
              <Copy />
            </IconButton>
            <IconButton label="Save as…" onClick={() => void saveOutput(named.connectionId, named)}>
              <Download />
            </IconButton>
            <Base.Close
              render={
                <IconButton label="Close" shortcut="Esc">
                  <X />
                </IconButton>
              }
            />
          </div>
          <div
            className={css['stage']}
            data-zoomed={current ? '' : undefined}
            onWheel={isImage ? (event) => zoomBy(Math.exp(-event.deltaY / 300)) : undefined}
            onPointerDown={(event) => {
              if (!current || event.target instanceof HTMLButtonElement) return;
              drag.current = { x: event.clientX, y: event.clientY };
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={onPointerMove}
            onPointerUp={() => {
              drag.current = null;
            }}
          >
            <FullOutput item={named} zoom={current} />
            {items.length > 1 ? (
              <>
                <span className={css['step']} data-side="left">
                  <IconButton
                    label="Previous output"
                    variant="secondary"
                    size="medium"
                    onClick={() => step(-1)}
                  >
                    <ChevronLeft />
                  </IconButton>
                </span>
                <span className={css['step']} data-side="right">
                  <IconButton label="Next output" variant="secondary" size="medium" onClick={() => step(1)}>
                    <ChevronRight />
                  </IconButton>
                </span>
              </>
            ) : null}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
