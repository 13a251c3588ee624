import { z } from 'zod';
import { recordUpTo } from '../../reading/counts.ts';
import { optionalNullable, OptionalString } from './common.ts';
import { MAX_DOCUMENT_FIELDS } from './counts.ts';

/** Requests and responses around Storyboard Document v1; the document itself is in `shared/storyboard`. */

/** Validated by the storyboard rules, which answer 400 with every problem, so the wire schema is open. */
const AnyDocument = recordUpTo(MAX_DOCUMENT_FIELDS, z.unknown());

export const StoryboardWarning = z
  .object({ code: z.string(), message: z.string(), path: z.string() })
  .meta({ id: 'PublicStoryboardWarning' });
export type StoryboardWarning = z.infer<typeof StoryboardWarning>;

export const StoryboardSummary = z
  .object({ mediaCount: z.int(), sceneCount: z.int(), shotCount: z.int() })
  .meta({ id: 'PublicStoryboardSummary' });
export type StoryboardSummary = z.infer<typeof StoryboardSummary>;

export const PublicProjectStoryboard = z
  .object({ projectId: z.string(), version: z.int(), document: AnyDocument, summary: StoryboardSummary })
  .meta({ id: 'PublicProjectStoryboard' });
export type PublicProjectStoryboard = z.infer<typeof PublicProjectStoryboard>;

export const PublicProjectStoryboardReplaceRequest = z
  .object({
    document: AnyDocument,
    expectedVersion: z.int(),
    mode: z.enum(['replace', 'append']).optional(),
  })
  .meta({ id: 'PublicProjectStoryboardReplaceRequest' });
export type PublicProjectStoryboardReplaceRequest = z.infer<typeof PublicProjectStoryboardReplaceRequest>;

export const PublicProjectStoryboardApplyResponse = z
  .object({
    projectId: z.string(),
    mode: z.string(),
    version: z.int(),
    document: AnyDocument,
    summary: z.object({
      documentMedia: z.int(),
      extraPanelMedia: z.int(),
      mediaCount: z.int(),
      mediaImported: z.int(),
      mediaSkipped: z.int(),
      sceneCount: z.int(),
      shotCount: z.int(),
      unresolvedMedia: z.int(),
      urlMedia: z.int(),
      warnings: z.array(StoryboardWarning),
    }),
  })
  .meta({ id: 'PublicProjectStoryboardApplyResponse' });
export type PublicProjectStoryboardApplyResponse = z.infer<typeof PublicProjectStoryboardApplyResponse>;

export const PublicStoryboardValidateRequest = z
  .object({ document: AnyDocument })
  .meta({ id: 'PublicStoryboardValidateRequest' });

export const PublicStoryboardValidationResponse = z
  .object({ document: AnyDocument, summary: StoryboardSummary, valid: z.boolean() })
  .meta({ id: 'PublicStoryboardValidationResponse' });
export type PublicStoryboardValidationResponse = z.infer<typeof PublicStoryboardValidationResponse>;

export const PublicStoryboardToTimelineRequest = z
  .object({
    document: AnyDocument,
    defaultDuration: optionalNullable(z.number()),
    frameRate: z.int().optional(),
    name: OptionalString,
    projectResolution: optionalNullable(recordUpTo(MAX_DOCUMENT_FIELDS, z.unknown())),
  })
  .meta({ id: 'PublicStoryboardToTimelineRequest' });
export type PublicStoryboardToTimelineRequest = z.infer<typeof PublicStoryboardToTimelineRequest>;
