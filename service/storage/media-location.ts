import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFileSync, syncFolderSync } from './folder-sync.ts';

/** Where the bytes of media are kept: in the data folder, or in a bucket that speaks S3. */

/** Wrong words about where media are, or a store that cannot be used; the message says what to do. */
export class MediaStoreProblem extends Error {
  override name = 'MediaStoreProblem';
}

/** The word for media that lie in the data folder. */
export const IN_FOLDER = 'folder';

export interface S3Location {
  bucket: string;
  /** Before the names of all objects; empty, or with a slash at its end. */
  prefix: string;
  /** Null for the address of the region at AWS. */
  endpoint: string | null;
  region: string;
  /** The bucket stands in the path, not in the name of the host. */
  isPathStyle: boolean;
  /** Whether the SDK adds checksums of its own to every request; older stores refuse them. */
  checksums: 'WHEN_REQUIRED' | 'WHEN_SUPPORTED';
  /** Bytes of media that are kept on this computer too. */
  cacheBytes: number;
}

const OPTIONS = ['endpoint', 'region', 'path-style', 'checksums', 'cache'] as const;
type Option = (typeof OPTIONS)[number];

const GIB = 1024 ** 3;
const DEFAULT_CACHE = 10 * GIB;
const EXAMPLE = 's3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION';

const invalid = (reason: string): MediaStoreProblem =>
  new MediaStoreProblem(
    `The place of the media is not valid: ${reason}. Write it as ${EXAMPLE}, or “${IN_FOLDER}”.`,
  );

/** @returns null for the data folder. @throws MediaStoreProblem, which never quotes what may be a key */
export function parseMediaLocation(text: string): S3Location | null {
  if (text === IN_FOLDER) return null;
  const url = URL.parse(text);
  if (url?.protocol !== 's3:') throw invalid('it begins neither with s3:// nor is it the data folder');
  refuseKeys(url);
  const bucket = url.hostname;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw invalid('a bucket has 3 to 63 small letters, digits, dots and hyphens');
  const path = decodeURIComponent(url.pathname).replaceAll(/^\/+|\/+$/g, '');
  if (!/^[\w.\-/]{0,200}$/.test(path) || path.split('/').some((name) => name === '.' || name === '..'))
    throw invalid('a prefix has letters, digits, dots, hyphens and slashes');
  const option = optionsOf(url);
  const endpoint = option('endpoint') === undefined ? null : endpointOf(option('endpoint') ?? '');
  return {
    bucket,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region: option('region') ?? 'us-east-1',
    isPathStyle:
      choiceOf(option('path-style'), ['true', 'false'], endpoint === null ? 'false' : 'true') === 'true',
    checksums:
      choiceOf(option('checksums'), ['when-required', 'when-supported'], 'when-required') === 'when-supported'
        ? 'WHEN_SUPPORTED'
        : 'WHEN_REQUIRED',
    cacheBytes: cacheOf(option('cache')),
  };
}

function refuseKeys(url: URL): void {
  if (url.username !== '' || url.password !== '') {
    throw new MediaStoreProblem(
      'Keys do not belong into the address of a bucket, where others can read them. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write them into the file of AWS_SHARED_CREDENTIALS_FILE.',
    );
  }
}

function optionsOf(url: URL): (name: Option) => string | undefined {
  for (const name of url.searchParams.keys()) {
    if (!(OPTIONS as readonly string[]).includes(name))
      throw invalid(`it has an option that there is not; known are ${OPTIONS.join(', ')}`);
  }
  return (name) => url.searchParams.get(name) ?? undefined;
}

function endpointOf(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw invalid('its endpoint is no address that begins with https:// or http://');
  refuseKeys(url);
  return url.href.replace(/\/$/, '');
}

function choiceOf<Choice extends string>(
  text: string | undefined,
  choices: readonly [Choice, Choice],
  fallback: Choice,
): Choice {
  if (text === undefined) return fallback;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw invalid(`one of its options has to be ${choices.join(' or ')}`);
  return choice;
}

function cacheOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_CACHE;
  if (!/^\d{1,15}$/.test(text)) throw invalid('its cache is no number of bytes');
  return Number(text);
}

/** What two places have to agree in to be one. */
const identityOf = (location: S3Location | null): string =>
  location === null ? IN_FOLDER : [location.endpoint, location.bucket, location.prefix].join(' ');

export const isSameLocation = (a: string, b: string): boolean =>
  identityOf(parseMediaLocation(a)) === identityOf(parseMediaLocation(b));

const recordOf = (dataDirectory: string): string => join(dataDirectory, 'media-location');

/** Where the media of a data folder were put last; null where nobody said. */
export function readMediaLocation(dataDirectory: string): string | null {
  try {
    return readFileSync(recordOf(dataDirectory), 'utf8').trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Resolves once it is on the disk: from then on every start takes them from there. */
export function writeMediaLocation(dataDirectory: string, address: string): void {
  const path = recordOf(dataDirectory);
  writeFileSync(`${path}.new`, `${address}\n`, { mode: 0o600 });
  syncFileSync(`${path}.new`);
  renameSync(`${path}.new`, path);
  syncFolderSync(dirname(path));
}

/** Whether a data folder has media in itself. */
function hasMediaInFolder(blobFolder: string): boolean {
  if (!existsSync(blobFolder)) return false;
  return readdirSync(blobFolder).some(
    (name) => /^[0-9a-f]{2}$/.test(name) && readdirSync(join(blobFolder, name)).length > 0,
  );
}

/**
 * The place that a start takes: what was asked for, which has to be where the media are.
 * @param requested null where nothing was said. @throws MediaStoreProblem
 */
export function resolveMediaLocation(
  dataDirectory: string,
  blobFolder: string,
  requested: string | null,
): string {
  const recorded = readMediaLocation(dataDirectory);
  if (requested === null) return recorded ?? IN_FOLDER;
  const current = recorded ?? (hasMediaInFolder(blobFolder) ? IN_FOLDER : requested);
  if (isSameLocation(requested, current)) return requested;
  throw new MediaStoreProblem(
    `The media of this data folder are kept in ${current === IN_FOLDER ? 'the folder itself' : current}. Start without --media, or move them first with “npm run service -- media move --to”.`,
  );
}
