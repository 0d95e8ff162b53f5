import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Settings } from './settings.ts';

type VariantSettings = Pick<Settings, 'taxiAccessCode'>;

/** What a worksite becomes that is made with this access code. */
export const variantOfNew = (accessCode: string, { taxiAccessCode }: VariantSettings): WorksiteVariant =>
  accessCode === taxiAccessCode ? 'taxi' : 'standard';

/** As it is stored; a worksite that a server of an earlier version has just made is still told by its code. */
export const variantOf = (
  { variant, accessCode }: { variant: WorksiteVariant | null; accessCode: string },
  settings: VariantSettings,
): WorksiteVariant => variant ?? variantOfNew(accessCode, settings);
