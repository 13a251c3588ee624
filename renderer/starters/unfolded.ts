/** Whether a person has unfolded the graphs to begin from; it stays so in this browser. */

const STORAGE_KEY = 'patchbay.starters-unfolded';

export function isUnfoldedByPerson(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'yes';
  } catch {
    // A browser that stores nothing shows them folded.
    return false;
  }
}

export function rememberUnfolded(isUnfolded: boolean): void {
  try {
    if (isUnfolded) localStorage.setItem(STORAGE_KEY, 'yes');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // It holds until the page is left.
  }
}
