import type { Problems } from '#service/problems/kinds.ts';
import { Problem } from '#service/problems/problem.ts';
import type { UploadRow, PartRow } from './rows.ts';

/** What a client says of the upload that it completes. */
export interface Completion {
  actualSha256?: string | null | undefined;
  actualSizeBytes?: number | null | undefined;
  multipartParts?: { partNumber: number; etag: string }[] | null | undefined;
}

/** The object failed verification; the session stays open, so that what is wrong can be sent again. */
const unverified = (message: string, details: Problems['UPLOAD_VERIFICATION_FAILED']) =>
  Problem.of('UPLOAD_VERIFICATION_FAILED', message, details);

export function requireAllParts(
  upload: UploadRow,
  segments: readonly PartRow[],
  completion: Completion,
): void {
  const count = upload.partCount ?? 1;
  const present = new Set(segments.map((part) => part.partNumber));
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((n) => !present.has(n));
  if (missing.length > 0) {
    throw unverified(
      upload.storageMethod === 'multipart'
        ? `Parts ${missing.slice(0, 20).join(', ')} have not been sent. PUT them and complete again.`
        : 'The bytes have not been sent. PUT them to the upload URL and complete again.',
      { missingParts: missing.slice(0, 100) },
    );
  }
  if (upload.storageMethod !== 'multipart') return;
  const named = completion.multipartParts ?? [];
  const etags = new Map(named.map((part) => [part.partNumber, part.etag]));
  if (etags.size < named.length) {
    throw unverified('multipartParts names a part more than once. Name every part once.', {
      field: 'multipartParts',
    });
  }
  const mismatched = segments.filter(
    (part) => etags.get(part.partNumber)?.replaceAll('"', '') !== part.sha256,
  );
  if (mismatched.length > 0 || etags.size !== count) {
    throw unverified('Pass the ETag of every part in multipartParts, as its PUT answered.', {
      segments: mismatched.map((part) => part.partNumber).slice(0, 100),
    });
  }
  if (upload.sha256 !== null && (completion.actualSha256 ?? null) === null) {
    throw unverified('A multipart upload created with sha256 needs actualSha256 to complete.', {
      field: 'actualSha256',
    });
  }
}

export function requireMatch(
  upload: UploadRow,
  stored: { hash: string; sizeBytes: number },
  completion: Completion,
): void {
  const expectedSize = completion.actualSizeBytes ?? upload.sizeBytes;
  if (stored.sizeBytes !== upload.sizeBytes || stored.sizeBytes !== expectedSize) {
    throw unverified(`The object has ${stored.sizeBytes} bytes, not the ${expectedSize} announced.`, {
      expectedSizeBytes: expectedSize,
      actualSizeBytes: stored.sizeBytes,
    });
  }
  for (const expected of [upload.sha256, completion.actualSha256?.toLowerCase() ?? null]) {
    if (expected !== null && expected !== stored.hash) {
      throw unverified('The SHA-256 of the object is not the one announced. Send the file again.', {
        expectedSha256: expected,
        actualSha256: stored.hash,
      });
    }
  }
}
