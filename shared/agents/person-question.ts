import { z } from 'zod';

/** Letters of a question to a person, and of an answer. */
export const MAX_PERSON_QUESTION = 2000;
/** Answers that an agent may offer. */
export const MAX_PERSON_CHOICES = 6;

/** One answer that is offered. */
export const PersonChoice = z.string().trim().min(1).max(100);
