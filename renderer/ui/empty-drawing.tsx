import type { ReactElement } from 'react';
import css from './empty-drawing.module.css';

/** What a page shows once it is in use, by the page. */
export type EmptyDrawingOf =
  | 'batches'
  | 'gallery'
  | 'grids'
  | 'models'
  | 'projects'
  | 'queue'
  | 'spend'
  | 'storyboard'
  | 'templates'
  | 'timeline';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture of hills below a sun, in a box. @param tone which of the hues its sky has. */
const Picture = ({ x, y, width, height, tone = 1 }: Box & { tone?: 1 | 2 | 3 | 4 }): ReactElement => (
  <svg x={x} y={y} width={width} height={height} viewBox="0 0 64 40" preserveAspectRatio="xMidYMid slice">
    <rect width="64" height="40" className={css[`sky${tone}`]} />
    <circle cx={14 + tone * 9} cy="14" r="5.5" className={css['sun']} />
    <path d="M0 33 14 22 25 30 42 17 64 32V40H0Z" className={css['hills']} />
  </svg>
);

/** A line of words. */
const Words = ({ x, y, width }: { x: number; y: number; width: number }): ReactElement => (
  <rect x={x} y={y} width={width} height="4" rx="2" className={css['words']} />
);

const Plate = ({ x, y, width, height }: Box): ReactElement => (
  <rect x={x} y={y} width={width} height={height} rx="6" className={css['plate']} />
);

const TONES = [1, 2, 3, 4] as const;

const storyboard = TONES.slice(0, 3).map((tone, index) => (
  <g key={tone} transform={`translate(${8 + index * 90} 14)`}>
    <Plate x={0} y={0} width={82} height={92} />
    <Picture x={4} y={4} width={74} height={46} tone={tone} />
    <Words x={8} y={58} width={52} />
    <Words x={8} y={68} width={38} />
    <rect x={8} y={79} width={18} height="6" rx="3" className={css['strong']} />
  </g>
));

const timeline = (
  <>
    {[0, 1, 2].map((track) => (
      <rect key={track} x={4} y={22 + track * 30} width={264} height={26} rx="4" className={css['lane']} />
    ))}
    <rect x={34} y={24} width={56} height={22} rx="4" className={css['hue4']} />
    {[8, 78, 132, 206].map((x, index) => (
      <Picture
        key={x}
        x={x}
        y={54}
        width={[66, 50, 70, 58][index]!}
        height={22}
        tone={TONES[(index % 3) + 1]}
      />
    ))}
    <rect x={8} y={84} width={150} height={22} rx="4" className={css['hue2']} />
    <path
      d={Array.from(
        { length: 34 },
        (_v, at) => `M${14 + at * 4.2} ${95 - ((at * 7) % 8)}v${2 * ((at * 7) % 8) + 1}`,
      ).join('')}
      className={css['wave']}
    />
    <path d="M110 10v102" className={css['playhead']} />
    <path d="m105 8h10v5l-5 5-5-5Z" className={css['playheadTop']} />
  </>
);

const gallery = [0, 1, 2, 3, 4, 5, 6, 7].map((tile) => (
  <g key={tile}>
    <Picture
      x={8 + (tile % 4) * 66}
      y={14 + Math.floor(tile / 4) * 50}
      width={58}
      height={42}
      tone={TONES[(tile * 3 + Math.floor(tile / 4)) % 4]}
    />
    {tile === 1 ? <circle cx={126} cy={22} r="5" className={css['star']} /> : null}
  </g>
));

const grids = (
  <>
    {[0, 1, 2, 3].map((column) => (
      <Words key={column} x={62 + column * 54} y={8} width={28} />
    ))}
    {[0, 1, 2].map((row) => (
      <g key={row}>
        <Words x={10} y={32 + row * 33} width={24} />
        {TONES.map((tone, column) => (
          <Picture
            key={tone}
            x={50 + column * 54}
            y={20 + row * 33}
            width={50}
            height={29}
            tone={TONES[(column + row) % 4]}
          />
        ))}
      </g>
    ))}
  </>
);

const batches = [0, 1, 2, 3].map((row) => (
  <g key={row} transform={`translate(0 ${8 + row * 27})`}>
    <rect x={6} y={0} width={260} height={23} rx="4" className={css['plate']} />
    <Words x={16} y={9} width={[44, 60, 36, 52][row]!} />
    <Words x={96} y={9} width={[30, 22, 38, 28][row]!} />
    <rect x={156} y={7} width={9} height={9} rx="2" className={css[`hue${(row % 4) + 1}`]} />
    <path d="M184 11.5h16m-4-3.5 4 3.5-4 3.5" className={css['arrow']} />
    <Picture x={222} y={2} width={34} height={19} tone={TONES[row]} />
  </g>
));

const queue = [0, 1, 2].map((row) => (
  <g key={row} transform={`translate(0 ${12 + row * 34})`}>
    <rect x={6} y={0} width={260} height={28} rx="5" className={css['plate']} />
    <circle cx={20} cy={14} r="4.5" className={row === 0 ? css['hue3'] : css['strong']} />
    <Words x={34} y={7} width={[88, 66, 76][row]!} />
    <Words x={34} y={17} width={[54, 40, 48][row]!} />
    <rect x={176} y={12} width={78} height="4" rx="2" className={css['strong']} />
    {row === 0 ? <rect x={176} y={12} width={46} height="4" rx="2" className={css['running']} /> : null}
  </g>
));

const spend = (
  <>
    <path d="M12 106h248" className={css['rule']} />
    {[34, 52, 26, 70, 44, 84, 58, 30, 64].map((height, index) => (
      <rect
        key={index}
        x={20 + index * 27}
        y={106 - height}
        width={17}
        height={height}
        rx="3"
        className={css[`hue${(index % 4) + 1}`]}
      />
    ))}
  </>
);

const templates = (
  <>
    <Plate x={8} y={10} width={118} height={100} />
    {[0, 1, 2].map((field) => (
      <g key={field}>
        <Words x={18} y={20 + field * 26} width={34} />
        <rect x={18} y={27 + field * 26} width={98} height={12} rx="3" className={css['field']} />
      </g>
    ))}
    <rect x={18} y={98} width={30} height={7} rx="3" className={css['strong']} />
    <path d="M134 60h14m-4-4 4 4-4 4" className={css['arrow']} />
    <Picture x={158} y={14} width={104} height={92} tone={2} />
  </>
);

const Node = ({ x, y, tone }: { x: number; y: number; tone: 1 | 2 | 3 | 4 }): ReactElement => (
  <g transform={`translate(${x} ${y})`}>
    <Plate x={0} y={0} width={66} height={50} />
    <rect x={0} y={0} width={66} height={10} rx="5" className={css[`hue${tone}`]} />
    <Picture x={10} y={15} width={46} height={28} tone={tone} />
  </g>
);

const projects = (
  <>
    <path d="M74 36c24 0 10 24 34 24M74 88c24 0 10-24 34-24M174 62h28" className={css['wire']} />
    <Node x={8} y={8} tone={1} />
    <Node x={8} y={64} tone={4} />
    <Node x={106} y={36} tone={2} />
    <Node x={200} y={36} tone={3} />
  </>
);

const models = (
  <>
    <Plate x={8} y={30} width={112} height={58} />
    <Words x={20} y={42} width={84} />
    <Words x={20} y={54} width={66} />
    <Words x={20} y={66} width={76} />
    <path d="M128 59h18m-4-4 4 4-4 4" className={css['arrow']} />
    <Picture x={156} y={12} width={108} height={94} tone={3} />
  </>
);

const DRAWINGS: Record<EmptyDrawingOf, ReactElement | ReactElement[]> = {
  batches,
  gallery,
  grids,
  models,
  projects,
  queue,
  spend,
  storyboard,
  templates,
  timeline,
};

/** A quiet drawing of a page in use, above the words of its empty state. Says nothing to screen readers: the words do. */
export const EmptyDrawing = ({ of }: { of: EmptyDrawingOf }): ReactElement => (
  <svg className={css['drawing']} viewBox="0 0 272 120" aria-hidden data-drawing={of}>
    {DRAWINGS[of]}
  </svg>
);
