import { readCaptions, type ReadCaptions } from '#shared/timeline/read-captions.ts';

/** Reads captions apart from the page, which stays usable while a long file is read. */

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const answer: ReadCaptions = readCaptions(data);
  self.postMessage(answer, { transfer: [] });
});
