import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { lazyComponent } from '#renderer/ui/index.ts';
import { pictureRequest } from './web-picture.ts';

const WebPictureDialog = lazyComponent(() =>
  import('./web-picture-dialog.tsx').then((module) => module.default),
);

/** The dialog about a picture of a web page, while one waits for its answer. */
export function WebPictureQuestion(): ReactElement | null {
  const { request } = useStore(pictureRequest);
  return request === null ? null : <WebPictureDialog {...request} />;
}
