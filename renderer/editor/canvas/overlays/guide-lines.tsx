import { useEffect, useRef, type ReactElement } from 'react';
import { words } from '#renderer/words/index.ts';
import type { Guides } from '../../scene/guides.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import type { GestureOverlayStore } from '../input/gesture-overlay-store.ts';
import { stableArea } from './steady-area.ts';
import css from './gesture-overlay.module.css';

const t = words.editorCanvas.guideLines;

const SVG = 'http://www.w3.org/2000/svg';
/** Half the length of the strokes at the ends of an equal distance. Pixels. */
const TICK = 5;

/** The strokes of guides, in canvas units: what each stands for, the axis, and its path. */
function strokesOf(
  { lines, gaps }: Guides,
  tick: number,
): { kind: 'guide' | 'gap'; axis: string; d: string }[] {
  return [
    ...lines.map(({ axis, at, from, to }) => ({
      kind: 'guide' as const,
      axis,
      d: axis === 'x' ? `M${at} ${from}V${to}` : `M${from} ${at}H${to}`,
    })),
    ...gaps.map(({ axis, from, to, at }) => ({
      kind: 'gap' as const,
      axis,
      d:
        axis === 'x'
          ? `M${from} ${at - tick}v${2 * tick}M${from} ${at}H${to}M${to} ${at - tick}v${2 * tick}`
          : `M${at - tick} ${from}h${2 * tick}M${at} ${from}V${to}M${at - tick} ${to}h${2 * tick}`,
    })),
  ];
}

/** Shows guides in a group of its own, by paths that stay and are led elsewhere: guides change with each step of a drag. */
class GuidePaths {
  readonly #group: SVGGElement;
  readonly #session: EditorSession;
  readonly #steady = document.createElementNS(SVG, 'rect');
  /** Something is always drawn, though nobody sees it: else the first guide is a new piece of the page. */
  readonly #faint = document.createElementNS(SVG, 'rect');
  readonly #paths: SVGPathElement[] = [];
  #view: object | null = null;

  constructor(group: SVGGElement, session: EditorSession) {
    this.#group = group;
    this.#session = session;
    this.#steady.setAttribute('fill', 'none');
    this.#faint.setAttribute('width', '1');
    this.#faint.setAttribute('height', '1');
    this.#faint.setAttribute('fill', 'currentColor');
    this.#faint.setAttribute('fill-opacity', '0.001');
    this.#faint.setAttribute('stroke', 'none');
    group.replaceChildren(this.#steady, this.#faint);
  }

  show(guides: Guides): void {
    const { view } = this.#session.view;
    if (this.#view !== view) this.#updateTransform();
    const strokes = strokesOf(guides, TICK / view.zoom);
    for (const [index, { kind, axis, d }] of strokes.entries()) {
      const path = (this.#paths[index] ??= this.#group.appendChild(document.createElementNS(SVG, 'path')));
      path.setAttribute('d', d);
      path.removeAttribute(kind === 'gap' ? 'data-guide' : 'data-gap');
      path.setAttribute(`data-${kind}`, axis);
    }
    for (const path of this.#paths.slice(strokes.length))
      for (const name of ['d', 'data-guide', 'data-gap']) path.removeAttribute(name);
  }

  #updateTransform(): void {
    const { view } = this.#session.view;
    this.#view = view;
    this.#group.setAttribute('transform', t.translateScale(view.x, view.y, view.zoom));
    this.#group.setAttribute('stroke-width', `${1 / view.zoom}`);
    const area = stableArea(this.#session.view);
    for (const [name, value] of Object.entries(area)) this.#steady.setAttribute(name, `${value}`);
    this.#faint.setAttribute('x', `${area.x}`);
    this.#faint.setAttribute('y', `${area.y}`);
  }
}

/** Lines that what is dragged stands on, and distances that are the same. Neither a step of a drag nor one of the view renders anything. */
export function GuideLines({
  session,
  overlay,
}: {
  session: EditorSession;
  overlay: GestureOverlayStore;
}): ReactElement {
  const group = useRef<SVGGElement>(null);
  useEffect(() => {
    const element = group.current;
    if (!element) return undefined;
    const paths = new GuidePaths(element, session);
    const show = (): void => paths.show(overlay.guides);
    show();
    const ends = [overlay.subscribeGuides(show), session.view.subscribe(show)];
    return () => ends.forEach((end) => end());
  }, [session, overlay]);
  return <g ref={group} className={css['guides']} data-guides />;
}
