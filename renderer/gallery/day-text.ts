const DAY = 24 * 60 * 60 * 1000;

const two = (value: number): string => String(value).padStart(2, '0');

/** A day of a calendar as `2026-11-24`; null for one that is in none, such as 31 June. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isValid =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isValid && year >= 1970 && year < 10_000 ? `${year}-${two(month)}-${two(day)}` : null;
}

/** Reads `2026-11-24`, `24.11.2026` and `2026/11/24`; null for what is no day. */
export function readDay(text: string): string | null {
  const yearFirst = /^\s*(\d{4})[-./](\d{1,2})[-./](\d{1,2})\s*$/.exec(text);
  if (yearFirst) return dayOf(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const dayFirst = /^\s*(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})\s*$/.exec(text);
  return dayFirst ? dayOf(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1])) : null;
}

/** The day at a time, by the clock of this computer. */
export const dayAt = (time: Date): string =>
  `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;

/** So many days after a day; the day itself where it is none. */
export function adjacentDay(day: string, by: number): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? day : new Date(time + by * DAY).toISOString().slice(0, 10);
}
