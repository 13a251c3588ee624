import { NodeFailure, type NodeExecution, type ProviderAccess } from '../definition.ts';
import { number, text } from '../pins.ts';

/** What every node that asks a provider has in common. The engine reads `provider` and `model` before it starts one. */
export const providerPins = {
  /** Empty: the only one. */
  provider: text('Provider', { default: '', exposed: false, maxLength: 100 }),
  /** Empty: the provider's own. */
  model: text('Model', { default: '', exposed: false, maxLength: 200 }),
  variation: number('Variation', { min: 0, max: 1_000_000, step: 1, default: 0, exposed: false }),
};

/** Whether a provider is an OpenAI-compatible address, which is spoken to without a package. */
export const isCompatible = ({ service = 'openai-compatible' }: ProviderAccess): boolean =>
  service === 'openai-compatible';

/** The provider that the engine chose for this execution. */
export function providerOf(execution: NodeExecution): ProviderAccess {
  if (execution.provider) return execution.provider;
  throw new NodeFailure('NO_PROVIDER', 'This node needs a model. Connect one under Models.');
}
