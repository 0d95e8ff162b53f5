import { z } from 'zod';
import { codeText, idSchema } from '../text.ts';
import { worksiteSummarySchema } from '../worksites/schema.ts';
import { unclaimedSchema } from './schema.answers.ts';

/** How many days an invitation can be used: the wall's, and a personal one, which is used once. */
export const wallInvitationDays = 30;
export const personalInvitationDays = 7;

/** Whom an invitation is for: somebody of the rosters without an account; left out, whoever reads it on the wall. */
export const invitationTargetSchema = z.object({ unclaimedId: idSchema.optional() });

/** A link that was made. It is told once: only its hash is stored. */
export const invitationLinkSchema = z.object({ url: z.string(), expiresAt: z.string() });
export type InvitationLink = z.infer<typeof invitationLinkSchema>;

const runningSchema = z.object({ expiresAt: z.string() }).nullable();

/** The invitations of a worksite that can be used, as the CEO sees them, and who could get a personal one. */
export const invitationListSchema = z.object({
  wall: runningSchema,
  people: z.array(unclaimedSchema.extend({ invitation: runningSchema })),
});
export type InvitationList = z.infer<typeof invitationListSchema>;

/** The token of an invitation. What is none gets the same answer as one that is over. */
export const invitationTokenSchema = codeText(200, 'Link non valido');

export const openInvitationSchema = z.object({ token: invitationTokenSchema });

/** What whoever holds an invitation reads before they register. */
export const openedInvitationSchema = z.object({
  worksite: worksiteSummarySchema,
  /** The shifts that wait for them, from today on; null on the wall, or where none are left. */
  waiting: unclaimedSchema.pick({ shifts: true, from: true, to: true }).nullable(),
});
export type OpenedInvitation = z.infer<typeof openedInvitationSchema>;
