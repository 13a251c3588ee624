export { timelineToOtio, type OtioExport } from './export.ts';
export { otioToTimeline } from './import.ts';
export { matchMedia, mediaCandidates, mediaNames } from './media-names.ts';
export type { ClipQuestion, FoundMedia, MediaAnswer, MediaQuestion } from './media-reference.ts';
export { limitedWarnings, WarningList } from './warnings.ts';
export { hideFolders } from './private-places.ts';
export { invalidOtio, OTIO_LIMITS } from './read-json.ts';
export { TimelineFileRefused } from './refused.ts';
export { mediaQuestions, otioMediaUrls, rootOf, type OtioRoot } from './root.ts';
