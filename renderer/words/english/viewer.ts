/** An output at full size. The words of buttons stand in the names of what they do. */
export const viewer = {
  compare: 'Compare',
  details: 'Details',
  copy: 'Copy',
  save: 'Save',
  more: 'More',
  ground: 'Behind the picture',
} as const;
