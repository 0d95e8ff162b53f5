import { isIP } from 'node:net';
import { z } from 'zod';
import { limitVariables, wholeNumber } from './load/limits.ts';

const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');
const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin);

const emailList = z.string().transform((text, context) => {
  const addresses = text
    .split(',')
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address !== '');
  if (addresses.length > 2) context.addIssue({ code: 'custom', message: 'at most two addresses' });
  if (addresses.some((address) => !z.email().safeParse(address).success)) {
    context.addIssue({ code: 'custom', message: 'a list of email addresses, comma separated' });
  }
  return addresses;
});

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'a number from 0 to 65535')
  .transform(Number)
  .pipe(z.number().max(65_535, 'a number from 0 to 65535'));

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isProxy(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if (prefix === undefined) return proxyNames.has(address) || isIP(address) !== 0;
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^[1-9]\d*$/.test(prefix) && Number(prefix) <= bits;
}

const proxyList = z
  .string()
  .refine(
    (text) => text.split(',').every((proxy) => isProxy(proxy.trim())),
    'addresses or networks of proxies, comma separated, such as 127.0.0.1, 10.0.0.0/8',
  );

const metricsPort = z
  .string()
  .regex(/^(off|\d{1,5})$/, 'a number from 0 to 65535, or off')
  .transform((text) => (text === 'off' ? null : Number(text)))
  .refine((number) => number === null || number <= 65_535, 'a number from 0 to 65535, or off');

const milliseconds = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'milliseconds, from 1 to 999999')
  .transform(Number);

export const environment = z.object({
  ...limitVariables,
  NODE_ENV: z.string().default('development'),
  PORT: portNumber.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: httpUrl.optional(),
  APP_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, 'at least 32 characters').optional(),
  CEO_EMAILS: emailList.optional(),
  CEO_INITIAL_PASSWORD: z.string().min(8).optional(),
  TAXI_ACCESS_CODE: z.string().min(4).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/,
      'an address, or a name and <an address>',
    )
    .optional(),
  PUSH_TEST_ORIGIN: httpUrl.optional(),
  PRIVACY_CONTROLLER_NAME: z.string().trim().min(1).optional(),
  PRIVACY_CONTROLLER_SEAT: z.string().trim().min(1).optional(),
  PRIVACY_CONTACT: z.email('an email address').optional(),
  // the screens reach a month back; the database keeps audit entries for a year regardless
  RETENTION_DAYS_MONTHS: wholeNumber(3, 120).default(24),
  RETENTION_AUDIT_YEARS: wholeNumber(1, 30).default(5),
  DEMO: flag.optional(),
  TRUST_PROXY: proxyList.optional(),
  METRICS_PORT: metricsPort.default(9464),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  SLOW_QUERY_MS: milliseconds.default(500),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Environment = z.infer<typeof environment>;

export const settingNames: readonly string[] = Object.keys(environment.shape);
