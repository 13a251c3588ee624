import { typeOfName } from '#shared/http/content-types.ts';
import { DEFAULT_LIMITS, readBytes } from '#shared/reading/index.ts';
import {
  DamagedFile,
  DAMAGED_SETTINGS,
  findSettings,
  readSettings,
  SIDECAR_ENDING,
  type ReadSettingsResult,
} from '#shared/saved-settings/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.savedSettings.readSettings;

/** Looking takes milliseconds; a disk that does not answer must not hold up a drop. */
const TIME_LIMIT_MS = 5000;

const CARRIERS = new Set(['image/png', 'image/jpeg', 'image/webp']);
const isCarrier = (name: string): boolean => CARRIERS.has(typeOfName(name));

/** Whether a file of this name may carry settings. */
export const mayCarrySettings = (name: string): boolean =>
  isCarrier(name) || name.toLowerCase().endsWith(SIDECAR_ENDING);

const damaged: ReadSettingsResult = { found: 'problem', problem: DAMAGED_SETTINGS };

/**
 * Looks for the settings that made a file, in the file itself. No more of it is read than where they lie.
 * A file that cannot be read at all has none: whoever takes it as a file says why.
 */
export async function readSettingsOf(file: File): Promise<ReadSettingsResult> {
  if (!mayCarrySettings(file.name)) return { found: 'nothing' };
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    return await (isCarrier(file.name) ? fromPicture(file, signal) : fromJson(file, signal));
  } catch (error) {
    return error instanceof DamagedFile ? fromDamaged(file) : { found: 'nothing' };
  }
}

/** A picture whose container is damaged may never have had any: that is nobody's concern here. */
const fromDamaged = (file: File): ReadSettingsResult =>
  isCarrier(file.name) ? { found: 'nothing' } : damaged;

async function fromJson(file: File, signal: AbortSignal): Promise<ReadSettingsResult> {
  const bytes = await readBytes(file.stream(), {
    label: t.settingsFile,
    hint: t.addFile,
    limits: { bytes: DEFAULT_LIMITS.bytes },
    signal,
  });
  return bytes.ok ? readSettings(bytes.value, true) : { found: 'problem', problem: bytes.problem.message };
}

async function fromPicture(file: File, signal: AbortSignal): Promise<ReadSettingsResult> {
  const packed = await findSettings({
    size: file.size,
    async read(from, length) {
      signal.throwIfAborted();
      return new Uint8Array(await file.slice(from, from + length).arrayBuffer());
    },
  });
  if (packed === null) return { found: 'nothing' };
  const compressed = 'bytes' in packed ? packed.bytes : fromBase64(packed.base64);
  if (compressed === null) return damaged;
  // Unpacked as it is counted: what would be gigabytes ends at the limit.
  const unpacked = new Blob([Uint8Array.from(compressed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'));
  const bytes = await readBytes(unpacked, {
    label: t.settingsFile,
    hint: t.addFile,
    limits: { bytes: DEFAULT_LIMITS.bytes },
    signal,
  });
  if (bytes.ok) return readSettings(bytes.value, true);
  return bytes.problem.limit === undefined ? damaged : { found: 'problem', problem: bytes.problem.message };
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
