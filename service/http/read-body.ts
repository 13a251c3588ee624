import { dropPrototypeKeys } from '#shared/reading/index.ts';
import { ApiProblem, ValidationProblem } from './errors.ts';

export const JSON_LIMIT_BYTES = 16 * 1024 * 1024;
export const JSON_LIMIT_DEPTH = 100;

const tooLarge = () =>
  new ApiProblem(
    413,
    'PAYLOAD_TOO_LARGE',
    `A JSON body may hold ${JSON_LIMIT_BYTES / 1024 / 1024} MiB. Send files through POST /files/uploads.`,
    { limitBytes: JSON_LIMIT_BYTES },
  );

const malformed = (msg: string, type: string) => new ValidationProblem([{ loc: ['body'], msg, type }]);

/**
 * Reads a JSON body: size and depth are checked before parsing, UTF-8 strictly, and keys named `__proto__` dropped.
 * @throws ApiProblem 413, ValidationProblem
 */
export async function readJson(request: Request): Promise<unknown> {
  const contentType = request.headers.get('content-type');
  if (contentType !== null && !/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType.trim())) {
    throw new ValidationProblem([
      {
        loc: ['header', 'content-type'],
        msg: 'Send JSON with Content-Type: application/json.',
        type: 'content_type',
      },
    ]);
  }
  return parseJson(decode(await readBytes(request)));
}

/** Parses JSON that somebody sent. @throws ValidationProblem when it is none, or nested too deep. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') throw malformed('Field required', 'missing');
  checkDepth(text);
  try {
    const value: unknown = JSON.parse(text);
    // The key can be written with escapes, which only show after parsing.
    if (text.includes('__proto__') || /\\u005f/i.test(text)) dropPrototypeKeys(value);
    return value;
  } catch (error) {
    throw malformed(
      `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      'json_invalid',
    );
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > JSON_LIMIT_BYTES) throw tooLarge();
  // An announced length is kept to by the HTTP parser, so the whole body may be taken at once.
  if (announced > 0) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > JSON_LIMIT_BYTES) throw tooLarge();
    return bytes;
  }
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > JSON_LIMIT_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8.', 'encoding');
  }
}

/** Counts brackets outside strings; JSON.parse would recurse on a body of nothing but brackets. */
function checkDepth(text: string): void {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      for (i += 1; i < text.length; i += 1) {
        const inside = text.charCodeAt(i);
        if (inside === 0x5c) i += 1;
        else if (inside === 0x22) break;
      }
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > JSON_LIMIT_DEPTH) {
        throw malformed(`The body is nested deeper than ${JSON_LIMIT_DEPTH} levels.`, 'json_depth');
      }
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
  }
}
