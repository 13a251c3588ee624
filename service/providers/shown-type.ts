import type { ModelKind } from '#shared/administration/models.ts';
import type { PublicNodeTypePin } from '#shared/api/index.ts';
import { nodeTypeSource } from '#shared/graph/node-type-source.ts';
import { typicalCost } from './model-cost.ts';
import { modelOf, providersOf } from './providers.ts';
import type { Provider } from './rows.ts';

/** What is given out of a node type depends on all providers that are connected, where it asks a model. */

/** The parts of a definition that matter here. */
interface TypeDefinition {
  version: number;
  usesModel?: ModelKind;
  inputs: readonly {
    name: string;
    label: string;
    type: string;
    exposed?: boolean;
    default?: unknown;
    optional?: boolean;
  }[];
}

/**
 * Its `source`: see `shared/graph/node-type-source.ts`.
 * @param isLive whether live previews may execute it.
 * @param price of each execution, in microcredits, besides what a model costs.
 */
export const publicSource = (
  connected: readonly Provider[],
  { version, usesModel }: Pick<TypeDefinition, 'version' | 'usesModel'>,
  isLive = false,
  price = 0n,
): string =>
  usesModel === undefined
    ? nodeTypeSource(version, null, isLive, price)
    : modelsSource(connected, version, usesModel, price);

/** The source of a type of this version that asks a model of this kind. */
export const modelsSource = (
  connected: readonly Provider[],
  version: number,
  kind: ModelKind,
  price = 0n,
): string =>
  nodeTypeSource(
    version,
    providersOf(connected, kind).map((provider) => ({
      name: provider.name,
      address: provider.baseUrl,
      model: modelOf(provider, kind)?.model ?? null,
      price: typicalCost(modelOf(provider, kind)),
    })),
    false,
    price,
  );

/**
 * Its inputs. One that may stay empty has the default null; one that must be set has no default at all, so that a client
 * can say so before a run does.
 */
export function publicInputs(
  connected: readonly Provider[],
  { inputs, usesModel }: TypeDefinition,
): PublicNodeTypePin[] {
  const providers = usesModel === undefined ? [] : providersOf(connected, usesModel);
  return inputs.map((pin) => {
    const publicPin: PublicNodeTypePin = {
      name: pin.name,
      label: pin.label,
      type: pin.type,
      exposed: pin.exposed ?? true,
    };
    const isRequired = pin.default === undefined && pin.optional !== true;
    if (!isRequired) publicPin.default = pin.default ?? null;
    return usesModel === undefined ? publicPin : providerPin(providers, usesModel, publicPin);
  });
}

/** The pins of a node that asks a model: the providers to choose from, and the model of the only one. */
function providerPin(
  providers: readonly Provider[],
  kind: ModelKind,
  pin: PublicNodeTypePin,
): PublicNodeTypePin {
  const only = providers.length === 1 ? providers[0] : undefined;
  if (pin.name === 'provider' && providers.length > 0) {
    const type = `choice(${providers.map(({ name }) => name).join('|')})`;
    return { ...pin, type, default: only?.name ?? '' };
  }
  return pin.name === 'model' && only ? { ...pin, default: modelOf(only, kind)?.model ?? '' } : pin;
}
