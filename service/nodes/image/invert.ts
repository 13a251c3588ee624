import { imageFilter } from './image-filter.ts';

export const imageInvert = imageFilter({
  type: 'image/invert',
  title: 'Invert',
  description: 'Turns every color into its opposite, as in a photographic negative. Transparency stays.',
  icon: 'circle-slash-2',
  tags: ['negative', 'negate', 'opposite'],
  preview: {},
  settings: {},
  apply: (picture) => picture.open().negate({ alpha: false }),
});
