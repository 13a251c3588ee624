/** Services that speak the OpenAI-compatible API, to choose from; any other address can be typed. */
export interface ServicePreset {
  name: string;
  baseUrl: string;
  /** Where people find their key. */
  keysAt: string;
}

export const SERVICE_PRESETS: readonly ServicePreset[] = [
  { name: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', keysAt: 'console.mistral.ai' },
  { name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', keysAt: 'console.groq.com/keys' },
  { name: 'Together', baseUrl: 'https://api.together.xyz/v1', keysAt: 'api.together.ai' },
];

/** Whether an address is of this computer, whose servers rarely want a key. */
export function isLocalService(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { hostname } = new URL(baseUrl);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
