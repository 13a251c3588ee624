import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.templates.copyText;

/** Puts a text on the clipboard and says so. @param label `Command`, `Request`. */
export const copyText = (label: string, text: string): void => {
  navigator.clipboard.writeText(text).then(
    () => showToast({ kind: 'ok', title: t.copied(label) }),
    () =>
      showToast({
        kind: 'error',
        title: t.notCopied(label),
        description: t.selectCopyKeyboard,
      }),
  );
};
