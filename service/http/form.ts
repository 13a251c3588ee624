import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { Problem } from '#service/problems/problem.ts';
import type { FormFile } from './handler.ts';
import { invalid } from '#service/problems/validation-problem.ts';

export interface ReadForm {
  fields: Record<string, string>;
  /** Describes the content, whatever boundary carried it: names, file names and the files' hashes. */
  fingerprint: string;
}

const FIELD_BYTES = 64 * 1024;
const FIELD_NAME_BYTES = 200;
const MAX_FIELDS = 100;

interface FormLimits {
  fileBytes: number;
  files?: number;
}

/**
 * Streams a multipart form; each file goes to `onFile` as it arrives.
 * @throws Problem FILE_TOO_LARGE when a file is larger than `fileBytes`; ValidationProblem when it is no multipart form.
 */
export async function readForm(
  request: Request,
  onFile: (file: FormFile) => Promise<void>,
  limits: FormLimits,
): Promise<ReadForm> {
  const { files = 1 } = limits;
  const { form, source } = openForm(request, limits);
  const fields: Record<string, string> = {};
  const described: string[] = [];
  const pending: Promise<void>[] = [];

  return new Promise<ReadForm>((resolve, reject) => {
    const fail = (error: unknown) => {
      source.unpipe(form);
      source.resume();
      reject(error);
    };
    form.on('field', (name, value, _nameTruncated, valueTruncated) => {
      if (name === '__proto__') return;
      const problem = fieldProblem(name, valueTruncated);
      if (problem) return fail(problem);
      fields[name] = value;
      described.push(`field:${name}:${value}`);
    });
    form.on('file', (name, stream, filename, _encoding, mimeType) => {
      const { hashStream, digest } = hashed(stream, limits);
      const handled = (async () => {
        await onFile({ field: name, filename: filename ?? '', contentType: mimeType, stream: hashStream });
        described.push(`file:${name}:${filename}:${mimeType}:${digest()}`);
      })();
      handled.catch((error: unknown) => {
        stream.resume();
        fail(error);
      });
      pending.push(handled);
    });
    form.once('fieldsLimit', () =>
      fail(invalid(['body'], `The form may hold ${MAX_FIELDS} fields. Send fewer.`, 'too_many_fields')),
    );
    form.once('filesLimit', () =>
      fail(invalid(['body'], `The form may hold ${files} file${files === 1 ? '' : 's'}.`, 'too_many_files')),
    );
    form.once('error', () => fail(invalid(['body'], 'The multipart form is broken.', 'form_invalid')));
    form.once('finish', () => {
      Promise.all(pending).then(() => resolve({ fields, fingerprint: described.sort().join('\n') }), fail);
    });
    source.once('error', (error) => {
      form.destroy();
      fail(error);
    });
    source.pipe(form);
  });
}

const sizeLimitExceeded = ({ fileBytes }: FormLimits) =>
  Problem.of(
    'FILE_TOO_LARGE',
    `A file in this form may hold ${fileBytes} bytes. Use POST /files/uploads for larger ones.`,
    { limitBytes: fileBytes },
  );

/** The parser of a form, and the bytes to give it; refuses at once what its head says is too much. */
function openForm(request: Request, limits: FormLimits) {
  const { fileBytes, files = 1 } = limits;
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(contentType) || !request.body) {
    throw invalid(
      ['header', 'content-type'],
      'Send a multipart/form-data body with a boundary.',
      'content_type',
    );
  }
  const contentLength = Number(request.headers.get('content-length') ?? 0);
  if (contentLength > fileBytes * files + 1024 * 1024) throw sizeLimitExceeded(limits);
  const headers: BusboyHeaders = { 'content-type': contentType };
  const form = new Busboy({
    headers,
    limits: {
      fileSize: fileBytes,
      files,
      fields: MAX_FIELDS,
      fieldSize: FIELD_BYTES,
      fieldNameSize: FIELD_NAME_BYTES,
    },
  });
  return { form, source: Readable.fromWeb(request.body) };
}

function fieldProblem(name: string, isTruncated: boolean) {
  const exceedsNameLimit = Buffer.byteLength(name) > FIELD_NAME_BYTES;
  if (!exceedsNameLimit && !isTruncated) return null;
  const [label, limit] = exceedsNameLimit ? ['name', FIELD_NAME_BYTES] : ['text', FIELD_BYTES];
  return invalid(
    ['body', name.slice(0, FIELD_NAME_BYTES)],
    `The ${label} of a field may hold ${limit} bytes. Shorten it.`,
    'too_long',
  );
}

/** Passes the bytes of a file on and hashes them; ends with an error where there are too many. */
function hashed(stream: Readable, limits: FormLimits): { hashStream: Transform; digest: () => string } {
  const hash = createHash('sha256');
  const hashStream = new Transform({
    transform(chunk: Buffer, _coding, callback) {
      hash.update(chunk);
      callback(null, chunk);
    },
  });
  // `onFile` may not be reading yet, or no more; its own reads still see the error.
  hashStream.on('error', () => undefined);
  stream.once('limit', () => hashStream.destroy(sizeLimitExceeded(limits)));
  stream.once('error', (error: Error) => hashStream.destroy(error));
  stream.pipe(hashStream);
  return { hashStream, digest: () => hash.digest('hex') };
}
