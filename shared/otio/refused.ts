/** A file that cannot be read as a timeline. The message says what is wrong with it and what to do next. */
export class TimelineFileError extends Error {
  override name = 'TimelineFileRefused';
}
