import { createHash } from 'node:crypto';
import { ffmpegVersion } from '#native/media/ffmpeg-version.ts';
import { FILM_FONTS } from '#shared/film/fonts.ts';
import type { NodeDefinition } from '#service/nodes/definition.ts';
import { stableStringify } from '#shared/graph/stable-json.ts';
import { WORK_CLASSES, type Versions, type WorkClass } from '#service/rules/work-classes.ts';

/** What services and workers have to agree in, so that one does what the other asks for. */

/** Changes with what is said between them. */
const PROTOCOL = 1;

export async function versionsOf(nodes: readonly NodeDefinition[]): Promise<Versions> {
  const types = nodes.map(({ type, version }) => `${type} ${version}`).sort();
  const program = shortHash(stableStringify([PROTOCOL, types, FILM_FONTS]));
  return { program, ffmpeg: await ffmpegVersion() };
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Where work of a class waits for somebody of these versions. */
const queueName = (workClass: WorkClass, { program, ffmpeg }: Versions): string =>
  workClass === 'film' ? `film-${shortHash(`${program} ${ffmpeg}`)}` : `${workClass}-${program}`;

export const queueNames = (versions: Versions): Record<WorkClass, string> =>
  Object.fromEntries(WORK_CLASSES.map((workClass) => [workClass, queueName(workClass, versions)])) as Record<
    WorkClass,
    string
  >;
