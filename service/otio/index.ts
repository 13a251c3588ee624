export { createOtioThreads, type OtioThreads, type ReaderAnswers } from './otio-threads.ts';
export type { UnpackedMember } from './reader-protocol.ts';
export { otioBundle, type MediaSource } from './bundle-writer.ts';
export { timelineToOtio } from './export.ts';
export type { FoundMedia } from './media-reference.ts';
export type { StoredMedia } from './read-upload.ts';
