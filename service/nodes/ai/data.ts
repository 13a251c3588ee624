import { DEFAULT_LIMITS } from '#shared/reading/limits.ts';
import { parseJson } from '#shared/reading/parse-json.ts';
import { defineNode } from '../define-node.ts';
import { NodeFailure, type JsonValue, type NodeDefinition, type ProviderAccess } from '../definition.ts';
import { boolean, image, list, number, optional, text } from '../pins.ts';
import { describeFields, checkData, readFields, schemaOf, type DataField } from './data-fields.ts';
import { writeText } from './library/library-text.ts';
import { libraryLimits } from './picture-result.ts';
import { providerOf, providerPins } from './provider-pins.ts';
import type { ProviderLimits } from './provider-request.ts';
import { readReferences } from './reference-pictures.ts';
import { TEXT_LIMITS } from './text.ts';

/** @param limits for tests, which cannot wait for minutes. */
export const createAiData = (limits: ProviderLimits = TEXT_LIMITS): NodeDefinition =>
  defineNode({
    type: 'ai/data',
    title: 'Write data',
    description:
      'Asks a language model that you connected for values by name, also about images, and checks that all are there and of their type. Fields has one in each line: title: text, price: number, mood: one of calm, wild, tags: list of text.',
    icon: 'braces',
    tags: ['ai', 'language model', 'llm', 'json', 'structured', 'extract', 'fields', 'schema'],
    usesModel: 'text',
    waits: true,
    inputs: {
      prompt: text('Prompt', { default: '', multiline: true }),
      fields: text('Fields', { default: 'title: text', multiline: true, maxLength: 20_000 }),
      multiple: boolean('Several records', { default: false }),
      system: text('Instructions', { default: '', multiline: true, exposed: false }),
      images: optional(list(image('Images'))),
      ...providerPins,
      temperature: optional(number('Temperature', { min: 0, max: 2, exposed: false })),
      maxTokens: optional(number('Longest answer', { min: 1, max: 200_000, step: 1, exposed: false })),
    },
    outputs: { json: { label: 'Data', type: 'json' } },
    async run(
      { prompt, fields: declared, multiple, system, images, temperature, maxTokens, variation },
      execution,
    ) {
      if (prompt.trim() === '')
        throw new NodeFailure('INPUT_MISSING', 'Prompt is empty. Write what the model should do.');
      const fields = readFields(declared);
      const provider = providerOf(execution);
      const pictures = await readReferences(execution, images);
      execution.progress(0, `Waiting for ${provider.model}`);
      const answer = await writeText(
        provider,
        {
          prompt,
          system: [system.trim(), describeFields(fields, multiple)]
            .filter((part) => part !== '')
            .join('\n\n'),
          temperature,
          maxTokens,
          seed: variation,
          images: pictures,
          schema: schemaOf(fields, multiple),
        },
        execution,
        libraryLimits(limits),
      );
      return { json: parseRecord(provider, answer, fields, multiple) };
    },
  });

export const aiData = createAiData();

/** Some models wrap what they write into a fence. */
const unfenced = (answer: string): string =>
  /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(answer)?.[1] ?? answer;

function parseRecord(
  { name }: ProviderAccess,
  answer: string,
  fields: readonly DataField[],
  isMultiple: boolean,
): JsonValue[] | Record<string, JsonValue> {
  const read = parseJson(unfenced(answer).trim(), { limits: DEFAULT_LIMITS, label: 'The answer', hint: '' });
  if (!read.ok)
    throw new NodeFailure(
      'PROVIDER_BAD_ANSWER',
      `${name} wrote something else than data. Run again, or choose another model.`,
    );
  const checked = checkData(fields, isMultiple, read.value as JsonValue);
  if (checked.ok) return checked.value as JsonValue[] | Record<string, JsonValue>;
  throw new NodeFailure(
    'PROVIDER_BAD_ANSWER',
    `${name} did not fill in all fields: ${checked.reason}. Run again, say more in Prompt, or choose another model.`,
  );
}
