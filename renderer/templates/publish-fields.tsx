import type { ReactElement } from 'react';
import { TEMPLATE_LIMITS, type Publishable } from '#shared/administration/index.ts';
import { ProblemNote, Select, TextArea, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { fieldsOf } from './publish-form.ts';
import { PictureChoice } from './publish-picture.tsx';
import { PinFields } from './publish-pins.tsx';
import type { PublishForm } from './use-publish-form.ts';
import css from './publish-dialog.module.css';

const t = words.templates.publishFields;

const NEW = 'new';

/** What is filled in to publish: in the dialog, and beside the canvas. */
export function PublishFieldList({
  id,
  connectionId,
  publishable,
  form,
  onReveal,
}: {
  /** Of the form, for the button outside of it. */
  id: string;
  connectionId: string;
  publishable: Publishable;
  form: PublishForm;
  /** Shows a node on the canvas, where that is beside it. */
  onReveal?: (nodeId: string) => void;
}): ReactElement {
  const { fields, changes, fieldError, errorOf, warnsEmpty } = form;
  return (
    <>
      <form id={id} className={css['form']} onSubmit={form.submit} noValidate>
        <DescriptionFields form={form} publishable={publishable} errorOf={errorOf} />
        <PinFields
          fields={fields}
          publishable={publishable}
          onChange={form.replace}
          errorOf={errorOf}
          onReveal={onReveal}
          onProblem={form.problems.report}
        />
        <PictureChoice connectionId={connectionId} publishable={publishable} form={form} />
      </form>
      <div aria-live="polite" className={css['result']}>
        {fieldError?.field === '' ? <ProblemNote>{fieldError.message}</ProblemNote> : null}
        {errorOf('outputs') && fields.outputs.length === 0 ? (
          <ProblemNote>{errorOf('outputs')}</ProblemNote>
        ) : null}
        {errorOf('pictureFileId') ? <ProblemNote>{errorOf('pictureFileId')}</ProblemNote> : null}
        {changes ? <Changes changes={changes} /> : null}
        {warnsEmpty ? <ProblemNote>{t.noInputCallersCannot}</ProblemNote> : null}
      </div>
    </>
  );
}

const Changes = ({ changes }: { changes: readonly string[] }): ReactElement =>
  changes.length === 0 ? (
    <p className={css['changes']}>{t.noChangesCallersThey}</p>
  ) : (
    <div className={css['changes']}>
      <p>{t.callersDifferent}</p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  );

interface SectionProps {
  form: PublishForm;
  publishable: Publishable;
  errorOf: (field: string) => string | null;
}

function DescriptionFields({
  form: { fields, replace, set },
  publishable,
  errorOf,
}: SectionProps): ReactElement {
  return (
    <>
      {publishable.templates.length > 0 ? (
        <Select
          label={t.publishAs}
          value={fields.templateId ?? NEW}
          options={[
            ...publishable.templates.map(({ templateId, name }) => ({
              value: templateId,
              label: t.newState(name),
            })),
            { value: NEW, label: t.newTemplate },
          ]}
          onValueChange={(id) => replace(fieldsOf(publishable, id === NEW ? null : id))}
        />
      ) : null}
      {fields.removedPins.length > 0 ? (
        <ProblemNote>
          {words.templates.publishFields.missingInputs(
            fields.removedPins.join(', '),
            fields.removedPins.length,
          )}
        </ProblemNote>
      ) : null}
      <div className={css['two']}>
        <TextField
          label={t.name}
          value={fields.name}
          onValueChange={(name) => set({ name })}
          error={errorOf('name')}
          maxLength={TEMPLATE_LIMITS.name}
        />
        <TextField
          label={t.category}
          value={fields.category}
          onValueChange={(category) => set({ category })}
          error={errorOf('category')}
          placeholder={t.none}
          maxLength={TEMPLATE_LIMITS.category}
        />
      </div>
      <TextArea
        label={t.description}
        rows={2}
        value={fields.description}
        onValueChange={(description) => set({ description })}
        error={errorOf('description')}
      />
    </>
  );
}
