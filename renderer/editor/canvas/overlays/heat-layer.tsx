import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { heatOf, type HeatMeasure, type NodeHeat, type ProjectHeat } from '#shared/desk/node-heat.ts';
import { formatCredits, formatDuration } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { Plane } from './canvas-items.tsx';
import css from './heat-layer.module.css';

/** Nodes that are colored at once: those that have most of it. */
const MAX_COLORED = 400;

/** A value of a measure, in few letters. */
export function heatText(measure: HeatMeasure, value: number): string {
  switch (measure) {
    case 'time':
      return formatDuration(value);
    case 'cost':
      return formatCredits(String(Math.round(value))) ?? '';
    case 'failures':
    case 'reuse':
      return words.editorCanvas.heat.percent(Math.round(value * 100));
    default:
      return measure satisfies never;
  }
}

/** A number that is another one whenever nodes stand elsewhere, once a frame at most. */
function useRevision(session: EditorSession): number {
  const [revision, setRevision] = useState(0);
  useEffect(() => {
    let frame = 0;
    const end = session.scene.subscribe(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setRevision((current) => current + 1);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      end();
    };
  }, [session]);
  return revision;
}

/** Colors nodes by what they took in the newest runs, with the number on each: never by the color alone. */
export function HeatLayer({
  session,
  heat,
  measure,
}: {
  session: EditorSession;
  heat: ProjectHeat;
  measure: HeatMeasure;
}): ReactElement {
  useRevision(session);
  const nodes = useMemo(() => heatOf(heat, measure).slice(0, MAX_COLORED), [heat, measure]);
  return (
    <div className={css['clip']} data-heat={measure} aria-hidden>
      <Plane session={session} className={css['plane']}>
        {nodes.map((node) => (
          <HeatMark key={node.nodeId} session={session} node={node} measure={measure} />
        ))}
      </Plane>
    </div>
  );
}

function HeatMark({
  session,
  node: { nodeId, value, level },
  measure,
}: {
  session: EditorSession;
  node: NodeHeat;
  measure: HeatMeasure;
}): ReactElement | null {
  const rect = session.scene.box(nodeId);
  if (rect === undefined) return null;
  const { x, y, width, height } = rect;
  return (
    <div
      className={css['node']}
      data-heat-node={nodeId}
      data-level={level}
      style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
    >
      <span className={css['value']}>{heatText(measure, value)}</span>
    </div>
  );
}
