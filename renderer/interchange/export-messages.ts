import type { OtioWarning } from '#shared/api/index.ts';
import type { MediumInfo, WrittenFile } from '#shared/interchange/index.ts';
import type { ExportFormat } from '#shared/timeline/cut-formats.ts';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import type { ExportPlan } from './export-formats.ts';
import type { CutResponse, CutRequest, CutInspection } from './read-cut.ts';

/** What the window and the worker of exports say to each other. */

/** What can be asked, most of it of the timeline that was sent before, and what comes back. */
export interface ExportJobs {
  /** @see planExport */
  plan: {
    request: {
      format: ExportFormat;
      removed: readonly string[];
      media: readonly (readonly [string, MediumInfo])[];
    };
    answer: ExportPlan;
  };
  /** @see packTexts */
  texts: { request: { files: readonly WrittenFile[]; warnings: readonly OtioWarning[] }; answer: Blob };
  /** @see inspectCut */
  inspect: { request: CutRequest; answer: CutResponse<CutInspection> };
  /** @see readCut */
  cut: { request: CutRequest; answer: CutResponse<{ otio: string; warnings: OtioWarning[] }> };
  /** @see packBundle */
  bundle: {
    request: {
      bundle: Blob;
      form: 'otioz' | 'folder';
      name: string;
      starts?: readonly (readonly [key: string, frames: number])[];
    };
    answer: Blob;
  };
}
export type ExportJob = keyof ExportJobs;

type JobRequest = {
  [Kind in ExportJob]: { kind: Kind; id: number } & ExportJobs[Kind]['request'];
}[ExportJob];

export type ToExportWorker = JobRequest | { kind: 'document'; document: TimelineDocument };

export type FromExportWorker =
  | { kind: 'answer'; id: number; answer: ExportJobs[ExportJob]['answer'] }
  | { kind: 'failed'; id: number; message: string };
