import { termsContactSchema } from '../../domain/auth/termsContact.ts';
import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';

/** Whom the privacy policy names: the setting's address, else the first CEO's. Public, as the policy is. */
export function termsRoutes(app: App, { settings }: AppContext): void {
  app.get(
    '/api/terms-contact',
    { config: { access: 'public' }, schema: { response: { 200: termsContactSchema } } },
    async () => ({ contact: settings.privacyContact ?? settings.ceoEmails[0] ?? null }),
  );
}
