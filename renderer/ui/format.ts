import { LANGUAGE, locale, words } from '#renderer/words/index.ts';

const t = words.ui.format;

/** Numbers, sizes, times and money as people read them. */

const singleDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
/** `21m ago`, where there is room for a word or two. The shortest German one, `vor 21 m`, reads as meters. */
const shortRelative = new Intl.RelativeTimeFormat(locale, {
  numeric: 'auto',
  style: LANGUAGE === 'de' ? 'short' : 'narrow',
});
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const timeOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const day = new Intl.DateTimeFormat(locale, DAY);
const dayOfYear = new Intl.DateTimeFormat(locale, { ...DAY, year: 'numeric' });

/** Bytes in decimal units: `14.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = -1;
  do {
    value /= 1000;
    unit += 1;
  } while (value >= 999.95 && unit < units.length - 1);
  return `${singleDigit.format(value)} ${units[unit]}`;
}

/** Milliseconds: `340 ms`, `4.2 s`, `3 min 05 s`, `2 h 10 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return t.ms(Math.round(milliseconds));
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${singleDigit.format(seconds)} s`;
  const totalSeconds = Math.round(seconds);
  const minutes = Math.floor(totalSeconds / 60);
  if (minutes < 60) return t.minS(minutes, String(totalSeconds % 60).padStart(2, '0'));
  return t.hMin(Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0'));
}

/** A file as it is called in lists: `media/gradient.png`, as bundles have it, is `gradient.png`. */
export const displayFileName = (filename: string): string =>
  filename.split(/[/\\]/).findLast(Boolean) ?? filename;

/** Seconds as the length of a film: `0:42`, `1:04:10`. */
export function formatLength(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(rounded / 60);
  if (minutes < 60) return `${minutes}:${two(rounded % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(rounded % 60)}`;
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `5 minutes ago`, or `5m ago` where it is short; anything under a minute is `just now`. Times in milliseconds. */
export function formatRelativeTime(at: number, currentTime: number, isShort = false): string {
  const seconds = (at - currentTime) / 1000;
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length)
      return (isShort ? shortRelative : relative).format(Math.trunc(seconds / length), unit);
  }
  return t.lately;
}

export const formatExactTime = (at: number): string => exact.format(at);

/** Hours, minutes and seconds alone. */
export const formatTimeOfDay = (at: number): string => timeOfDay.format(at);

/** `Today`, `Yesterday`, else the date, with its year when that is another. Times in milliseconds. */
export function formatDay(at: number, currentTime: number): string {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(currentTime) - midnight(at)) / 86_400_000);
  if (days === 0) return t.today;
  if (days === 1) return t.yesterday;
  return (new Date(at).getFullYear() === new Date(currentTime).getFullYear() ? day : dayOfYear).format(at);
}

/**
 * Microcredits (a decimal integer in a string, or null when not known) as credits.
 * @returns `12.5 credits`, `free` for none, or null when not known.
 */
export function formatCredits(microcredits: string | null | undefined): string | null {
  if (microcredits === null || microcredits === undefined || !/^-?\d+$/.test(microcredits)) return null;
  if (/^-?0+$/.test(microcredits)) return t.free;
  return t.credits(formatCreditAmount(microcredits));
}

/** `30 credits`; null of what is free, where nothing is said of a cost, and where it is not known. */
export const formatCharged = (microcredits: string | null | undefined): string | null => {
  const text = formatCredits(microcredits);
  return text === t.free ? null : text;
};

/** What may have been charged: `30 credits`; null where no price is set. @param microcredits null: nothing was */
export const formatUncertain = (microcredits: string | null | undefined): string | null =>
  microcredits === '0' ? null : formatCredits(microcredits);

/** The amount alone: at most two places, but never 0 for something that is not. */
export function formatCreditAmount(microcredits: string): string {
  const amount = Number(microcredits) / 1_000_000;
  const fractionDigits = Math.abs(amount) > 0 && Math.abs(amount) < 0.01 ? 6 : 2;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: fractionDigits }).format(amount);
}
