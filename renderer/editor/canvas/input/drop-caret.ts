const TAKES_TEXT = 'input, textarea, select, [contenteditable]';

/**
 * Takes away the caret that a press leaves on the canvas, where nothing can be typed. Nobody sees it, but the browser looks for its
 * place anew in each frame, through all that cannot be selected around it. @returns what ends it.
 */
export function dropCaret(stage: Element): () => void {
  const look = (): void => {
    // Asked first: where the selection is has the browser lay out the page, with each key that is typed.
    if (document.activeElement?.matches(TAKES_TEXT)) return;
    const selection = document.getSelection();
    if (selection?.isCollapsed && stage.contains(selection.anchorNode)) selection.removeAllRanges();
  };
  document.addEventListener('selectionchange', look);
  document.addEventListener('focusin', look);
  return () => {
    document.removeEventListener('selectionchange', look);
    document.removeEventListener('focusin', look);
  };
}
