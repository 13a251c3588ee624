import { queryOptions } from '@tanstack/react-query';
import { endpoints, type PublicNodeTypeDetail } from '#shared/api/index.ts';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import { callsProvider, priceInSource } from '#shared/graph/node-type-source.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { isMissing, readFor } from '#renderer/desk/index.ts';

/** The node that asks a picture model. */
export const PICTURE_MODEL_TYPE = 'ai/image';
/** Its output. */
export const PICTURE_OUTPUT = 'image';

/** A picture model that was connected under Models. */
export interface PictureModel {
  /** The provider, as the person named it. */
  provider: string;
  /** Null where the service does not say which one answers. */
  model: string | null;
  sizes: readonly string[];
  /** The size that the node begins with. */
  size: string;
  /** Microcredits a picture: 0 for what is free, null where nobody knows. */
  price: number | null;
}

/**
 * The picture models of a service, from the type of the node that asks them; none where no provider is connected.
 * @param isLocal whether the service is the local one: no other writes prices into its types.
 */
function modelsOfType(
  { inputs = [], source }: Pick<PublicNodeTypeDetail, 'inputs' | 'source'>,
  isLocal: boolean,
): PictureModel[] {
  const pinOf = (name: string) => inputs.find((pin) => pin.name === name);
  const defaultOf = (name: string) => {
    const value = pinOf(name)?.default;
    return typeof value === 'string' && value !== '' ? value : null;
  };
  if (isLocal && !callsProvider(source)) return [];
  const sizes = parsePinType(pinOf('size')?.type).choices ?? [];
  const providers = parsePinType(pinOf('provider')?.type).choices ?? [];
  return providers.map((provider) => ({
    provider,
    model: providers.length === 1 ? defaultOf('model') : null,
    sizes,
    size: defaultOf('size') ?? sizes[0] ?? '',
    price: isLocal ? priceInSource(source, provider) : null,
  }));
}

/** The picture models that a service can ask; none of one that has no such node. */
export const pictureModelsQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ['storyboard-models', connectionId],
    staleTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<PictureModel[]> => {
      try {
        const type = await readFor(connectionId)(endpoints.nodeTypes.get, {
          params: { node_type: PICTURE_MODEL_TYPE },
          signal,
        });
        return modelsOfType(type, connectionId === LOCAL_CONNECTION_ID);
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
  });
