import { type ContractMap, idParams, nothing } from '../contractParts.ts';
import { openedInvitationSchema, openInvitationSchema } from '../rosters/schema.invitations.ts';
import { sessionSchema } from '../users/schema.ts';
import {
  acceptTermsSchema,
  changePasswordSchema,
  ownSessionListSchema,
  passwordLinkAnswerSchema,
  passwordLinkSchema,
  requestPasswordLinkSchema,
} from './ownAccount.ts';
import { loginSchema, registrationBodySchema, setPasswordSchema } from './schema.ts';
import { termsContactSchema } from './termsContact.ts';

export const authContract = {
  'POST /api/auth/login': { body: loginSchema, answer: sessionSchema },
  'POST /api/auth/register': { body: registrationBodySchema, answer: sessionSchema, status: 201 },
  /** Looks up an invitation; the token is in the body, so that it is never logged. */
  'POST /api/auth/invitation': { body: openInvitationSchema, answer: openedInvitationSchema },
  'GET /api/auth/user': { answer: sessionSchema },
  'POST /api/auth/logout': { answer: nothing },
  'POST /api/auth/set-password': { body: setPasswordSchema, answer: nothing },
  'POST /api/auth/request-password-link': {
    body: requestPasswordLinkSchema,
    answer: passwordLinkAnswerSchema,
    status: 202,
  },
  'POST /api/auth/change-password': { body: changePasswordSchema, answer: nothing },
  'POST /api/auth/accept-terms': { body: acceptTermsSchema, answer: sessionSchema },
  'GET /api/auth/sessions': { answer: ownSessionListSchema },
  'DELETE /api/auth/sessions': { answer: nothing },
  'DELETE /api/auth/sessions/:id': { params: idParams, answer: nothing },
  'GET /api/terms-contact': { answer: termsContactSchema },
  'POST /api/ceo/users/:id/password-link': { params: idParams, answer: passwordLinkSchema, status: 201 },
  'POST /api/ceo/impersonate/:id': { params: idParams, answer: sessionSchema },
  'POST /api/ceo/stop-impersonation': { answer: sessionSchema },
} as const satisfies ContractMap;
