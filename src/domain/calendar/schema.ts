import { z } from 'zod';
import { dayPartOf, isDay } from './day.ts';
import { monthPattern } from './month.ts';

/** A day as received: a time part is cut at the `T` or blank. Years 2000 to 2099. */
export const daySchema = z
  .string('Data richiesta')
  .max(40, 'Data non valida')
  .transform(dayPartOf)
  .refine(isDay, 'Data non valida');

/** A local time `HH:MM`; seconds `:00` are accepted and cut. */
export const timeSchema = z
  .string('Orario richiesto')
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'Orario non valido (HH:MM)')
  .transform((text) => text.slice(0, 5));

export const monthSchema = z.string().regex(monthPattern, 'Mese non valido (AAAA-MM)');
