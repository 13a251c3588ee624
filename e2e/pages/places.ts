/** The pages behind the links of the sidebar, but for the one of projects; each has a heading of that name. */
export const PLACES = [
  'Gallery',
  'Templates',
  'Batches',
  'Queue',
  'Models',
  'Connections',
  'Settings',
  'Help',
] as const;
