import { useState, type ReactElement } from 'react';
import type { Batch, BatchItem, BatchValue } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { Button, Dialog, ProblemNote, TextField } from '#renderer/ui/index.ts';
import { number } from '#renderer/words/index.ts';
import { fieldKey, readCell, valueText } from './cell-values.ts';
import { filesByName } from './read-values.ts';
import css from './new-batch.module.css';

/** The values of a row that was skipped or did not work: changed, it runs once more. */
export function MendRow({
  batch,
  item,
  onClose,
}: {
  batch: Batch;
  item: BatchItem;
  onClose: () => void;
}): ReactElement {
  const [texts, setTexts] = useState(() => batch.fields.map((_, at) => valueText(item.values[at] ?? null)));
  const [errors, setErrors] = useState<readonly (string | null)[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isAlone = batch.state !== 'running' && batch.counts.waiting === 0;
  const save = async (): Promise<void> => {
    const files = await filesByName(batch.connectionId);
    const readings = batch.fields.map(({ type }, at) => readCell(texts[at] ?? '', type, files));
    setErrors(readings.map((reading) => (reading.ok ? null : `${reading.error}.`)));
    const values: BatchValue[] = readings.flatMap((reading) => (reading.ok ? [reading.value] : []));
    if (values.length < readings.length) return;
    const params = { batchId: batch.id };
    await callDesk('changeBatchItemValues', { params, body: { item: item.index, values } });
    if (isAlone) {
      const { limits, runsStarted } = batch;
      const maxRuns = limits.maxRuns === null ? null : Math.max(limits.maxRuns, runsStarted + 1);
      await callDesk('resumeBatch', { params, body: { limits: { ...limits, maxRuns } } });
    }
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Row ${number(item.index + 1)}`}
      description="Change what did not fit. An empty field leaves the input as it is."
      width={480}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isBusy}
            onClick={() => {
              setBusy(true);
              setProblem(null);
              save()
                .catch((error: unknown) => setProblem(describeProblem(error)))
                .finally(() => setBusy(false));
            }}
          >
            {isAlone ? 'Run the row' : 'Save and run with the others'}
          </Button>
        </>
      }
    >
      <div className={css['mended']}>
        {item.error === null ? null : <ProblemNote>{item.error}</ProblemNote>}
        {batch.fields.map((field, at) => (
          <TextField
            key={fieldKey(field)}
            label={field.label}
            value={texts[at] ?? ''}
            error={errors[at] ?? null}
            onValueChange={(text) => setTexts(texts.map((before, index) => (index === at ? text : before)))}
          />
        ))}
        {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
      </div>
    </Dialog>
  );
}
