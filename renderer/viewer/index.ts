/** Outputs looked at closely: one at full size, several beside each other. */
export { largestComparable } from './compare-modes.ts';
export { DragOut } from './drag-out.tsx';
export { MediaPlayer } from './media-player.tsx';
export { useOutputStars } from './output-stars.ts';
export * from './output-thumbnail.tsx';
export { RunThumbnails, type ThumbnailOutput } from './run-thumbnails.tsx';
export { canSaveFolder, saveOutputsAsFolder } from './save-folder.ts';
export { copyOutput, saveAddress, saveOutput, saveOutputsAsZip } from './save-output.ts';
export { SaveChoices } from './save-choices.tsx';
export { useOutputDrag } from './use-output-drag.ts';
export * from './video-picture.tsx';
export * from './viewed-item.ts';
export { viewedOutput } from './viewed-output.ts';
export * from './viewer-host.tsx';
export * from './viewer-store.ts';
export { WaveformPicture } from './waveform-picture.tsx';
