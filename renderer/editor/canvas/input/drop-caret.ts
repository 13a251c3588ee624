/** Words on the canvas that the mouse marks: a mark begins as a caret. */
const MARKABLE = '[data-markable]';
const TEXT_TARGETS = 'input, textarea, select, [contenteditable]';

/**
 * Takes away the caret that a press leaves on the canvas, where nothing can be typed. Nobody sees it, but the browser looks for its
 * place anew in each frame, through all that cannot be selected around it. @returns what ends it.
 */
export function dropCaret(stage: Element): () => void {
  let isMarking = false;
  const update = (): void => {
    if (isMarking) return;
    // Asked first: where the selection is has the browser lay out the page, with each key that is typed.
    if (document.activeElement?.matches(TEXT_TARGETS)) return;
    const selection = document.getSelection();
    if (selection?.isCollapsed && stage.contains(selection.anchorNode)) selection.removeAllRanges();
  };
  const ending = new AbortController();
  const { signal } = ending;
  const capture = { capture: true, signal };
  document.addEventListener('selectionchange', update, { signal });
  document.addEventListener('focusin', update, { signal });
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      isMarking = target instanceof Element && target.closest(MARKABLE) !== null;
    },
    capture,
  );
  for (const end of ['pointerup', 'pointercancel'] as const) {
    document.addEventListener(
      end,
      () => {
        isMarking = false;
        update();
      },
      capture,
    );
  }
  return () => ending.abort();
}
