/**
 * Whether an element was left only because another window came to the front. It has the focus again when this one returns, so that
 * what is being written there stays open.
 */
export const isInOtherWindow = ({ currentTarget }: { currentTarget: Element }): boolean =>
  currentTarget.contains(document.activeElement);
