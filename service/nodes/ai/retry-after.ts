/**
 * What `Retry-After` asks to be waited, in seconds or as a date.
 * @returns milliseconds; null where it says nothing that can be read.
 */
export function retryDelay(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
