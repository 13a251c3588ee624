import type { ReactElement } from 'react';

const WIDTH = 200;
const HEIGHT = 125;

/** A small steady number generator, so that a project keeps its sketch. */
function numbersFrom(seed: string): () => number {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const hues = ['--pin-image', '--pin-text', '--pin-number', '--pin-audio', '--pin-json'];

/** Stands in for the picture of a project that has none yet: a quiet drawing of a graph, always the same for one. */
export function GraphSketch({ seed, nodes }: { seed: string; nodes: number }): ReactElement {
  const next = numbersFrom(seed);
  const columns = nodes === 0 ? 0 : Math.min(3, Math.max(1, nodes));
  const boxes = Array.from({ length: columns }, (_, column) => ({
    x: columns === 1 ? 78 : 22 + column * ((WIDTH - 44 - 44) / (columns - 1)),
    y: 22 + next() * 48,
    height: 26 + next() * 16,
    hue: hues[Math.floor(next() * hues.length)] ?? '--pin-any',
  }));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" aria-hidden>
      {boxes.slice(1).map((box, index) => {
        const from = boxes[index];
        if (!from) return null;
        const [x1, y1, x2, y2] = [from.x + 44, from.y + from.height - 8, box.x, box.y + 12];
        const bend = (x2 - x1) / 2;
        return (
          <path
            key={box.x}
            d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}
            fill="none"
            stroke={`var(${from.hue})`}
            strokeWidth="1.5"
            opacity="0.75"
          />
        );
      })}
      {boxes.map((box) => (
        <g key={box.x}>
          <rect
            x={box.x}
            y={box.y}
            width="44"
            height={box.height}
            rx="5"
            fill="var(--node)"
            stroke="var(--line-strong)"
          />
          <rect x={box.x + 6} y={box.y + 6} width="20" height="3" rx="1.5" fill="var(--line-strong)" />
          <circle cx={box.x + 44} cy={box.y + box.height - 8} r="2.5" fill={`var(${box.hue})`} />
        </g>
      ))}
    </svg>
  );
}
