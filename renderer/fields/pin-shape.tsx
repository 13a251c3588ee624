import type { CSSProperties, ReactElement } from 'react';
import { assertNever } from '#shared/language/assert-never.ts';
import type { PinBase } from '#shared/graph/pin-type.ts';
import { pinToken } from './pin-token.ts';

/** The glyph of each pin type in a 14×14 box; `solid` shapes fill when something is plugged in. */
function glyph(base: PinBase, filled: boolean): ReactElement {
  const fill = filled ? 'currentColor' : 'var(--node)';
  const line = {
    stroke: 'currentColor',
    strokeWidth: 1.75,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  } as const;
  switch (base) {
    case 'image':
      return <path d="M7 1.6 12.4 7 7 12.4 1.6 7Z" fill={fill} {...line} />;
    case 'video':
      return (
        <>
          <rect x="2" y="2" width="10" height="10" rx="1.5" fill="var(--node)" {...line} />
          <rect x="5" y="5" width="4" height="4" fill="currentColor" fillOpacity={filled ? 1 : 0.6} />
        </>
      );
    case 'audio':
      return (
        <>
          <circle cx="7" cy="7" r="5.6" fill={fill} {...line} />
          <path
            d="M3.6 7c1.1-2.6 2.3-2.6 3.4 0s2.300 2.6 3.4 0"
            fill="none"
            {...line}
            stroke={filled ? 'var(--node)' : 'currentColor'}
            strokeWidth={1.4}
          />
        </>
      );
    case 'number':
      return <path d="M7 2 12.6 11.800H1.4Z" fill={fill} {...line} />;
    case 'boolean':
      return (
        <>
          <circle cx="7" cy="7" r="5" fill={filled ? 'currentColor' : 'var(--node)'} {...line} />
          <path d="M7 2a5 5 0 0 1 0 10Z" fill={filled ? 'var(--node)' : 'currentColor'} />
        </>
      );
    case 'json':
      return (
        <>
          <rect x="0.800" y="1.2" width="12.4" height="11.6" rx="3" fill={fill} />
          <path
            d="M5.200 3c-1.600 0-1.200 1.500-1.200 2.500S3.400 7 2.800 7c.6 0 1.200.5 1.200 1.500S3.600 11 5.200 11M8.800 3c1.600 0 1.200 1.500 1.200 2.500S10.600 7 11.200 7c-.6 0-1.200.5-1.200 1.500S10.400 11 8.800 11"
            fill="none"
            {...line}
            stroke={filled ? 'var(--node)' : 'currentColor'}
            strokeWidth={1.4}
          />
        </>
      );
    case 'file':
      return (
        <>
          <rect x="2" y="2" width="10" height="10" rx="1.5" fill={fill} {...line} />
          <path d="M2 7h10v5H2Z" fill={filled ? 'var(--node)' : 'currentColor'} fillOpacity={0.9} />
        </>
      );
    case 'color':
      return (
        <path
          d="M7 1.400C9.300 4.200 11 6.100 11 8.400a4 4 0 0 1-8 0C3 6.100 4.700 4.200 7 1.400Z"
          fill={fill}
          {...line}
        />
      );
    case 'text':
    case 'choice':
      return <circle cx="7" cy="7" r="4.600" fill={filled ? 'currentColor' : 'var(--node)'} {...line} />;
    case 'any':
      return (
        <>
          <circle cx="7" cy="7" r="5" fill="var(--node)" {...line} />
          {filled ? <circle cx="7" cy="7" r="2.200" fill="currentColor" /> : null}
        </>
      );
    default:
      return assertNever(base);
  }
}

/** A pin's sign: hue and shape together, so that color is never the only difference. */
export function PinShape({
  base,
  filled = false,
  size = 14,
}: {
  base: PinBase;
  filled?: boolean;
  size?: number;
}): ReactElement {
  // Not clipped, as nothing reaches beyond it: a clip is one more piece that the browser puts together with each key.
  const style: CSSProperties = { color: `var(${pinToken(base)})`, display: 'block', overflow: 'visible' };
  return (
    <svg viewBox="0 0 14 14" width={size} height={size} style={style} aria-hidden focusable="false">
      {glyph(base, filled)}
    </svg>
  );
}
