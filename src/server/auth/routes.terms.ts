import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';

/** Whom the privacy policy names, by the settings; the contact is else the first CEO's address. Public, as the policy is. */
export function termsRoutes(app: App, { settings }: AppContext): void {
  addRoute(app, 'GET /api/terms-contact', { access: 'public' }, async () => {
    const { privacyControllerName: name, privacyControllerSeat: seat } = settings;
    return {
      controller: name === null ? null : { name, seat },
      contact: settings.privacyContact ?? settings.ceoEmails[0] ?? null,
      retention: { daysMonths: settings.retentionDaysMonths, auditYears: settings.retentionAuditYears },
    };
  });
}
