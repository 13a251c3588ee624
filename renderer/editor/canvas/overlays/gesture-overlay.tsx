import { useSyncExternalStore, type ReactElement } from 'react';
import { pinToken } from '../../node/pin-token.ts';
import type { DraftWire } from '../input/connection-drag.ts';
import type { Gestures } from '../input/gestures.ts';
import type { Guides } from '../../scene/guides.ts';
import { svgPath } from '../../scene/wire-geometry.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { LinePaths } from './canvas-lines.tsx';
import { steadyArea } from './steady-area.ts';
import css from './gesture-overlay.module.css';

/** What a held gesture shows above the nodes: the selection box, the wire being drawn, pins that fit, the reason. */
export function GestureOverlayView({
  session,
  gestures,
}: {
  session: EditorSession;
  gestures: Gestures;
}): ReactElement | null {
  const overlay = useSyncExternalStore(gestures.overlay.subscribe, gestures.overlay.get);
  const { box, draft, dropOn, guides, stroke, isDrag } = overlay;
  const { x, y, zoom } = session.view.view;
  const dropShape = dropOn === null ? undefined : session.scene.shape(dropOn);
  const hasGuides = guides.lines.length + guides.gaps.length > 0;
  if (!box && !draft && !dropShape && !stroke && !isDrag) return null;
  return (
    <>
      <svg className={css['overlay']} aria-hidden>
        <g transform={`translate(${x} ${y}) scale(${zoom})`}>
          <SteadyArea session={session} />
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
          {hasGuides ? <GuideLines guides={guides} zoom={zoom} /> : null}
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
      </svg>
      {draft ? <DraftHint session={session} draft={draft} /> : null}
    </>
  );
}

/** As long as a gesture lasts there is one area with something in it, whatever is shown of it. */
function SteadyArea({ session }: { session: EditorSession }): ReactElement {
  const area = steadyArea(session.view);
  return (
    <>
      <rect {...area} fill="none" />
      <rect x={area.x} y={area.y} width={1} height={1} fillOpacity={0.001} />
    </>
  );
}

/** Half the length of the strokes at the ends of an equal distance. Pixels. */
const TICK = 5;

/** Lines that what is dragged stands on, and distances that are the same. */
function GuideLines({ guides, zoom }: { guides: Guides; zoom: number }): ReactElement {
  const tick = TICK / zoom;
  return (
    <g className={css['guides']} strokeWidth={1 / zoom} data-guides>
      {guides.lines.map(({ axis, at, from, to }) => (
        <path
          key={`${axis} ${at}`}
          data-guide={axis}
          d={axis === 'x' ? `M${at} ${from}V${to}` : `M${from} ${at}H${to}`}
        />
      ))}
      {guides.gaps.map(({ axis, from, to, at }) => (
        <path
          key={`${axis} ${from} ${to}`}
          data-gap={axis}
          d={
            axis === 'x'
              ? `M${from} ${at - tick}v${2 * tick}M${from} ${at}H${to}M${to} ${at - tick}v${2 * tick}`
              : `M${at - tick} ${from}h${2 * tick}M${at} ${from}V${to}M${at - tick} ${to}h${2 * tick}`
          }
        />
      ))}
    </g>
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
        ? draft.reason
        : draft.target
          ? `Connect to ${session.pinLabel(draft.target.nodeId, draft.target.pin, draft.target.side)}`
          : 'Drop to add a node'}
    </p>
  );
}
