import { signedIn, anyAdmin, ceoOnly, as, type RouteCall } from './routeColumns.ts';
import { accessCode, asking, code, aboutGiulia, mailServer, sending, site } from './routeTargets.ts';

export const adminCalls: Record<string, RouteCall> = {
  'GET /api/email-config': [signedIn],
  'PUT /api/email-config': [ceoOnly, sending(mailServer)],
  'POST /api/test-exchange-email': [ceoOnly],
  'GET /api/ceo/mails': [ceoOnly, asking('status=failed')],
  'POST /api/ceo/mails/retry': [ceoOnly],
  'POST /api/ceo/mails/:id/retry': [as(404, ceoOnly), () => ({ id: crypto.randomUUID() })],

  'GET /api/admin/summary': [anyAdmin],
  'GET /api/admin/users': [anyAdmin],
  'GET /api/admin/users/page': [anyAdmin],
  'GET /api/admin/worksites': [anyAdmin],
  'GET /api/admin/shifts': [anyAdmin],
  'GET /api/admin/export/:kind': [anyAdmin, () => ({ id: 'shifts' })],

  'GET /api/ceo/attention': [ceoOnly],
  'GET /api/ceo/overview': [ceoOnly],
  'GET /api/ceo/upkeep': [ceoOnly],
  'POST /api/ceo/upkeep/trust-clock': [as(204, ceoOnly)],
  // nobody is idle there
  'POST /api/ceo/upkeep/agree-idle-accounts': [as(409, ceoOnly), sending({ count: 1 })],
  'GET /api/ceo/audit': [ceoOnly],
  'GET /api/ceo/audit/export': [ceoOnly],
  'GET /api/ceo/registrations': [ceoOnly],
  'GET /api/ceo/registrations/page': [ceoOnly],
  'GET /api/ceo/worksites': [ceoOnly],
  'POST /api/ceo/worksites': [
    as(201, ceoOnly),
    () => ({ body: { name: crypto.randomUUID(), accessCode, email: 'nuovo@turnario.example' } }),
  ],
  'PATCH /api/ceo/worksites/:id': [ceoOnly, site({ description: 'Nuova' })],
  'GET /api/ceo/worksites/:id/contents': [ceoOnly, site()],
  'DELETE /api/ceo/worksites/:id': [
    ceoOnly,
    (world) => ({ id: world.worksite.id, body: { confirmName: world.worksite.name } }),
  ],
  'DELETE /api/ceo/users/:id': [as(204, ceoOnly), aboutGiulia()],
  'PATCH /api/ceo/users/:id/status': [as(204, ceoOnly), aboutGiulia({ isActive: false })],
  'PATCH /api/ceo/users/:id/permissions': [as(204, ceoOnly), aboutGiulia({ mayReviewCodes: true })],
  'POST /api/ceo/impersonate/:id': [ceoOnly, aboutGiulia()],
  'POST /api/ceo/stop-impersonation': ['401 403 403 403 403 403 200 200 401 403'],
  'GET /api/ceo/operations': [ceoOnly],
  'GET /api/ceo/operations/page': [ceoOnly],
  'GET /api/ceo/operations/export': [ceoOnly],
  'DELETE /api/ceo/operations/:id': [as(204, ceoOnly), code()],
};
