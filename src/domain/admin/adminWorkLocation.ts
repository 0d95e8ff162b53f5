import { workLocationNames } from '../shifts/duty.ts';

/**
 * Kinds of day as admins see them of other people: holidays and sick days are one, 'assente'. Why somebody is away is
 * never shown (product decisions, section 3).
 */
export const adminWorkLocations = ['smart_working', 'sede', 'libero', 'assente'] as const;
export type AdminWorkLocation = (typeof adminWorkLocations)[number];

/** 'sede', 'assenza' … as text in a sentence. */
export const adminWorkLocationNames: Record<AdminWorkLocation, string> = {
  smart_working: workLocationNames.smart_working,
  sede: workLocationNames.sede,
  libero: workLocationNames.libero,
  assente: 'assenza',
};
