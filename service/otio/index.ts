export { openOtioUpload, ARCHIVE_LIMITS, type BundledMedia, type OtioUpload } from './bundle-reader.ts';
export { otioBundle, type MediaSource } from './bundle-writer.ts';
export { timelineToOtio, type ExportedMedia, type OtioExport } from './export.ts';
export { otioToTimeline, type OtioImport } from './import.ts';
export type { FoundMedia, MediaAnswer, MediaResolver } from './media-reference.ts';
export { readOtioUpload, type StoredMedia, type UploadMediaRules } from './read-upload.ts';
