import { useCallback, useSyncExternalStore, type ReactElement } from 'react';
import { pinToken } from '#renderer/fields/pin-token.ts';
import { words } from '#renderer/words/index.ts';
import type { DraftWire } from '../input/connection-drag.ts';
import type { GestureOverlay } from '../input/gesture-overlay-store.ts';
import type { Gestures } from '../input/gestures.ts';
import { svgPath } from '../../scene/wire-geometry.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { LinePaths } from './canvas-lines.tsx';
import { GuideLines } from './guide-lines.tsx';
import { stableArea } from './steady-area.ts';
import css from './gesture-overlay.module.css';

const t = words.editorCanvas.gestureOverlay;

/** Whether something is shown that stands on the canvas. While there is, it wakes for the view too, which may move under a gesture. */
function useHasShapes(session: EditorSession, { box, draft, dropOn, stroke }: GestureOverlay): boolean {
  const hasShapes = box !== null || draft !== null || dropOn !== null || stroke !== null;
  useSyncExternalStore(
    useCallback((listener: () => void) => session.view.subscribe(listener), [session]),
    () => (hasShapes ? session.view.view : null),
  );
  return hasShapes;
}

/** What a held gesture shows above the nodes: the selection box, the wire being drawn, pins that fit, the reason. */
export function GestureOverlayView({
  session,
  gestures,
}: {
  session: EditorSession;
  gestures: Gestures;
}): ReactElement | null {
  const overlay = useSyncExternalStore(gestures.overlay.subscribe, gestures.overlay.get);
  const { box, draft, dropOn, stroke, isDrag } = overlay;
  const hasShapes = useHasShapes(session, overlay);
  const { x, y, zoom } = session.view.view;
  const dropShape = dropOn === null ? undefined : session.scene.shape(dropOn);
  if (!hasShapes && !isDrag) return null;
  return (
    <>
      <svg className={css['overlay']} aria-hidden>
        {hasShapes ? (
          <g transform={t.translateScale(x, y, zoom)}>
            <rect {...stableArea(session.view)} fill="none" />
            {box ? (
              <rect
                className={css['selectionBox']}
                x={box.x}
                y={box.y}
                width={box.width}
                height={box.height}
                strokeWidth={1 / zoom}
              />
            ) : null}
            {dropShape ? (
              <path
                data-drop-wire={dropOn}
                d={svgPath(dropShape.curve)}
                fill="none"
                stroke="var(--accent)"
                strokeWidth={5}
                strokeLinecap="round"
              />
            ) : null}
            {stroke ? (
              <g className={css['stroke']} data-stroke>
                <LinePaths points={stroke.points} isArrow={stroke.isArrow} />
              </g>
            ) : null}
            {draft ? (
              <>
                {draft.fitting.map((at) => (
                  <circle key={`${at.x} ${at.y}`} className={css['fits']} cx={at.x} cy={at.y} r={11} />
                ))}
                <path
                  d={svgPath(draft.curve)}
                  fill="none"
                  stroke={`var(${pinToken(draft.base)})`}
                  strokeWidth={2.5}
                  strokeLinecap="round"
                  strokeDasharray={draft.target && draft.reason === null ? undefined : '2 7'}
                />
                {draft.target ? (
                  <circle
                    cx={draft.target.at.x}
                    cy={draft.target.at.y}
                    r={12}
                    fill="none"
                    stroke={draft.reason === null ? 'var(--accent)' : 'var(--error)'}
                    strokeWidth={2}
                  />
                ) : null}
              </>
            ) : null}
          </g>
        ) : null}
        {isDrag ? <GuideLines session={session} overlay={gestures.overlay} /> : null}
      </svg>
      {draft ? <DraftHint session={session} draft={draft} /> : null}
    </>
  );
}

/** What letting go of the wire would do, or why it does nothing. */
function DraftHint({ session, draft }: { session: EditorSession; draft: DraftWire }): ReactElement {
  const { x, y, zoom } = session.view.view;
  const origin = session.view.toClient({ x: -x / zoom, y: -y / zoom });
  return (
    <p
      className={css['hint']}
      data-refused={draft.reason !== null || undefined}
      role="status"
      style={{ left: draft.client.x - origin.x + 18, top: draft.client.y - origin.y + 18 }}
    >
      {draft.reason !== null
        ? words.sentences.translate(draft.reason)
        : draft.target
          ? t.connectTo(session.pinLabel(draft.target.nodeId, draft.target.pin, draft.target.side))
          : t.dropAddNode}
    </p>
  );
}
