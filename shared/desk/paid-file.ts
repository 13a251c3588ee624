/**
 * The code of a node whose picture was made and paid, and not fetched: a run of the same work fetches it from where it lies, asks
 * nobody and costs nothing.
 */
export const PAID_FILE_NOT_FETCHED = 'PAID_FILE_NOT_FETCHED';
