import { parseJson } from '#shared/reading/parse-json.ts';
import { readJson } from '#shared/reading/read-source.ts';
import { MAX_TEXT_LENGTH, MAX_VALUE_BYTES, type FromChild, type Json } from '../protocol.ts';
import { InvalidOutput, type TaskFolder } from './task-folder.ts';

/** What a child says, read within limits: nothing is built of a line or a file before its values are counted. */
const PARSE_OPTIONS = {
  label: 'The result',
  hint: 'Give the node less to do.',
  // As many values as a line has room for.
  limits: { bytes: MAX_VALUE_BYTES, depth: 200, values: 600_000, items: 600_000, keys: 100_000 },
};

/** @returns the message, or null when the line is anything but one well-formed message. */
export function parseFromChild(line: string): FromChild | null {
  const parsed = parseJson(line, PARSE_OPTIONS);
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return null;
  const message = parsed.value as Record<string, unknown>;
  if (message['kind'] === 'ready') return { kind: 'ready' };
  const { kind, taskId } = message;
  if (typeof taskId !== 'number' || !Number.isSafeInteger(taskId)) return null;
  switch (kind) {
    case 'begun':
    case 'canceled':
      return { kind, taskId };
    case 'progress': {
      const { fraction } = message;
      const text = message['message'];
      if (typeof fraction !== 'number' || (text !== null && !isShortText(text))) return null;
      return { kind, taskId, fraction: Math.min(1, Math.max(0, fraction)), message: text };
    }
    case 'log':
      return isShortText(message['message']) ? { kind, taskId, message: message['message'] } : null;
    case 'step-limit': {
      const { milliseconds } = message;
      if (milliseconds !== null && !(typeof milliseconds === 'number' && milliseconds >= 0)) return null;
      return { kind, taskId, milliseconds };
    }
    case 'succeeded':
      return 'value' in message ? { kind, taskId, value: message['value'] as Json } : null;
    case 'succeeded-in-file': {
      const { file } = message;
      return isShortText(file) ? { kind, taskId, file } : null;
    }
    case 'failed': {
      const { code, defect } = message;
      const text = message['message'];
      if (!isShortText(code) || !isShortText(text) || (defect !== null && !isShortText(defect))) return null;
      return { kind, taskId, code, message: text, defect };
    }
    default:
      return null;
  }
}

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;

/**
 * Reads a value that its child wrote to a file.
 * @throws UnusableOutput
 */
export function readValue(folder: TaskFolder, file: string, signal: AbortSignal): Promise<Json> {
  return folder.readOutput(file, MAX_VALUE_BYTES, async (bytes) => {
    const parsed = await readJson(bytes, { ...PARSE_OPTIONS, signal });
    if (!parsed.ok) throw new InvalidOutput(parsed.problem.message);
    return parsed.value as Json;
  });
}
