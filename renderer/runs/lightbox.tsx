import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, Copy, Download, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { CommandButton, runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { IconButton } from '#renderer/ui/index.ts';
import { describeOutput } from './output-card.tsx';
import { textOf, type NamedOutput } from './run-outputs.ts';
import { copyOutput, saveOutput } from './save-output.ts';
import css from './outputs.module.css';

/** Scale and shift of the picture; null fits it to the view. */
interface Zoom {
  scale: number;
  x: number;
  y: number;
}

const STEP = 1.4;
const limited = (scale: number) => Math.min(16, Math.max(0.1, scale));

/** One output at full size; arrows lead to the next, plus and minus zoom, 0 fits, Escape closes. */
export function Lightbox({
  connectionId,
  outputs,
  openKey,
  onOpenKey,
  onClose,
}: {
  connectionId: string;
  outputs: readonly NamedOutput[];
  openKey: string;
  onOpenKey: (key: string) => void;
  onClose: () => void;
}): ReactElement | null {
  const at = outputs.findIndex(({ key }) => key === openKey);
  const named = outputs[at];
  const [zoom, setZoom] = useState<{ key: string; zoom: Zoom } | null>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const current = zoom?.key === named?.key ? (zoom?.zoom ?? null) : null;
  const isImage = named?.kind === 'image';

  const zoomBy = (factor: number) =>
    setZoom({
      key: openKey,
      zoom: { x: current?.x ?? 0, y: current?.y ?? 0, scale: limited((current?.scale ?? 1) * factor) },
    });
  const step = (by: number) => {
    const next = outputs[(at + by + outputs.length) % outputs.length];
    if (next) onOpenKey(next.key);
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
        <Base.Popup ref={popup} initialFocus={popup} className={css['lightbox']} onKeyDown={onKeyDown}>
          <div className={css['lightboxBar']}>
            <Base.Title className={css['lightboxTitle']}>
              <bdi>{named.label}</bdi>
              <span className={css['lightboxMeta']}>
                {describeOutput(named)}
                {outputs.length > 1 ? ` · ${at + 1} of ${outputs.length}` : ''}
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
            <IconButton label="Copy" onClick={() => void copyOutput(connectionId, named)}>
              <Copy />
            </IconButton>
            <IconButton label="Save as…" onClick={() => void saveOutput(connectionId, named)}>
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
            <Full connectionId={connectionId} named={named} zoom={current} />
            {outputs.length > 1 ? (
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

function Full({
  connectionId,
  named,
  zoom,
}: {
  connectionId: string;
  named: NamedOutput;
  zoom: Zoom | null;
}): ReactElement | null {
  const { output, kind, label } = named;
  const file = isFileOutput(output);
  // The preview is enough for the view; its pixels are looked at once somebody zooms in.
  const media = useMediaUrl(
    connectionId,
    file ? { kind: 'file', fileId: output.fileId } : null,
    kind === 'image' && (zoom === null || zoom.scale <= 1) ? 'preview' : 'original',
  );
  if (!file) {
    return (
      <pre className={css['fullText']} data-kind={kind} dir="auto">
        {textOf(output)}
      </pre>
    );
  }
  if (!media) return null;
  switch (kind) {
    case 'image':
      return (
        <img
          className={css['full']}
          src={media.url}
          alt={label}
          draggable={false}
          style={zoom ? { transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` } : undefined}
        />
      );
    case 'video':
      return (
        // Generated by the run: there are no words to caption.
        <video className={css['full']} src={media.url} controls aria-label={label}>
          <track kind="captions" />
        </video>
      );
    case 'audio':
      return (
        <audio src={media.url} controls aria-label={label}>
          <track kind="captions" />
        </audio>
      );
    default:
      return <p>{output.filename}</p>;
  }
}
