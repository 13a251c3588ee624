import { useState, type ReactElement } from 'react';
import type { Batch, BatchItem, BatchValue } from '#shared/desk/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import {
  acceptOf,
  fieldValueOf,
  InputField,
  runValueOf,
  useFieldProblems,
  type FieldValue,
} from '#renderer/fields/index.ts';
import { Button, Dialog, pricedLabel, ProblemNote } from '#renderer/ui/index.ts';
import { fileReadError, uploadFile } from '#renderer/uploads/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { useBatchQuestion } from './batch-cost.ts';
import { useBatchEstimate } from './queries.ts';
import { fieldKey } from './cell-values.ts';
import css from './new-batch.module.css';

const t = words.batches.mendRow;

/** The values of a row that was skipped or did not work: changed, it runs once more. */
export function RepairRow({
  batch,
  item,
  onClose,
}: {
  batch: Batch;
  item: BatchItem;
  onClose: () => void;
}): ReactElement {
  const [fieldValues, setFieldValues] = useState<readonly FieldValue[]>(() =>
    batch.fields.map(({ type }, at) => fieldValue(type, item.values[at] ?? null)),
  );
  const [uploading, setUploading] = useState(0);
  const problems = useFieldProblems();
  const uploads = uploadsOf(batch.connectionId, (isSending) =>
    setUploading((count) => count + (isSending ? 1 : -1)),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { isIdle, price, save, question } = useMended(batch, item);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.row(number(item.index + 1))}
      description={t.changeDidNotFit}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabledReason={words.whyNot.form(uploading > 0, problems.first !== null)}
            onClick={() => {
              if (problems.current() !== null) return;
              setBusy(true);
              setProblem(null);
              save(fieldValues)
                .then((isSaved) => (isSaved ? onClose() : undefined))
                .catch((error: unknown) => setProblem(describeProblem(error)))
                .finally(() => setBusy(false));
            }}
          >
            {pricedLabel(isIdle ? t.runRow : t.saveRun, price)}
          </Button>
        </>
      }
    >
      <div className={css['mended']}>
        {item.error === null ? null : <ProblemNote>{item.error}</ProblemNote>}
        {batch.fields.map((field, at) => (
          <InputField
            key={fieldKey(field)}
            input={{ label: field.label, type: parsePinType(field.type) }}
            size="small"
            value={fieldValues[at] ?? null}
            onValueChange={(value) =>
              setFieldValues((current) => current.map((before, index) => (index === at ? value : before)))
            }
            onProblem={(found) => problems.report(fieldKey(field), found)}
            uploads={uploads}
          />
        ))}
        {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
        {question}
      </div>
    </Dialog>
  );
}

/** Saves changed values of a row, which then runs: at once, or with the rows that wait. */
function useMended(batch: Batch, item: BatchItem) {
  const isIdle = batch.state !== 'running' && batch.counts.waiting === 0;
  // One that is added to rows that wait is asked about with them.
  const startsImmediately = isIdle || batch.state === 'running';
  const price = useBatchEstimate(batch, { runs: startsImmediately ? 1 : 0 });
  const { mayRun, question } = useBatchQuestion(batch.connectionId);
  /** @returns false where it should not run. */
  const save = async (fieldValues: readonly FieldValue[]): Promise<boolean> => {
    if (startsImmediately && !(await mayRun(batch.id, { runs: 1 }))) return false;
    const values: BatchValue[] = fieldValues.map((value) => (isEmptyText(value) ? null : runValueOf(value)));
    const params = { batchId: batch.id };
    await callDesk('changeBatchItemValues', { params, body: { item: item.index, values } });
    if (isIdle) {
      const { limits, runsStarted } = batch;
      const maxRuns = limits.maxRuns === null ? null : Math.max(limits.maxRuns, runsStarted + 1);
      await callDesk('resumeBatch', { params, body: { limits: { ...limits, maxRuns } } });
    }
    return true;
  };
  return { isIdle, price: startsImmediately ? price : null, save, question };
}

/** What an item holds as its field shows it. A file is known here by its id alone. */
function fieldValue(type: string | null, value: BatchValue): FieldValue {
  const pin = parsePinType(type);
  if (value === null || !('fileId' in value)) return fieldValueOf(pin, value?.value);
  const fileId = String(value.fileId);
  return { type: 'file', file: { fileId, filename: fileId, contentType: acceptOf(pin) ?? '' } };
}

/** An empty field leaves the input as it is, as an empty cell does. */
const isEmptyText = (value: FieldValue): boolean => value?.type === 'string' && value.value === '';

const uploadsOf = (connectionId: string, onBusy: (isBusy: boolean) => void) => ({
  connectionId,
  ...fileReadError,
  send: (file: File, options: Parameters<typeof uploadFile>[2]) => uploadFile(connectionId, file, options),
  onBusy,
});
