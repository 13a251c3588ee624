/** Reads containers of films and sounds. It is JavaScript, loaded when needed: few runs look at media. */
export const loadMediabunny = () => import('mediabunny');

export type { Input, InputVideoTrack } from 'mediabunny';
