import { showToast } from '#renderer/ui/index.ts';

/** Puts a text on the clipboard and says so. @param what `Command`, `Request`. */
export const copyText = (what: string, text: string): void => {
  navigator.clipboard.writeText(text).then(
    () => showToast({ kind: 'ok', title: `${what} copied` }),
    () =>
      showToast({
        kind: 'error',
        title: `${what} was not copied`,
        description: 'Select it and copy it with the keyboard.',
      }),
  );
};
