import type { PublicTimelineOtioImportResponse } from '#shared/api/schemas/timelines.ts';
import {
  limitedWarnings,
  mediaQuestions,
  otioToTimeline,
  type ClipQuestion,
  type FoundMedia,
  type MediaAnswer,
  type MediaQuestion,
} from '#shared/otio/index.ts';
import { summarizeTimeline } from '#shared/timeline/index.ts';
import type { BundledMedia, OtioUpload } from './bundle-reader.ts';

/** A medium of a bundle that is now a file of the account. */
export interface StoredMedia extends FoundMedia {
  /** As clients may see it: the file id, never a path on this computer. */
  storagePath: string;
}

export interface UploadMediaRules {
  /**
   * Stores one member of the bundle; undefined when it is no medium this account can hold. Called once a member, one
   * after the other. Without it nothing is stored and the warnings say so.
   */
  store?: (media: BundledMedia) => Promise<StoredMedia | undefined>;
  /** Looks whether a member can be unpacked where nothing is stored, so that a parse finds what an import would. */
  verify?: (media: BundledMedia) => Promise<void>;
  /** Looks names up in the file library, for timelines that came without their media; answers those that there are. */
  find?: (names: string[]) => Promise<ReadonlyMap<string, FoundMedia>>;
  /** The length of a medium in seconds, for clips and media that say none. */
  lengthOf?: (media: FoundMedia) => Promise<number | undefined>;
}

const kindOf = (contentType: string): string => /^(image|video|audio)\//.exec(contentType)?.[1] ?? 'file';

/** Media of one file that are opened to see how long they are. */
const MEASURED = 500;

/** Fills in how long media are where the timeline does not say it. */
async function measure(
  questions: readonly ClipQuestion[],
  answerTo: (question: MediaQuestion) => MediaAnswer,
  lengthOf: NonNullable<UploadMediaRules['lengthOf']>,
): Promise<void> {
  const open = new Set<FoundMedia>();
  for (const question of questions) {
    const answer = answerTo(question);
    if (!question.hasLength && 'filename' in answer && answer.durationSeconds === undefined) open.add(answer);
  }
  for (const media of [...open].slice(0, MEASURED)) {
    const seconds = await lengthOf(media);
    if (seconds !== undefined) media.durationSeconds = seconds;
  }
}

/**
 * The answer to an import or a parse of an upload.
 * @throws TimelineFileRefused when it holds no timeline; and whatever `store` throws.
 */
export async function readOtioUpload(
  upload: OtioUpload,
  rules: UploadMediaRules = {},
): Promise<PublicTimelineOtioImportResponse> {
  const answers = new Map<string, MediaAnswer>();
  const files: PublicTimelineOtioImportResponse['files'] = [];
  const byMember = new Map<string, MediaAnswer>();
  for (const [url, media] of upload.media) {
    if (media === 'ambiguous') {
      answers.set(url, { missing: 'ambiguous' });
      continue;
    }
    let answer = byMember.get(media.name);
    if (!answer) {
      if (!rules.store) await rules.verify?.(media);
      const stored = await rules.store?.(media);
      answer = stored ?? { missing: rules.store ? 'rejected' : 'not-stored' };
      byMember.set(media.name, answer);
      if (stored) {
        const { filename, contentType, storagePath } = stored;
        files.push({ dataType: kindOf(contentType), filename, storagePath });
      }
    }
    answers.set(url, answer);
  }
  const questions = mediaQuestions(upload.root);
  const missingNames = [...new Set(questions.filter(({ url }) => !answers.has(url)).map(({ name }) => name))];
  const library = missingNames.length > 0 ? await rules.find?.(missingNames) : undefined;
  const answerTo = ({ url, name }: MediaQuestion): MediaAnswer =>
    answers.get(url) ?? library?.get(name) ?? { missing: 'missing' };
  const fromLibrary = [...((upload.isBundle && library) || [])].map(([name, { filename }]) => ({
    code: 'MEDIA_FROM_LIBRARY',
    message: `"${name}" was not in the upload; the file "${filename}" of the library was taken.`,
    path: null,
  }));
  if (rules.lengthOf) await measure(questions, answerTo, rules.lengthOf);
  const { document, warnings } = otioToTimeline(upload.root, answerTo);
  return {
    document,
    summary: summarizeTimeline(document),
    files,
    warnings: [...limitedWarnings([...upload.warnings, ...fromLibrary]), ...warnings],
  };
}
