import { useState, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, Dialog, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.versions.nameDialog;

/** Asks for the name of a version. @param save resolves when it is saved. */
export function NameDialog({
  title,
  initial,
  save,
  onClose,
}: {
  title: string;
  initial: string;
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
}): ReactElement {
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (name.trim() === '' || busy) return;
    setBusy(true);
    try {
      await save(name.trim());
      onClose();
    } catch (error) {
      setProblem(describeProblem(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={t.versionNameNeverRemoved}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="primary"
            disabledReason={name.trim() === '' ? words.whyNot.name : null}
            busy={busy}
            onClick={() => void submit()}
          >
            {t.keepName}
          </Button>
        </>
      }
    >
      <TextField
        label={t.name}
        value={name}
        maxLength={200}
        onValueChange={setName}
        error={problem ?? undefined}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Enter') void submit();
        }}
      />
    </Dialog>
  );
}
