import type { experimental_generateVideo, SpeechModel, TranscriptionModel } from 'ai';
import type { ProviderAccess } from '../../definition.ts';
import { withFigures } from './compatible-transcription.ts';
import type { LibraryFetch } from './library-fetch.ts';
import { settingsOf, unsupported } from './library-models.ts';

/** Models of providers that make or hear sound and video, as their packages make them; see `library-models.ts`. */

type VideoModel = Parameters<typeof experimental_generateVideo>[0]['model'];

export async function videoModelOf(provider: ProviderAccess, library: LibraryFetch): Promise<VideoModel> {
  const settings = settingsOf(provider, library);
  switch (provider.service) {
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings).video(provider.model);
    case 'fal':
      return (await import('@ai-sdk/fal')).createFal(settings).video(provider.model);
    case 'replicate': {
      const { apiKey, ...remaining } = settings;
      return (await import('@ai-sdk/replicate'))
        .createReplicate({ ...remaining, apiToken: apiKey })
        .video(provider.model);
    }
    case 'black-forest-labs':
      return (await import('@ai-sdk/black-forest-labs'))
        .createBlackForestLabs(settings)
        .video(provider.model);
    default:
      throw unsupported(provider, 'videos');
  }
}

export async function speechModelOf(provider: ProviderAccess, library: LibraryFetch): Promise<SpeechModel> {
  const settings = settingsOf(provider, library);
  switch (provider.service) {
    case undefined:
    case 'openai-compatible':
    // An OpenAI-compatible address speaks as OpenAI does; the package for such addresses knows no sound.
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings).speech(provider.model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings).speech(provider.model);
    case 'fal':
      return (await import('@ai-sdk/fal')).createFal(settings).speech(provider.model);
    default:
      throw unsupported(provider, 'speech');
  }
}

export async function transcriptionModelOf(
  provider: ProviderAccess,
  library: LibraryFetch,
): Promise<TranscriptionModel> {
  const settings = settingsOf(provider, library);
  switch (provider.service) {
    case undefined:
    case 'openai-compatible':
      return (await import('@ai-sdk/openai'))
        .createOpenAI({ ...settings, fetch: withFigures(settings.fetch) })
        .transcription(provider.model);
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings).transcription(provider.model);
    case 'google':
      return (await import('@ai-sdk/google'))
        .createGoogleGenerativeAI(settings)
        .transcription(provider.model);
    case 'fal':
      return (await import('@ai-sdk/fal')).createFal(settings).transcription(provider.model);
    default:
      throw unsupported(provider, 'transcriptions');
  }
}
