/** Outputs looked at closely: one at full size, several beside each other. */
export { maxComparable as largestComparable } from './model/compare-modes.ts';
export { DragOut } from './parts/drag-out.tsx';
export { MediaPlayer } from './parts/media-player.tsx';
export { useOutputStars } from './model/output-stars.ts';
export { OutputButtons } from './parts/output-buttons.tsx';
export * from './parts/output-thumbnail.tsx';
export { RunThumbnails, type ThumbnailOutput } from './parts/run-thumbnails.tsx';
export { canSaveFolder, saveOutputsAsFolder } from './model/save-folder.ts';
export { copyOutput, saveAddress, saveOutput, saveOutputsAsZip } from './model/save-output.ts';
export { describeProvenance, useProvenance } from './model/model-share.ts';
export { SaveChoices } from './parts/save-choices.tsx';
export { useOutputDrag } from './gestures/use-output-drag.ts';
export * from './parts/video-picture.tsx';
export * from './model/viewed-item.ts';
export { viewedOutput } from './model/viewed-output.ts';
export * from './page/viewer-host.tsx';
export * from './model/viewer-store.ts';
export { WaveformPicture } from './parts/waveform-picture.tsx';
