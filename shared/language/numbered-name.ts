/** A name that a new thing can have beside others: `Poster`, `Poster 2`, `Poster 3`. Small and capital letters are equal. */
export function numberedName(name: string, used: Iterable<string>): string {
  const names = new Set([...used].map((item) => item.trim().toLowerCase()));
  if (!names.has(name.trim().toLowerCase())) return name;
  const stem = name.replace(/ \d{1,6}$/, '');
  for (let number = 2; ; number += 1) {
    const next = `${stem} ${number}`;
    if (!names.has(next.trim().toLowerCase())) return next;
  }
}
