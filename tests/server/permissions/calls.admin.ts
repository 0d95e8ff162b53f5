import sql from 'sql-template-tag';
import { aboutGiulia, accessCode, as, asking, by, type RouteCall, sending, site } from './world.ts';

export const adminCalls: Record<string, RouteCall> = {
  'GET /api/email-config': [by.signedIn],
  'PUT /api/email-config': [
    by.ceo,
    sending({ account: 'invio@turnario.example', password: 'x', host: '127.0.0.1', port: 9, isTls: false }),
  ],
  'POST /api/test-exchange-email': [by.ceo],
  'GET /api/ceo/mails': [by.ceo, asking('status=failed')],
  'POST /api/ceo/mails/retry': [by.ceo],
  'POST /api/ceo/mails/:id/retry': [as(404, by.ceo), () => ({ id: crypto.randomUUID() })],

  'GET /api/admin/summary': [by.anyAdmin],
  'GET /api/admin/users': [by.anyAdmin],
  'GET /api/admin/users/page': [by.anyAdmin],
  'GET /api/admin/worksites': [by.anyAdmin],
  'GET /api/admin/shifts': [by.anyAdmin],
  'GET /api/admin/export/:kind': [by.anyAdmin, () => ({ id: 'shifts' })],

  'GET /api/ceo/attention': [by.ceo],
  'GET /api/ceo/overview': [by.ceo],
  'GET /api/ceo/upkeep': [by.ceo],
  'POST /api/ceo/upkeep/trust-clock': [as(204, by.ceo)],
  // there are no idle accounts
  'POST /api/ceo/upkeep/agree-idle-accounts': [as(409, by.ceo), sending({ count: 1 })],
  'GET /api/ceo/audit': [by.ceo],
  'GET /api/ceo/audit/export': [by.ceo],
  'GET /api/ceo/registrations': [by.ceo],
  'GET /api/ceo/registrations/page': [by.ceo],
  'GET /api/ceo/worksites': [by.ceo],
  'POST /api/ceo/worksites': [
    as(201, by.ceo),
    () => ({ body: { name: crypto.randomUUID(), accessCode, email: 'nuovo@turnario.example' } }),
  ],
  'PATCH /api/ceo/worksites/:id': [by.ceo, site({ description: 'Nuova' })],
  'GET /api/ceo/worksites/:id/contents': [by.ceo, site()],
  'DELETE /api/ceo/worksites/:id': [
    by.ceo,
    (world) => ({ id: world.worksite.id, body: { confirmName: world.worksite.name } }),
  ],
  'DELETE /api/ceo/users/:id': [as(204, by.ceo), aboutGiulia()],
  'PATCH /api/ceo/users/:id/status': [as(204, by.ceo), aboutGiulia({ isActive: false })],
  'PATCH /api/ceo/users/:id/permissions': [as(204, by.ceo), aboutGiulia({ mayReviewCodes: true })],
  'POST /api/ceo/users/:id/password-link': [
    as(201, by.ceo),
    async (world) => {
      // there is one only where no mail can leave
      await world.server.database.run(sql`delete from mail_settings`);
      return { id: world.giulia.id };
    },
  ],
  'POST /api/ceo/impersonate/:id': [by.ceo, aboutGiulia()],
  'POST /api/ceo/stop-impersonation': ['401 403 403 403 403 403 200 200 401 403'],
  'GET /api/ceo/operations': [by.ceo],
  'GET /api/ceo/operations/page': [by.ceo],
  'GET /api/ceo/operations/export': [by.ceo],
};
