import { z } from 'zod';
import { recordUpTo } from '../../reading/counts.ts';
import { OptionalString } from './common.ts';
import { MAX_DOCUMENT_FIELDS } from './counts.ts';
import { StoryboardWarning } from './storyboards.ts';

/** Requests and responses around Timeline Document v1; the document itself is in `shared/timeline`. */

const AnyDocument = recordUpTo(MAX_DOCUMENT_FIELDS, z.unknown());

export const TimelineSummary = z
  .object({ clipCount: z.int(), durationSeconds: z.number(), trackCount: z.int() })
  .meta({ id: 'PublicTimelineSummary' });
export type TimelineSummary = z.infer<typeof TimelineSummary>;

const timelineFields = {
  projectId: z.string(),
  version: z.int(),
  document: AnyDocument,
  summary: TimelineSummary,
};

export const PublicProjectTimeline = z.object(timelineFields).meta({ id: 'PublicProjectTimeline' });
export type PublicProjectTimeline = z.infer<typeof PublicProjectTimeline>;

export const PublicProjectTimelineApplyResponse = z
  .object({ ...timelineFields, mode: z.string() })
  .meta({ id: 'PublicProjectTimelineApplyResponse' });
export type PublicProjectTimelineApplyResponse = z.infer<typeof PublicProjectTimelineApplyResponse>;

export const PublicProjectTimelineReplaceRequest = z
  .object({ document: AnyDocument, expectedVersion: z.int() })
  .meta({ id: 'PublicProjectTimelineReplaceRequest' });
export type PublicProjectTimelineReplaceRequest = z.infer<typeof PublicProjectTimelineReplaceRequest>;

export const PublicTimelineValidateRequest = z
  .object({ document: AnyDocument })
  .meta({ id: 'PublicTimelineValidateRequest' });

export const PublicTimelineOtioExportRequest = z
  .object({ document: AnyDocument })
  .meta({ id: 'PublicTimelineOtioExportRequest' });

export const PublicTimelineValidationResponse = z
  .object({ document: AnyDocument, summary: TimelineSummary, valid: z.boolean() })
  .meta({ id: 'PublicTimelineValidationResponse' });
export type PublicTimelineValidationResponse = z.infer<typeof PublicTimelineValidationResponse>;

export const OtioWarning = z
  .object({ code: z.string(), message: z.string(), path: OptionalString })
  .meta({ id: 'PublicOtioWarning' });
export type OtioWarning = z.infer<typeof OtioWarning>;

export const PublicTimelineOtioImportResponse = z
  .object({
    document: AnyDocument,
    summary: TimelineSummary,
    files: z.array(z.object({ dataType: z.string(), filename: z.string(), storagePath: z.string() })),
    warnings: z.array(OtioWarning),
  })
  .meta({ id: 'PublicTimelineOtioImportResponse' });
export type PublicTimelineOtioImportResponse = z.infer<typeof PublicTimelineOtioImportResponse>;

export const PublicStoryboardToTimelineResponse = z
  .object({ document: AnyDocument, summary: TimelineSummary, warnings: z.array(StoryboardWarning) })
  .meta({ id: 'PublicStoryboardToTimelineResponse' });
export type PublicStoryboardToTimelineResponse = z.infer<typeof PublicStoryboardToTimelineResponse>;
