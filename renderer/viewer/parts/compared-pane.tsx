import type { ReactElement, ReactNode } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { ImageStage } from './image-stage.tsx';
import type { ImageView } from '../gestures/use-image-view.ts';
import { describeOutput, type ComparedItem } from '../model/viewed-item.ts';
import css from './compare.module.css';

/** The name of one of several outputs, above it. */
export function ComparedPane({ item, children }: { item: ComparedItem; children: ReactNode }): ReactElement {
  return (
    <figure className={css['pane']}>
      <figcaption className={css['caption']}>
        <bdi className={css['name']}>{item.title}</bdi>
        <span className={css['meta']}>{describeOutput(item)}</span>
      </figcaption>
      <div className={css['content']}>{children}</div>
    </figure>
  );
}

/** A picture in a view that it shares with others. @param leads whether its size is the one that percents are of */
export function SharedPicture({
  item,
  image,
  leads,
}: {
  item: ComparedItem;
  image: ImageView;
  leads: boolean;
}): ReactElement | null {
  const { output, connectionId, title } = item;
  if (!isFileOutput(output)) return null;
  return (
    <ImageStage
      connectionId={connectionId}
      file={output}
      label={title}
      view={image.view}
      onView={image.setView}
      maxK={Infinity}
      {...(leads ? { onMetrics: image.setMetrics } : {})}
    />
  );
}
