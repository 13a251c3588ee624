/** An output at full size. The words of buttons stand in the names of what they do. */
export const viewer = {
  compare: 'Compare',
  details: 'Details',
  copy: 'Copy',
  save: 'Save',
  more: 'More',
  ground: 'Behind the picture',
  star: (label: string) => `Star ${label}`,
  removeStar: (label: string) => `Remove the star from ${label}`,
  starNotSaved: 'The star was not saved',
  notInGallery: 'The gallery does not list this. Only what is listed there can have a star.',
} as const;
