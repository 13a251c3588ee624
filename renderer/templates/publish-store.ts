import { createStore } from 'zustand/vanilla';

/** What is to be published. */
export interface PublishRequest {
  connectionId: string;
  projectId: string;
  /** The template that gets a new state; the newest of the project, or a new one, when null. */
  templateId: string | null;
  /** Saves what is on screen, so that it is what is published. */
  saveFirst: (() => Promise<unknown>) | null;
}

export const publishing = createStore<{ request: PublishRequest | null }>(() => ({ request: null }));

/** Opens the publish dialog. */
export const askToPublish = (request: PublishRequest): void => publishing.setState({ request });
