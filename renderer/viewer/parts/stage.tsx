import type { ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';
import { ImageStage, StageNote, type PointedPixel } from './image-stage.tsx';
import { TextStage } from './text-stage.tsx';
import { AudioStage, VideoStage } from './timed-stage.tsx';
import type { ImageView } from '../gestures/use-image-view.ts';
import type { ViewedItem } from '../model/viewed-item.ts';

/** One output as large as its place, by what it is. */
export function Stage({
  item,
  image,
  onPixel,
}: {
  item: ViewedItem;
  image: ImageView;
  onPixel: (pixel: PointedPixel | null) => void;
}): ReactElement {
  const { output, kind, label, connectionId } = item;
  if (item.item?.error) return <StageNote>{words.sentences.translate(item.item.error.message)}</StageNote>;
  if (isFileOutput(output)) {
    const shared = { connectionId, file: output, label };
    if (kind === 'image') {
      return (
        <ImageStage
          {...shared}
          view={image.view}
          onView={image.setView}
          onMetrics={image.setMetrics}
          onPixel={onPixel}
        />
      );
    }
    if (kind === 'video') return <VideoStage {...shared} />;
    if (kind === 'audio') return <AudioStage {...shared} />;
  }
  return <TextStage item={item} />;
}
