import { words } from '#renderer/words/index.ts';

const t = words.model.modelFailures;
/** Failures of nodes that are put right on the Models page, and what the button that leads there says. */

const NOT_CONNECTED: ReadonlySet<string> = new Set(['NO_PROVIDER', 'NO_MODEL']);
const TO_BE_CHANGED: ReadonlySet<string> = new Set([
  'UNKNOWN_PROVIDER',
  'PROVIDER_ADDRESS',
  'PROVIDER_KEY_UNREADABLE',
  'PROVIDER_NOT_FOUND',
  'PROVIDER_NO_HOST',
  'PROVIDER_REDIRECTED',
  'PROVIDER_REFUSED_KEY',
  'PROVIDER_TLS',
]);

/** @returns the button's text; null for a failure that the Models page has nothing to do with. */
export function modelActionOf(code: string | null | undefined): string | null {
  if (!code) return null;
  if (NOT_CONNECTED.has(code)) return t.connectModel;
  return TO_BE_CHANGED.has(code) ? t.openModels : null;
}
