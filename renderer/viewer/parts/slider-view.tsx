import type { ReactElement } from 'react';
import { ReactCompareSlider } from 'react-compare-slider';
import { SharedPicture } from './compared-pane.tsx';
import type { ImageView } from '../gestures/use-image-view.ts';
import type { ComparedItem } from '../model/viewed-item.ts';
import css from './compare.module.css';

/** One picture over another, up to a line that is dragged or moved by the arrow keys. */
export function SliderView({
  first,
  second,
  image,
}: {
  first: ComparedItem;
  second: ComparedItem;
  image: ImageView;
}): ReactElement {
  return (
    <div className={css['whole']}>
      <ReactCompareSlider
        className={css['slider']}
        onlyHandleDraggable
        keyboardIncrement="2%"
        itemOne={<SharedPicture item={first} image={image} leads />}
        itemTwo={<SharedPicture item={second} image={image} leads={false} />}
      />
      <span className={css['corner']} data-side="left">
        <bdi>{first.title}</bdi>
      </span>
      <span className={css['corner']} data-side="right">
        <bdi>{second.title}</bdi>
      </span>
    </div>
  );
}
