/** What people read in `renderer/desk`, by the file that shows it. */
export const desk = {
  /** The local service as it is stored, or as somebody called it. */
  localName: (name: string): string => name,
  pageTitle: {
    patchbay: (text: string): string => `${text} – Patchbay`,
  },
  problems: {
    serviceDoesNotAccept: 'The service does not accept the key. Enter a new one under Connections.',
    keyNotAllowedDo: (sentence: string): string => `The key is not allowed to do this. ${sentence}`,
    manyRequestsShortTime: 'Too many requests in a short time. Wait a moment and try again.',
    manyRequestsShortTime2: (retryAfter: number): string =>
      `Too many requests in a short time. Try again in ${retryAfter} seconds.`,
    serviceDoesNotYet: 'This service does not offer this yet.',
    somethingUnexpectedHappenedTry: 'Something unexpected happened. Try again.',
    serviceCannotReachedNot:
      'The service cannot be reached, and this has not been read on this computer before. It is shown when the service is back.',
    serviceCannotReachedNeeds: (need: string): string =>
      `The service cannot be reached, and ${need} needs it. Nothing was changed: try again when it is back.`,
  },
  readResponse: {
    pageAppBehindDifferent: 'This page and the app behind it are of different versions. Reload the page.',
    theEvent: 'The event',
  },
  sse: {
    liveConnectionServiceProgress:
      'The live connection to the service was lost. Progress is asked for every few seconds instead.',
  },
  transport: {
    patchbayItselfNotResponding:
      'Patchbay itself is not responding. It keeps trying; your changes stay here.',
  },
} as const;
