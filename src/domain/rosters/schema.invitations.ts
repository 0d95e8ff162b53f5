import { z } from 'zod';
import { codeText, idSchema } from '../text.ts';
import { worksiteSummarySchema } from '../worksites/schema.ts';
import { unclaimedSchema } from './schema.answers.ts';

/** How many days an invitation is valid: the public one, and a personal one, which is used once. */
export const wallInvitationDays = 30;
export const personalInvitationDays = 7;

/** The target of an invitation: a person of the rosters without an account; if omitted, the public one. */
export const invitationTargetSchema = z.object({ unclaimedId: idSchema.optional() });

/** A new link. Returned only once: only its hash is stored. */
export const invitationLinkSchema = z.object({ url: z.string(), expiresAt: z.string() });
export type InvitationLink = z.infer<typeof invitationLinkSchema>;

const runningSchema = z.object({ expiresAt: z.string() }).nullable();

/** A worksite's valid invitations, as the CEO sees them, and the people who could get a personal one. */
export const invitationListSchema = z.object({
  wall: runningSchema,
  people: z.array(unclaimedSchema.extend({ invitation: runningSchema })),
});
export type InvitationList = z.infer<typeof invitationListSchema>;

/** The token of an invitation. Invalid and expired ones get the same answer. */
export const invitationTokenSchema = codeText(200, 'Link non valido');

export const openInvitationSchema = z.object({ token: invitationTokenSchema });

/** An invitation's details, shown before registering. */
export const openedInvitationSchema = z.object({
  worksite: worksiteSummarySchema,
  /** The shifts kept for this person, from today on; null for public invitations, or if none are left. */
  waiting: unclaimedSchema.pick({ shifts: true, from: true, to: true }).nullable(),
});
export type OpenedInvitation = z.infer<typeof openedInvitationSchema>;
