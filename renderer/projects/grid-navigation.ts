/** How many cards stand in the first row. */
export function columnsOf(grid: HTMLElement): number {
  const cards = [...grid.children].filter((child) => child instanceof HTMLElement);
  const top = cards[0]?.offsetTop;
  const columns = cards.findIndex((card) => card.offsetTop !== top);
  return columns === -1 ? Math.max(1, cards.length) : columns;
}

/**
 * Where an arrow key leads in a grid that fills row by row.
 * @returns the index, or null when the key leads nowhere.
 */
export function nextCard(key: string, at: number, count: number, columns: number): number | null {
  const to = (next: number) => (next >= 0 && next < count && next !== at ? next : null);
  switch (key) {
    case 'ArrowRight':
      return to(at + 1);
    case 'ArrowLeft':
      return to(at - 1);
    case 'ArrowUp':
      return to(at - columns);
    case 'ArrowDown': {
      const sameRow = Math.floor(at / columns) === Math.floor((count - 1) / columns);
      return sameRow ? null : to(Math.min(at + columns, count - 1));
    }
    case 'Home':
      return to(0);
    case 'End':
      return to(count - 1);
    default:
      return null;
  }
}
