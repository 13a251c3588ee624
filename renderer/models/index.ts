/** Connecting models: services with a key, and servers on this computer. */
export * from './models-page.tsx';
