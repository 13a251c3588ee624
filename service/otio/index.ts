export { createOtioThreads, type OtioThreads, type ReaderAnswers } from './otio-threads.ts';
export type { UnpackedMember, ExportedTimeline as WrittenTimeline } from './reader-protocol.ts';
export { otioBundle, type MediaSource } from './bundle-writer.ts';
export type { StoredMedia } from './read-upload.ts';
