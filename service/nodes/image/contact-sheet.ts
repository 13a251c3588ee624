import type { OverlayOptions } from '#native/decoders/sharp.ts';
import { isFileValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { presentValues } from '../list/list-values.ts';
import { choice, color, image, invalid, list, number, optional } from '../pins.ts';
import { solidImage } from './generated.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import { IMAGE_SLOTS, imageSlotPins } from './image-slots.ts';
import { assertSize, openPicture, savePicture, withReadablePictures, type Picture } from './pixels.ts';

export const imageContactSheet = defineNode({
  type: 'image/contact-sheet',
  title: 'Contact sheet',
  description:
    'Lays images out in a grid of even cells: up to nine, and all of a list behind them. Columns 0 makes the grid as square as it goes.',
  icon: 'grid-3x3',
  tags: ['grid', 'collage', 'montage', 'overview', 'tiles'],
  preview: { pixels: ['cellWidth', 'cellHeight', 'gap'] },
  inputs: {
    ...imageSlotPins(),
    images: optional(list(image('Images'))),
    columns: number('Columns', { min: 0, max: 50, step: 1, default: 0 }),
    cellWidth: number('Cell width', { min: 16, max: 4096, step: 1, default: 480 }),
    cellHeight: number('Cell height', { min: 16, max: 4096, step: 1, default: 360 }),
    gap: number('Gap', { min: 0, max: 1000, step: 1, default: 16 }),
    fit: choice('Fit', ['cover', 'contain'], { default: 'cover' }),
    background: color('Background', { default: '#ffffff' }),
  },
  outputs: IMAGE_OUTPUT,
  async run({ images, columns, cellWidth, cellHeight, gap, fit, background, ...slots }, execution) {
    const files = [
      ...IMAGE_SLOTS.map((name) => slots[name]).filter((file) => isFileValue(file)),
      ...(await presentValues(execution, images)),
    ];
    if (files.length === 0) throw invalid('There is no image to lay out. Plug in at least one.');
    const across = Math.min(columns === 0 ? Math.ceil(Math.sqrt(files.length)) : columns, files.length);
    const down = Math.ceil(files.length / across);
    const width = across * cellWidth + (across + 1) * gap;
    const height = down * cellHeight + (down + 1) * gap;
    assertSize(width, height);

    const pictures: Picture[] = [];
    const tiles: OverlayOptions[] = [];
    for (const [index, file] of files.entries()) {
      execution.progress(index / files.length, `Image ${index + 1} of ${files.length}`);
      const picture = await openPicture(execution, file);
      const tile = (await picture.openFor(cellWidth, cellHeight))
        .resize(cellWidth, cellHeight, { fit, background: 'transparent' })
        .png({ compressionLevel: 1 });
      pictures.push(picture);
      tiles.push({
        input: await withReadablePictures(execution, [picture], () => tile.toBuffer()),
        left: gap + (index % across) * (cellWidth + gap),
        top: gap + Math.floor(index / across) * (cellHeight + gap),
      });
    }
    const sheet = () => {
      const composed = solidImage(width, height, background).composite(tiles);
      return background.alpha < 1 ? composed : composed.removeAlpha();
    };
    return { image: await savePicture(execution, pictures, sheet, 'contact-sheet') };
  },
});
