/** This page among the pages of all browsers on this computer; another one after every load. */
export const windowId: string = crypto.randomUUID();
