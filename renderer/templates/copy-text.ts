import { showToast } from '#renderer/ui/index.ts';

/** Puts a text on the clipboard and says so. @param label `Command`, `Request`. */
export const copyText = (label: string, text: string): void => {
  navigator.clipboard.writeText(text).then(
    () => showToast({ kind: 'ok', title: `${label} copied` }),
    () =>
      showToast({
        kind: 'error',
        title: `${label} was not copied`,
        description: 'Select it and copy it with the keyboard.',
      }),
  );
};
