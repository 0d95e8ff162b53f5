import { type Environment, environment } from './environment.ts';
import { limitsFrom } from './load/limits.ts';

/** Sign-in of the demo's CEO; never used with NODE_ENV=production. */
export const demoCeo = { email: 'ceo@turnario.example', password: 'Turnario!2026' } as const;
/** Access codes of the demo's worksites. */
export const demoTaxiAccessCode = 'TAXI-ROMA-2026';

/** All settings; see the table in docs/operations.md. */
export type Settings = ReturnType<typeof settingsFrom>;

/** One line per invalid setting, with the reason. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Reads the settings, once, at start. @throws SettingsError naming every wrong or missing setting */
export function readSettings(env: Record<string, string | undefined>): Settings {
  // an empty variable counts as unset: `PORT= npm start`
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const problems = missingInProduction(parsed.data);
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return settingsFrom(parsed.data);
}

function missingInProduction(env: Environment): string[] {
  const problems: string[] = [];
  if (env.DATABASE_URL && !env.APP_SECRET) problems.push('APP_SECRET: required with DATABASE_URL');
  if (env.APP_SECRET_PREVIOUS !== undefined && env.APP_SECRET_PREVIOUS === env.APP_SECRET)
    problems.push('APP_SECRET_PREVIOUS: the same as APP_SECRET; it is the one before');
  if (env.NODE_ENV !== 'production') return problems;
  if (env.DEMO) problems.push('DEMO: the demo is never filled in with NODE_ENV=production');
  if (env.PUSH_TEST_ORIGIN) problems.push('PUSH_TEST_ORIGIN: for tests, never with NODE_ENV=production');
  if (!env.CEO_EMAILS?.length) problems.push('CEO_EMAILS: required with NODE_ENV=production');
  if (!env.PUBLIC_URL) problems.push('PUBLIC_URL: required with NODE_ENV=production');
  return problems;
}

function settingsFrom(env: Environment) {
  const isProduction = env.NODE_ENV === 'production';
  const isDemo = env.DEMO ?? !isProduction;
  return {
    isProduction,
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir: env.DATA_DIR,
    /** Origin that links in mails use, e.g. `https://turni.example.it`. */
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    /** Encrypts stored mail passwords; null: generated in `dataDir`. */
    appSecret: env.APP_SECRET ?? null,
    /** The previous secret: what it encrypted is re-encrypted at start; null: none. */
    appSecretPrevious: env.APP_SECRET_PREVIOUS ?? null,
    /** Lower case. */
    ceoEmails: env.CEO_EMAILS ?? (isProduction ? [] : [demoCeo.email]),
    ceoInitialPassword: env.CEO_INITIAL_PASSWORD ?? (isProduction ? null : demoCeo.password),
    taxiAccessCode: env.TAXI_ACCESS_CODE ?? (isProduction ? null : demoTaxiAccessCode),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    /** An extra origin pushes may be sent to; only outside production. */
    pushTestOrigin: env.PUSH_TEST_ORIGIN ?? null,
    /** The data controller named in the privacy policy; null: none. */
    privacyControllerName: env.PRIVACY_CONTROLLER_NAME ?? null,
    privacyControllerSeat: env.PRIVACY_CONTROLLER_SEAT ?? null,
    /** Contact for privacy questions; null: the first CEO. */
    privacyContact: env.PRIVACY_CONTACT ?? null,
    /** Retention of past calendar days. */
    retentionDaysMonths: env.RETENTION_DAYS_MONTHS,
    /** Retention of audit entries. */
    retentionAuditYears: env.RETENTION_AUDIT_YEARS,
    isDemo,
    trustProxy: env.TRUST_PROXY ?? null,
    logLevel: env.LOG_LEVEL,
    limits: limitsFrom(env),
    /** The port of `/metrics`; null: not served. */
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    /** Statements slower than this are logged. */
    slowQueryMilliseconds: env.SLOW_QUERY_MS,
  };
}

/** Missing privacy policy details, as lines for the terminal; the server starts anyway. */
export function privacyNotices(settings: Settings): string[] {
  if (!settings.isProduction) return [];
  const missing = [
    settings.privacyControllerName === null ? 'PRIVACY_CONTROLLER_NAME' : '',
    settings.privacyControllerSeat === null ? 'PRIVACY_CONTROLLER_SEAT' : '',
    settings.privacyContact === null ? 'PRIVACY_CONTACT' : '',
  ].filter((name) => name !== '');
  if (missing.length === 0) return [];
  return [`Attenzione: l’informativa sulla privacy non dice chi è il titolare. Manca ${missing.join(', ')}.`];
}

/** The settings for display: secrets only as 'set'. */
export function describeSettings(settings: Settings): Record<string, unknown> {
  const hide = (value: string | null): string => (value === null ? 'unset' : 'set');
  return {
    ...settings,
    databaseUrl: hide(settings.databaseUrl),
    appSecret: hide(settings.appSecret),
    appSecretPrevious: hide(settings.appSecretPrevious),
    ceoEmails: settings.ceoEmails.length,
    ceoInitialPassword: hide(settings.ceoInitialPassword),
    taxiAccessCode: hide(settings.taxiAccessCode),
    smtpUrl: hide(settings.smtpUrl),
    mailFrom: hide(settings.mailFrom),
    privacyControllerName: hide(settings.privacyControllerName),
    privacyControllerSeat: hide(settings.privacyControllerSeat),
    privacyContact: hide(settings.privacyContact),
  };
}
