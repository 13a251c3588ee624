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

interface Publishing {
  request: PublishRequest | null;
  /** The project whose canvas is open: it is published beside it, where its pins can be picked. */
  canvas: { connectionId: string; projectId: string } | null;
}

export const publishing = createStore<Publishing>(() => ({ request: null, canvas: null }));

/** Whether what is to be published is on the open canvas. */
export const isOnCanvas = ({ request, canvas }: Publishing): boolean =>
  request !== null &&
  canvas !== null &&
  request.connectionId === canvas.connectionId &&
  request.projectId === canvas.projectId;

/** Opens the form that publishes: beside the canvas where that is open, else as a dialog. */
export const requestPublish = (request: PublishRequest): void => publishing.setState({ request });
