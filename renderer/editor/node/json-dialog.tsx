import { json } from '@codemirror/lang-json';
import { linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { readTypedJson } from '#renderer/model/read-json.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { jsonLinter } from './json-linter.ts';
import css from './widgets.module.css';

const t = words.editorNode.jsonDialog;

/** A JSON value in an editor with highlighting; it can be saved only when it is valid. */
export default function JsonDialog({
  title,
  value,
  onSave,
  onClose,
}: {
  title: string;
  value: unknown;
  onSave: (value: unknown) => void;
  onClose: () => void;
}): ReactElement {
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const text = useRef(JSON.stringify(value ?? {}, null, 2));
  const [problem, setProblem] = useState<string | null>(null);
  const [initial] = useState(value);
  const isChanged = !jsonEqual(initial, value);
  useEffect(() => {
    if (!host) return undefined;
    const view = new EditorView({
      parent: host,
      state: EditorState.create({
        doc: text.current,
        extensions: [
          basicSetup,
          json(),
          linter(jsonLinter()),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': title }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            text.current = update.state.doc.toString();
            const read = readTypedJson(text.current);
            setProblem(read.ok ? null : read.problem.message);
          }),
        ],
      }),
    });
    view.focus();
    return () => view.destroy();
  }, [host, title]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={t.jsonValueCheckedYou}
      width={640}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="primary"
            disabledReason={problem}
            onClick={() => {
              const read = readTypedJson(text.current);
              if (!read.ok) return;
              onSave(read.value);
              onClose();
            }}
          >
            {t.saveValue}
          </Button>
        </>
      }
    >
      <div ref={setHost} className={css['code']} />
      <p className={css['problem']} role="status">
        {problem ?? (isChanged ? t.somebodyChangedValueWhile : '')}
      </p>
    </Dialog>
  );
}
