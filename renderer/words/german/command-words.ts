import { germanCommandWords } from '#shared/commands/german/index.ts';

export const commandWords = germanCommandWords;
