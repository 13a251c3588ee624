import { API_PREFIX, buildPath } from '#shared/api/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { sign, signatureMatches } from '#service/storage/secrets.ts';
import { Problem } from '#service/problems/problem.ts';

/** Path below which bytes are sent and fetched by signed URLs; apart from the API, as an object store would be. */
export const STORAGE_PREFIX = '/storage';

/** What a signed URL is good for; part of what is signed. */
export type SignedObject =
  | { kind: 'download'; fileId: string }
  | { kind: 'preview' | 'thumbnail'; blob: string }
  | { kind: 'upload'; uploadId: string; part: number | null }
  | { kind: 'node-type'; nodeType: string };

const objectFields = (object: SignedObject): string[] => {
  switch (object.kind) {
    case 'download':
      return ['GET', 'download', object.fileId];
    case 'preview':
    case 'thumbnail':
      return ['GET', object.kind, object.blob];
    case 'upload':
      return ['PUT', 'upload', object.uploadId, String(object.part ?? 'whole')];
    case 'node-type':
      return ['GET', 'node-type', object.nodeType];
    default:
      return assertNever(object);
  }
};

interface SignedUrl {
  url: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** Makes absolute URLs on the service's own origin, bound to one object, one method and an expiry. */
export interface SignedUrls {
  /** Called once the port is known. */
  setOrigin(origin: string): void;
  origin(): string;
  download(file: { id: string; filename: string }, ttlSeconds: number): SignedUrl;
  /** A derived picture of a blob (`blob_previews`), made on first request and kept. */
  preview(blob: string, kind: 'preview' | 'thumbnail', ttlSeconds: number): SignedUrl;
  upload(uploadId: string, partNumber: number | null, ttlSeconds: number): SignedUrl;
  nodeTypeThumbnail(nodeType: string, ttlSeconds: number): SignedUrl;
  /** A text that stays the same for as long as URLs with that lifetime do; those of pictures stay the longest. */
  epoch(ttlSeconds: number): string;
  pictureEpoch(ttlSeconds: number): string;
}

/** Checks the signature and expiry that came with a signed URL. */
export interface SignedUrlChecker {
  /** @returns `valid`, `expired` (signed by us, but too late) or `forged`. */
  check(object: SignedObject, expires: string, signature: string): 'valid' | 'expired' | 'forged';
}

/** Pictures get URLs that stay the same for an hour, so that caches can hold them by URL. */
const PICTURE_STEP_SECONDS = 3600;
const MAX_CACHED_PICTURES = 5000;

export function createSignedUrls(secret: Buffer, getTime: () => number): SignedUrls & SignedUrlChecker {
  let origin = 'http://127.0.0.1';

  /** Lists of projects and node types name the same pictures again and again; signing is most of their cost. */
  const pictures = new Map<string, SignedUrl>();
  const memoized = (name: string, make: () => SignedUrl): SignedUrl => {
    let url = pictures.get(name);
    if (!url) {
      if (pictures.size >= MAX_CACHED_PICTURES) pictures.clear();
      pictures.set(name, (url = make()));
    }
    return url;
  };

  const signature = (object: SignedObject, expires: number) =>
    sign(secret, [...objectFields(object), String(expires)]);
  const expiry = (ttlSeconds: number, step = 1): number =>
    Math.ceil((getTime() / 1000 + ttlSeconds) / step) * step;
  const signed = (path: string, object: SignedObject, expires: number): SignedUrl => ({
    url: `${origin}${STORAGE_PREFIX}${path}?expires=${expires}&signature=${signature(object, expires)}`,
    expiresAt: new Date(expires * 1000).toISOString(),
  });

  return {
    setOrigin: (value) => {
      origin = value;
      pictures.clear();
    },
    origin: () => origin,
    download: (file, ttlSeconds) =>
      signed(
        `/files/${encodeURIComponent(file.id)}/${encodeURIComponent(file.filename)}`,
        { kind: 'download', fileId: file.id },
        expiry(ttlSeconds),
      ),
    preview(blob, kind, ttlSeconds) {
      const expires = expiry(ttlSeconds, PICTURE_STEP_SECONDS);
      return memoized(`${expires} ${kind} ${blob}`, () =>
        signed(`/pictures/${blob}/${kind}`, { kind, blob }, expires),
      );
    },
    upload: (uploadId, partNumber, ttlSeconds) =>
      signed(
        `/uploads/${encodeURIComponent(uploadId)}/${partNumber ?? 'whole'}`,
        { kind: 'upload', uploadId, part: partNumber },
        expiry(ttlSeconds),
      ),
    nodeTypeThumbnail(nodeType, ttlSeconds) {
      const expires = expiry(ttlSeconds, PICTURE_STEP_SECONDS);
      return memoized(`${expires} node-type ${nodeType}`, () => {
        const token = `${expires}.${signature({ kind: 'node-type', nodeType }, expires)}`;
        const path = buildPath('/node-type-thumbnails/{node_type}', { node_type: nodeType });
        return {
          url: `${origin}${API_PREFIX}${path}?token=${token}`,
          expiresAt: new Date(expires * 1000).toISOString(),
        };
      });
    },
    epoch: (ttlSeconds) => `${origin} ${expiry(ttlSeconds)}`,
    pictureEpoch: (ttlSeconds) => `${origin} ${expiry(ttlSeconds, PICTURE_STEP_SECONDS)}`,
    check(object, expires, candidate) {
      if (!/^\d{1,12}$/.test(expires)) return 'forged';
      if (!signatureMatches(secret, [...objectFields(object), expires], candidate)) return 'forged';
      return Number(expires) * 1000 > getTime() ? 'valid' : 'expired';
    },
  };
}

/** @throws Problem SIGNED_URL_INVALID or SIGNED_URL_EXPIRED */
export function requireSignature(
  urls: SignedUrlChecker,
  object: SignedObject,
  expires: string,
  signature: string,
): void {
  const state = urls.check(object, expires, signature);
  if (state === 'valid') return;
  throw state === 'expired'
    ? Problem.of('SIGNED_URL_EXPIRED', 'This link has expired. Ask the API for a new one.')
    : Problem.of('SIGNED_URL_INVALID', 'This link is not valid. Ask the API for a new one.');
}

/**
 * A signed URL is a credential of its own; a key sent along would be leaked to storage.
 * @param isSigned whether the URL carries a signature at all.
 * @throws Problem SIGNED_URL_REQUIRED for a key in place of a signature, AUTHORIZATION_NOT_ALLOWED for a key beside one.
 */
export function rejectBearer(request: Request, isSigned: boolean): void {
  if (!request.headers.has('authorization')) return;
  if (!isSigned) {
    throw Problem.of(
      'SIGNED_URL_REQUIRED',
      'An API key opens nothing here. Ask the API for the signed URL, and send it without the key.',
    );
  }
  throw Problem.of(
    'AUTHORIZATION_NOT_ALLOWED',
    'Send no Authorization header to a signed URL: the URL itself is the credential.',
  );
}
