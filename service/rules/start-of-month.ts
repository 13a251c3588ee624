/** When the calendar month of a moment began, in UTC, as ISO 8601. @param timestamp milliseconds since the epoch */
export const startOfMonth = (timestamp: number): string =>
  `${new Date(timestamp).toISOString().slice(0, 7)}-01T00:00:00.000Z`;
