import { modelsForUse, type ModelKind, type ModelListAnswer } from '#shared/administration/index.ts';
import type { Desk } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorPorts, ModelChoices } from '../ports.ts';

/** How long a list of a service is shown without asking it again. Milliseconds. */
const FRESH_MS = 300_000;

/**
 * What services of models offer, each asked at most every few minutes with the key that is stored for it.
 * @param getTime milliseconds; for tests
 */
export function createModelChoices(
  desk: Desk,
  getTime: () => number = () => performance.now(),
): NonNullable<EditorPorts['availableModels']> {
  const lists = new Map<string, { at: number; answer: Promise<ModelListAnswer> }>();
  return async (kind: ModelKind, named: string): Promise<ModelChoices | null> => {
    const { providers } = await desk('listModelProviders', {});
    const eligible = providers.filter(({ models }) => models.some((model) => model.kind === kind));
    const provider =
      named === ''
        ? eligible.length === 1
          ? eligible[0]
          : undefined
        : eligible.find(({ name }) => name === named);
    const used = provider?.models.find((model) => model.kind === kind);
    if (provider === undefined || used === undefined) return null;
    const { name, service, baseUrl } = provider;
    const key = JSON.stringify([name, service, baseUrl]);
    let list = lists.get(key);
    if (list === undefined || getTime() - list.at > FRESH_MS) {
      const answer = desk('listModels', { body: { service, baseUrl, stored: name } });
      list = { at: getTime(), answer };
      lists.set(key, list);
      // What failed is asked again the next time.
      answer.catch(() => lists.delete(key));
    }
    const { models, problem, message } = await list.answer;
    if (problem !== null) lists.delete(key);
    return {
      provider: name,
      ...modelsForUse(kind, models),
      hasList: models.length > 0,
      defaultModel: used.model,
      price: used.price,
      unit: used.unit,
      problem: problem === null ? null : words.sentences.translate(message),
    };
  };
}
