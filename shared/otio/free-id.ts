/** The id itself, or with the first number that makes it unique. */
export function freeId(id: string, used: ReadonlySet<string>): string {
  if (!used.has(id)) return id;
  for (let number = 2; ; number += 1) if (!used.has(`${id}-${number}`)) return `${id}-${number}`;
}
