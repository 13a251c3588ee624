import { germanText } from '#shared/starters/german.ts';
import type { Translated } from '../translated.ts';
import type { starters as english } from '../english/starters.ts';

export const starters: Translated<typeof english> = { translate: germanText };
