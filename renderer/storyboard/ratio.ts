/** `16:9` as CSS says it. */
export const ratioOf = (text: string): string => text.split(/\s*[:/x]\s*/).join(' / ');
