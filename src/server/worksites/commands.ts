import type { z } from 'zod';
import {
  type createWorksiteSchema,
  defaultRestRules,
  type Worksite,
  type WorksiteVariant,
} from '../../domain/worksites/schema.ts';
import { defaultSwapPolicy } from '../../domain/worksites/swapPolicy.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { insertWorksite } from './queries.ts';

/**
 * Creates a worksite; its access code decides, once, whether it is a taxi worksite.
 * @throws DatabaseError for a taken name (answered as `worksite_name_taken`)
 */
export async function createWorksite(
  context: AppContext,
  ceo: SignedIn,
  body: z.output<typeof createWorksiteSchema>,
): Promise<Worksite> {
  const variant: WorksiteVariant = body.accessCode === context.settings.taxiAccessCode ? 'taxi' : 'standard';
  const worksite = { ...body, description: body.description ?? '', variant };
  const now = context.clock.now();
  const id = await context.database.transaction(async (tx) => {
    const newId = await insertWorksite(tx, { ...worksite, isRegistrationOpen: true, now });
    await insertAudit(tx, {
      at: now,
      signedIn: ceo,
      worksiteId: newId,
      action: 'worksite_created',
      targetType: 'worksite',
      targetId: newId,
      after: { name: worksite.name, email: worksite.email, isActive: worksite.isActive },
    });
    return newId;
  });
  return {
    id,
    ...worksite,
    userCount: 0,
    joinedToday: 0,
    restRules: defaultRestRules(variant),
    swapPolicy: defaultSwapPolicy(variant),
    rosterMode: 'proposta',
    isRegistrationOpen: true,
  };
}
