/** `16:9` as CSS says it. */
export const ratioOf = (text: string): string => text.split(/\s*[:/x]\s*/).join(' / ');

/** `16:9` as how much wider than high. */
export function ratioNumber(text: string): number {
  const [width, height] = text.split(/[:/x]/).map(Number);
  return width && height ? width / height : 16 / 9;
}
