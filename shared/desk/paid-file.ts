/**
 * The code of a node whose picture was made and paid, and not fetched: a run of the same work fetches it from where it lies, asks
 * nobody and costs nothing.
 */
export const PAID_FILE_NOT_FETCHED = 'PAID_FILE_NOT_FETCHED';

/** The code of a node whose paid picture lies nowhere any more: a run of the same work asks and pays anew. */
export const EXPIRED_PAID_FILE = 'PAID_FILE_LOST';
