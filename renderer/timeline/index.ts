export { DRAG_SHOT, draggedShot } from './model/add-file.ts';
export { ClipOriginContext, type ClipOrigin } from './model/clip-origin.ts';
export * from './model/queries.ts';
export { reviewRecut } from './recut/recut-review.ts';
export { recutWords } from './recut/recut-words.ts';
export { replaceTimeline } from './model/replace-timeline.ts';
export { requestRelink as askToRelink } from './relink/relinking.tsx';
export * from './model/timecode.ts';
export * from './page/timeline-page.tsx';
