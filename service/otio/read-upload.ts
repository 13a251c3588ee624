import type { PublicTimelineOtioImportResponse } from '#shared/api/schemas/timelines.ts';
import { summarizeTimeline } from '#shared/timeline/index.ts';
import type { BundledMedia, OtioUpload } from './bundle-reader.ts';
import { otioToTimeline } from './import.ts';
import type { FoundMedia, MediaAnswer } from './media-reference.ts';

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
  /** Looks a name up in the file library, for timelines that came without their media. */
  find?: (name: string) => FoundMedia | undefined;
}

const kindOf = (contentType: string): string => /^(image|video|audio)\//.exec(contentType)?.[1] ?? 'file';

/**
 * The answer to an import or a parse of an upload.
 * @throws ApiProblem 400 when it holds no timeline; and whatever `store` throws.
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
  const { document, warnings } = otioToTimeline(
    upload.text,
    ({ url, name }) => answers.get(url) ?? rules.find?.(name) ?? { missing: 'missing' },
  );
  return {
    document,
    summary: summarizeTimeline(document),
    files,
    warnings: [...upload.warnings, ...warnings],
  };
}
