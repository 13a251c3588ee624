import { useState, type ReactElement } from 'react';
import type { EndpointPin, PublicTemplateEndpointDocs, RunInputValue } from '#shared/api/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { describeRead } from '#renderer/desk/index.ts';
import { EndpointForm, useEndpointDocs, useTemplateEndpoints } from '#renderer/templates/index.ts';
import { InputPicker } from '#renderer/fields/index.ts';
import { EmptyState, ErrorState, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { MakeSource, ShotToMake } from './make-source.ts';
import { WordsNote } from './words-note.tsx';
import css from './make.module.css';

const NOWHERE = '';
const text = words.storyboard;

const isText = ({ kind, dataType }: EndpointPin): boolean =>
  kind !== 'file' && (dataType === null || dataType === undefined || parsePinType(dataType).base === 'text');

/** The field that words most likely go into: one for a prompt, else one of several lines, else the first text. */
function bestMatch(pins: readonly EndpointPin[]): EndpointPin | undefined {
  const texts = pins.filter(isText);
  const named = (pattern: RegExp) =>
    texts.find(({ name, fieldName }) => pattern.test(name) || pattern.test(fieldName));
  return (
    named(/prompt|description|scene/i) ??
    named(/headline|text|words|caption|title/i) ??
    texts.find(({ dataType }) => parsePinType(dataType).multiline === true) ??
    texts[0]
  );
}

interface TemplateFormProps {
  connectionId: string;
  templateId: string;
  name: string;
  shots: readonly ShotToMake[];
  onMake: (source: MakeSource, shots: readonly ShotToMake[]) => void;
}

/** The form of a template, with the words of a shot in it. */
export function TemplateForm(props: TemplateFormProps): ReactElement {
  const { connectionId, templateId } = props;
  const list = useTemplateEndpoints(connectionId, templateId);
  const endpointId = list.data?.[0]?.endpointId ?? null;
  if (list.isError) {
    return <ErrorState compact title={describeRead(list.error)} onRetry={() => void list.refetch()} />;
  }
  if (list.isPending) return <Skeleton height={160} />;
  if (endpointId === null) {
    return <EmptyState compact title={text.noTemplates} text={text.noTemplatesDetail} />;
  }
  return <Endpoint {...props} endpointId={endpointId} />;
}

function Endpoint({ endpointId, ...props }: TemplateFormProps & { endpointId: string }): ReactElement {
  const docs = useEndpointDocs(props.connectionId, props.templateId, endpointId);
  if (docs.isError) {
    return <ErrorState compact title={describeRead(docs.error)} onRetry={() => void docs.refetch()} />;
  }
  if (docs.isPending) return <Skeleton height={160} />;
  return <Filled {...props} endpointId={endpointId} docs={docs.data} />;
}

function Filled({
  connectionId,
  templateId,
  endpointId,
  name,
  docs,
  shots,
  onMake,
}: TemplateFormProps & { endpointId: string; docs: PublicTemplateEndpointDocs }): ReactElement {
  const texts = (docs.inputs ?? []).filter(isText);
  const [inputField, setInputField] = useState(bestMatch(docs.inputs ?? [])?.fieldName ?? NOWHERE);
  const isSingle = shots.length === 1;
  const prompt = shots[0]?.words ?? '';
  const make = (inputs: Record<string, RunInputValue>) => {
    const value = inputs[inputField];
    // Of one shot the form has the words, as they were changed there.
    const words = isSingle ? null : inputField === NOWHERE ? null : inputField;
    onMake(
      { kind: 'template', name, templateId, endpointId, inputs, words },
      isSingle && value?.type === 'string' ? [{ ...shots[0]!, words: value.value }] : shots,
    );
  };
  return (
    <div className={css['fields']}>
      {texts.length > 1 || !isSingle ? (
        <InputPicker
          label={text.wordsInto}
          inputs={texts.map((pin) => ({
            key: pin.fieldName,
            nodeId: '',
            nodeTitle: '',
            label: pin.name || pin.fieldName,
            type: 'text',
          }))}
          value={inputField === NOWHERE ? null : inputField}
          none={text.wordsNowhere}
          onPick={(key) => setInputField(key ?? NOWHERE)}
        />
      ) : null}
      {inputField === NOWHERE ? null : <WordsNote shots={shots} />}
      <div className={css['endpoint']}>
        <EndpointForm
          connectionId={connectionId}
          docs={docs}
          inputsOfRun={null}
          begin={isSingle && inputField !== NOWHERE && prompt !== '' ? { [inputField]: prompt } : {}}
          hidden={isSingle || inputField === NOWHERE ? null : inputField}
          action={isSingle ? text.makeOne : text.makeSeveral(shots.length)}
          runs={shots.length}
          running={false}
          onRun={make}
        />
      </div>
    </div>
  );
}
