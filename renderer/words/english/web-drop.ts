/** Pictures, links and words that are dragged from a web page. */
export const webDrop = {
  title: 'Fetch this picture?',
  description: (host: string) =>
    `The page gave only its address. Patchbay would ask ${host} for it, which then sees your network address and which picture it is. Nothing else is sent: no key and no cookie.`,
  fetch: 'Fetch picture',
  cancel: 'Cancel',
  noAddress:
    'This picture has no address that Patchbay can fetch. Save it to this computer and drop the file.',
  unreadable: 'This picture could not be read from the page. Save it to this computer and drop the file.',
  wordsOnly:
    'What was dropped are words, and this place takes pictures, videos and sounds. Drop words on a graph.',
};
