import { useRef, useState, type PointerEvent, type ReactElement } from 'react';
import type { Size } from '#shared/geometry/plane.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { colorAt, fitScale, placementOf, ZoomStage } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Hand, HandContext, Handle, Outline } from '../model/hand.ts';
import { startView } from '../model/start-view.ts';
import { HandOutline } from '../parts/hand-outline.tsx';
import { HandleButton, type Placement } from '../parts/handle-button.tsx';
import { SteadyPicture } from '../parts/steady-picture.tsx';
import type { HandledNode, Sizes } from '../session/pictures.ts';
import type { HandEdits } from '../session/use-hand-edits.ts';
import css from '../parts/handles.module.css';

const t = words.handles;

interface StageProps {
  session: EditorSession;
  node: HandledNode;
  hands: readonly Hand[];
  sizes: Sizes;
  edits: HandEdits;
  hasLines: boolean;
  /** The input that a color is picked for. */
  picking: string | null;
  onPick: (hex: string) => void;
}

/** The picture with its handles, or the sentence why there is none. */
export function HandsStage(props: StageProps): ReactElement {
  const { sizes } = props;
  return (
    <section className={css['area']} aria-label={t.dialog.stage} data-picking={props.picking ?? undefined}>
      {typeof sizes.base === 'string' ? (
        <p className={css['empty']} role="status">
          {t.none[sizes.base]}
        </p>
      ) : (
        <Picture {...props} picture={sizes.base} />
      )}
    </section>
  );
}

function Picture({
  session,
  node,
  hands,
  sizes,
  edits,
  hasLines,
  picking,
  onPick,
  picture,
}: StageProps & { picture: Size }): ReactElement {
  const [view, setView] = useState(() => startView(hands, node.values, { picture, layer: sizes.layer }));
  const [stage, setStage] = useState<Size | null>(null);
  const image = useRef<HTMLImageElement>(null);
  const ratio = window.devicePixelRatio;
  const placement = stage
    ? placementOf(view, picture, stage, fitScale(picture, stage, ratio, Infinity))
    : null;
  const [first = null] = node.incoming;
  const isOnResult = picking === null && hands.some(({ lies }) => lies === 'on-result');
  const base = isOnResult ? (node.result ?? first) : first;
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    if (picking === null || !placement || !image.current) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - box.left - placement.left) / (picture.width * placement.k);
    const y = (event.clientY - box.top - placement.top) / (picture.height * placement.k);
    const isOnPicture = x >= 0 && y >= 0 && x < 1 && y < 1;
    const color = isOnPicture ? colorAt(image.current, x, y) : null;
    if (color) onPick(color.hex);
  };
  return (
    <div className={css['base']} onPointerUp={onPointerUp}>
      <ZoomStage
        picture={picture}
        view={view}
        onView={setView}
        onMetrics={(metrics) => setStage(metrics.stage)}
        maxK={Infinity}
      >
        <SteadyPicture
          connectionId={session.ports.connectionId}
          fileId={base?.fileId ?? null}
          isCompact={base !== null && base.scale !== 1}
          alt=""
          image={image}
        />
      </ZoomStage>
      {placement && picking === null ? (
        <Handles {...{ node, hands, edits, hasLines, placement }} picture={picture} layer={sizes.layer} />
      ) : null}
      <Note problem={edits.problem} isPicking={picking !== null} hasHandles={hands.length > 0} />
    </div>
  );
}

interface NoteProps {
  problem: string | null;
  isPicking: boolean;
  hasHandles: boolean;
}

const Note = ({ problem, isPicking, hasHandles }: NoteProps): ReactElement => (
  <p className={css['note']} role="status" data-tone={problem === null ? undefined : 'warn'}>
    {problem ?? (isPicking ? t.dialog.picking : hasHandles ? t.dialog.hint : t.dialog.hintColors)}
  </p>
);

function Handles({
  node,
  hands,
  edits,
  hasLines,
  placement,
  picture,
  layer,
}: Pick<StageProps, 'node' | 'hands' | 'edits' | 'hasLines'> & {
  placement: Placement;
  picture: Size;
  layer: Size | null;
}): ReactElement {
  const context: HandContext = { picture, layer, zoom: placement.k };
  return (
    <div className={css['handles']}>
      {hands.map((hand) => {
        const outline = hand.outline(node.values, context);
        return (
          <div key={hand.kind}>
            <HandOutline
              outline={outline}
              picture={picture}
              placement={placement}
              hasLines={hasLines || hand.kind !== 'crop'}
            />
            {hand.handles(node.values, context).map((handle) => (
              <HandleButton
                key={handle.id}
                {...{ hand, handle, context, placement, edits }}
                values={node.values}
                ratio={null}
                isBlocked={handle.pins.some((name) => node.wired[name] !== undefined)}
                shape={bodyShape(handle, outline, placement)}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

/** How large the inside of the first polygon is on the screen, and how it is turned. */
function bodyShape(
  { shape }: Handle,
  { polygons: [polygon] }: Outline,
  { k }: Placement,
): { width: number; height: number; angle: number } | undefined {
  const [a, b, c] = polygon ?? [];
  if (shape !== 'body' || !a || !b || !c) return undefined;
  return {
    width: Math.hypot(b.x - a.x, b.y - a.y) * k,
    height: Math.hypot(c.x - b.x, c.y - b.y) * k,
    angle: (Math.atan2(b.y - a.y, b.x - a.x) / Math.PI) * 180,
  };
}
