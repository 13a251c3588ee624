import type { ReactElement } from 'react';
import type { PublicTimelineOtioImportResponse } from '#shared/api/index.ts';
import { countSelected } from '#shared/timeline/index.ts';
import { Button, Dialog, DialogProgress, DialogStack, ProblemNote } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { WarningList } from './import-report.tsx';
import { RecutView } from './recut-view.tsx';
import type { useRecut } from './use-recut.ts';

const t = words.interchange.recutDialog;

/** What became elsewhere of the timeline of a project, and a button that takes what is chosen of it. */
export function RecutDialog({
  filename,
  recut: { comparison, problem, select, review },
  response,
  onClose,
  onApply,
}: {
  filename: string;
  recut: ReturnType<typeof useRecut>;
  response: PublicTimelineOtioImportResponse;
  onClose: () => void;
  onApply: () => void;
}): ReactElement {
  const count = comparison?.recut.isRelated ? countSelected(comparison.recut, comparison.selected) : 0;
  const hasMarkersOnly =
    comparison !== null && comparison.recut.changes.length === 0 && comparison.recut.markers > 0;
  const go = (appliesImmediately: boolean): void => {
    review(filename, appliesImmediately);
    onApply();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width={640}
      title={t.compareCuts}
      description={filename}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button disabled={!comparison?.recut.isRelated} onClick={() => go(false)}>
            {words.recut.show}
          </Button>
          <Button
            variant="primary"
            disabledReason={
              count > 0 || hasMarkersOnly
                ? null
                : comparison
                  ? words.whyNot.change(0)
                  : problem === null
                    ? words.whyNot.stillReading
                    : words.whyNot.notRead
            }
            onClick={() => go(true)}
          >
            {hasMarkersOnly ? words.recut.takeMarkers : words.recut.take(count)}
          </Button>
        </>
      }
    >
      <DialogStack>
        {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
        {comparison ? (
          <>
            <RecutView
              filename={filename}
              recut={comparison.recut}
              selected={comparison.selected}
              onSelect={select}
            />
            {response.warnings.length > 0 ? <WarningList warnings={response.warnings} /> : null}
          </>
        ) : problem === null ? (
          <DialogProgress label={t.compare} status={t.comparingTimelineProject} value={null} />
        ) : null}
      </DialogStack>
    </Dialog>
  );
}
