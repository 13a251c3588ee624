/** The form in which names are searched. */
export const foldCase = (name: string): string => name.normalize('NFKC').toLowerCase();
