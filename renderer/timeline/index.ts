export { DRAG_SHOT, draggedShot } from './add-file.ts';
export { ClipOriginContext, type ClipOrigin } from './clip-origin.ts';
export * from './queries.ts';
export { reviewRecut } from './recut/recut-review.ts';
export { recutWords } from './recut/recut-words.ts';
export { replaceTimeline } from './replace-timeline.ts';
export { requestRelink as askToRelink } from './relink/relinking.tsx';
export * from './timecode.ts';
export * from './timeline-page.tsx';
