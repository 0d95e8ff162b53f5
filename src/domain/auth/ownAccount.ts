import { z } from 'zod';
import { idSchema, typedSecret } from '../text.ts';
import { passwordSchema } from './password.ts';
import { emailSchema } from './schema.ts';
import { termsVersion } from './termsVersion.ts';

/** How long a password link is valid, in minutes. */
export const passwordLinkMinutes = 30;

export const requestPasswordLinkSchema = z.object({ email: emailSchema });

/** The same answer for every address; `canSend` is false without an account to send mail from. */
export const passwordLinkAnswerSchema = z.object({ canSend: z.boolean() });

/** A password link that the CEO passes on if mail is off. Returned only once: only its hash is stored. */
export const passwordLinkSchema = z.object({ url: z.string(), expiresAt: z.string() });

const currentPasswordSchema = typedSecret('Scrivi la tua password').min(1).max(200, 'Password troppo lunga');

/** Body of `POST /api/auth/change-password`. */
export const changePasswordSchema = z
  .object({ currentPassword: currentPasswordSchema, password: passwordSchema })
  .refine(({ currentPassword, password }) => currentPassword !== password, {
    error: 'Scegli una password diversa da quella attuale',
    path: ['password'],
  });
export type ChangePassword = z.infer<typeof changePasswordSchema>;

export const deleteAccountSchema = z.object({ password: currentPasswordSchema });

/** Body of `POST /api/auth/accept-terms`: the version read, which must be the current one. */
export const acceptTermsSchema = z.object({
  version: z.literal(termsVersion, 'I termini sono cambiati di nuovo: ricarica la pagina'),
});

export const ownSessionSchema = z.object({
  id: idSchema,
  /** Browser and device in plain words; null if unknown. */
  device: z.string().nullable(),
  createdAt: z.string(),
  /** Accurate to a few minutes. */
  lastUsedAt: z.string(),
  /** The caller's session. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;
export const ownSessionListSchema = z.array(ownSessionSchema);

// The order matters: most browsers also name those they derive from.
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\b(Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A browser's `User-Agent` in words that its owner recognises: 'Chrome su Android', without versions and models; null
 * if unknown.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const nameIn = (known: typeof browsers): string | undefined =>
    known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} su ${system}`;
}
