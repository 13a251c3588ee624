import { Dialog as Base } from '@base-ui/react/dialog';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import { describeProblem, useMediaInfo, useMediaUrl } from '#renderer/desk/index.ts';
import { focusKind, pressedKey } from '#renderer/keys/index.ts';
import { Button, Select, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { FromMaskWorker, MaskFit, Size, Viewport } from '../worker/mask-messages.ts';
import type { View } from '../raster/paint.ts';
import { MaskToolBar, MaskTopBar } from './mask-bar.tsx';
import { MaskStage } from './mask-stage.tsx';
import type { MaskTarget } from './mask-target.ts';
import { settingsAfterKey, startSettings, type ToolSettings } from './mask-tools.ts';
import { centered, fittedView, differsInShape, maskSizeFor, zoomed } from './mask-view.ts';
import { useMask, type Mask } from './use-mask.ts';
import css from './masks.module.css';

const t = words.masks;

/** The masked part is seen in this color, as strong as one still sees the picture. */
const OVERLAY = { color: [232, 60, 60], opacity: 0.55 } as const;
const ZOOM_STEP = 1.25;
/** More pixels than these are shown by a smaller copy. */
const MAX_PAGE_PIXELS = 60_000_000;

export interface MaskWindowProps {
  target: MaskTarget;
  /** Puts the mask into its input. @throws Error with a sentence when it does not arrive. */
  onSave: (file: File) => Promise<void>;
  onClose: () => void;
}

/** Draws a mask over a picture, in all of the window. */
export function MaskWindow(props: MaskWindowProps): ReactElement {
  const { target, onClose } = props;
  const info = useMediaInfo(target.connectionId, target.picture.fileId);
  const picture = info.data?.kind === 'image' ? info.data : null;
  const popup = useRef<HTMLDivElement>(null);
  const controls = useRef<WindowControls | null>(null);
  const setControls = useCallback((next: WindowControls): void => {
    controls.current = next;
  }, []);
  return (
    <Base.Root open onOpenChange={(next) => (next ? undefined : (controls.current?.close ?? onClose)())}>
      <Base.Portal>
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          className={css['window']}
          aria-label={t.title(target.title)}
          onKeyDown={(event) => controls.current?.press(event)}
          onKeyUp={(event) => controls.current?.release(event)}
        >
          {picture ? (
            <Drawing {...props} picture={picture} onControls={setControls} />
          ) : (
            <p className={css['note']} role="status">
              {info.isError ? describeProblem(info.error) : info.data ? t.noPicture : t.loading}
            </p>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface WindowControls {
  press: (event: KeyboardEvent) => void;
  release: (event: KeyboardEvent) => void;
  close: () => void;
}

function Drawing({
  target,
  picture,
  onSave,
  onClose,
  onControls,
}: MaskWindowProps & { picture: Size; onControls: (controls: WindowControls) => void }): ReactElement {
  const [size] = useState(() => maskSizeFor(picture, target.picture.isPreview));
  const [settings, setSettings] = useState(() => startSettings(size));
  const [isPanning, setPanning] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const { view, stageSize, zoom, pan, fit, fullSize } = useView(stage, size);
  const { canvas, drawPixels } = useCanvasPainter(view);
  const mask = useMask(target, size, drawPixels);
  const { show } = mask;
  const { blackAndWhite } = settings;
  const { scale, x, y } = view;
  useEffect(
    () => show(viewportOf({ scale, x, y }, stageSize, blackAndWhite)),
    [show, scale, x, y, stageSize, blackAndWhite],
  );
  const source = { kind: 'file', fileId: target.picture.fileId } as const;
  const variant = picture.width * picture.height > MAX_PAGE_PIXELS ? 'large' : 'original';
  const [hasFailed, setFailed] = useState(false);
  const url = useMediaUrl(target.connectionId, source, hasFailed ? 'preview' : variant);

  const { isSaving, close, save } = useEndings(mask, target, onSave, onClose);
  const press = (event: KeyboardEvent): void =>
    pressKey(event, {
      mask,
      settings,
      onSettings: setSettings,
      actions: {
        ' ': () => setPanning(true),
        '0': fit,
        '1': fullSize,
        '+': () => zoom(ZOOM_STEP),
        '-': () => zoom(1 / ZOOM_STEP),
      },
      onSave: () => void save(),
    });
  const release = (event: KeyboardEvent): void => {
    if (pressedKey(event) === ' ') setPanning(false);
  };
  useEffect(() => onControls({ press, release, close }));
  return (
    <>
      <MaskTopBar
        title={t.title(target.title)}
        steps={mask.steps}
        percent={(size.width / picture.width) * view.scale * window.devicePixelRatio * 100}
        isSaving={isSaving}
        blackAndWhite={blackAndWhite}
        onUndo={() => mask.edit({ kind: 'undo' })}
        onRedo={() => mask.edit({ kind: 'redo' })}
        onFit={fit}
        onFullSize={fullSize}
        onBlackAndWhite={() => setSettings({ ...settings, blackAndWhite: !blackAndWhite })}
        onSave={() => void save()}
        onClose={close}
      />
      <MaskToolBar
        settings={settings}
        onSettings={setSettings}
        onAdjust={(edit) => mask.edit({ kind: 'whole', edit })}
      />
      <SourceNote mask={mask} picture={picture} />
      <MaskStage
        pictureUrl={url?.url ?? null}
        {...{ size, view, settings, isPanning, stage, canvas }}
        isBusy={mask.phase !== 'ready' || isSaving}
        onEdit={mask.edit}
        onPan={pan}
        onZoom={zoom}
        onPictureError={() => setFailed(true)}
      />
    </>
  );
}

/** A view in pixels of the screen. */
function viewportOf(view: View, stage: Size, blackAndWhite: boolean): Viewport {
  const ratio = window.devicePixelRatio;
  return {
    view: { scale: view.scale * ratio, x: view.x * ratio, y: view.y * ratio },
    size: { width: Math.round(stage.width * ratio), height: Math.round(stage.height * ratio) },
    style: { ...OVERLAY, blackAndWhite },
  };
}

/** Closing, which keeps what was drawn on this computer, and saving, which closes once the mask has arrived. */
function useEndings(mask: Mask, target: MaskTarget, onSave: MaskWindowProps['onSave'], onClose: () => void) {
  const [isSaving, setSaving] = useState(false);
  const close = (): void => {
    mask
      .keep()
      .then(() => {
        if (mask.draftState !== 'kept') showToast({ id: 'mask', title: t.draftStored });
        return onClose();
      })
      .catch(() => {
        // A second time it closes all the same: the person has read what is lost.
        if (mask.draftState === 'failed' || mask.phase === 'failed') onClose();
        else showToast({ id: 'mask', kind: 'error', title: t.draftFailed });
      });
  };
  const save = async (): Promise<void> => {
    if (isSaving || mask.phase !== 'ready') return;
    setSaving(true);
    try {
      const blob = await mask.export();
      await mask.keep().catch(() => undefined);
      const name = `${t.fileName(target.title).replaceAll(/[\\/:*?"<>|]/g, ' ')}.png`;
      await onSave(new File([blob], name, { type: 'image/png' }));
      await mask.discardDraft().catch(() => undefined);
      onClose();
    } catch (error) {
      showToast({ id: 'mask', kind: 'error', title: t.notSaved(describeProblem(error)) });
      setSaving(false);
    }
  };
  return { isSaving, close, save };
}

/** Does what a key does, unless it is for a field or button. */
function pressKey(
  event: KeyboardEvent,
  {
    mask,
    settings,
    onSettings,
    actions,
    onSave,
  }: {
    mask: Mask;
    settings: ToolSettings;
    onSettings: (settings: ToolSettings) => void;
    actions: Readonly<Record<string, () => void>>;
    onSave: () => void;
  },
): void {
  const kind = focusKind(event.target, event.currentTarget);
  const key = pressedKey(event);
  // A button that has the focus is pressed by the space bar.
  if (kind === 'text' || kind === 'popup' || (key === ' ' && kind === 'widget')) return;
  const mod = event.ctrlKey || event.metaKey;
  const withMod: Record<string, () => void> = {
    z: () => mask.edit({ kind: event.shiftKey ? 'redo' : 'undo' }),
    s: onSave,
  };
  const invert = (): void => mask.edit({ kind: 'whole', edit: { kind: 'invert' } });
  const action = (mod ? withMod : { ...actions, i: invert })[key.toLowerCase()];
  const changed = mod || event.altKey ? null : settingsAfterKey(settings, key, event.shiftKey);
  if (!action && !changed) return;
  event.preventDefault();
  event.stopPropagation();
  if (action) action();
  else if (changed) onSettings(changed);
}

/** What the mask begins with, where that is another thing than its file as it is. */
function SourceNote({ mask, picture }: { mask: Mask; picture: Size }): ReactElement | null {
  const { draftFrom, sourceSize, isUnreadable, fit } = mask.source;
  if (mask.phase === 'failed') return <Note text={t.failed} isProblem />;
  if (mask.draftState === 'failed') return <Note text={t.draftFailed} isProblem />;
  if (isUnreadable) return <Note text={t.maskUnreadable} isProblem />;
  if (draftFrom !== null) {
    return (
      <Note text={t.fromDraft(draftFrom)}>
        <Button size="small" onClick={() => mask.restart('stretch')}>
          {t.startFromSaved}
        </Button>
      </Note>
    );
  }
  if (sourceSize === null || !differsInShape(sourceSize, picture) || mask.steps.undoCount > 0) return null;
  const describe = ({ width, height }: Size): string => t.dimensions(width, height);
  return (
    <Note text={t.sizeMismatch(describe(sourceSize), describe(picture))}>
      <Select<MaskFit>
        label={t.fit}
        hideLabel
        size="small"
        value={fit}
        options={[
          { value: 'stretch', label: t.stretch },
          { value: 'contain', label: t.contain },
          { value: 'none', label: t.none },
        ]}
        onValueChange={(next) => mask.restart(next)}
      />
    </Note>
  );
}

const Note = ({
  text,
  isProblem = false,
  children,
}: {
  text: string;
  isProblem?: boolean;
  children?: ReactElement;
}): ReactElement => (
  <div className={css['source']} data-problem={isProblem || undefined} role="status">
    <span>{text}</span>
    {children}
  </div>
);

/** Where the picture lies in the window. Fitted until somebody moves it. */
function useView(stage: React.RefObject<HTMLDivElement | null>, picture: Size) {
  const [stageSize, setStageSize] = useState<Size>({ width: 1, height: 1 });
  const [moved, setMoved] = useState<View | null>(null);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setStageSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);
  const fitted = fittedView(picture, stageSize);
  const view = moved ?? fitted;
  const middle = { x: stageSize.width / 2, y: stageSize.height / 2 };
  return {
    view,
    stageSize,
    zoom: (factor: number, at = middle) => setMoved(zoomed(view, factor, at, fitted.scale)),
    pan: (by: { x: number; y: number }) =>
      setMoved((before) => {
        const from = before ?? view;
        return { ...from, x: from.x + by.x, y: from.y + by.y };
      }),
    fit: () => setMoved(null),
    fullSize: () => setMoved(centered(picture, stageSize, 1 / window.devicePixelRatio)),
  };
}

/** Puts what the worker has painted onto the canvas; until it has, the canvas moves along with the picture. */
function useCanvasPainter(view: View) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const renderedView = useRef<View | null>(null);
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
    alignCanvas(canvas.current, renderedView.current, view);
  });
  const drawPixels = ({
    view: at,
    isFull,
    rendered,
  }: Extract<FromMaskWorker, { kind: 'rendered' }>): void => {
    const element = canvas.current;
    if (!element || !rendered) return;
    const ratio = window.devicePixelRatio;
    const { rect, pixels } = rendered;
    if (isFull) resizeCanvas(element, rect, ratio);
    const context = element.getContext('2d');
    context?.putImageData(new ImageData(pixels, rect.width, rect.height), rect.left, rect.top);
    renderedView.current = { scale: at.scale / ratio, x: at.x / ratio, y: at.y / ratio };
    alignCanvas(element, renderedView.current, latest.current);
  };
  return { canvas, drawPixels };
}

function resizeCanvas(element: HTMLCanvasElement, { width, height }: Size, ratio: number): void {
  if (element.width === width && element.height === height) return;
  element.width = width;
  element.height = height;
  element.style.width = `${width / ratio}px`;
  element.style.height = `${height / ratio}px`;
}

/** Moves a canvas that shows one view to where another has it. */
function alignCanvas(element: HTMLCanvasElement | null, from: View | null, { scale, x, y }: View): void {
  if (!element || !from) return;
  const change = scale / from.scale;
  element.style.transform = `translate(${x - from.x * change}px, ${y - from.y * change}px) scale(${change})`;
}
