/** The colors a marker can have, by the words that editing programs use. */
export const MARKER_COLORS: Readonly<Record<string, string>> = {
  red: 'var(--error)',
  orange: 'var(--pin-file)',
  yellow: 'var(--accent)',
  green: 'var(--ok)',
  teal: 'var(--pin-audio)',
  blue: 'var(--info)',
  violet: 'var(--pin-image)',
  pink: 'var(--pin-video)',
};

/** The color of a marker, as a value of CSS. */
export const markerColor = (color: string): string => MARKER_COLORS[color.toLowerCase()] ?? 'var(--info)';
