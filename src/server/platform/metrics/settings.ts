import { z } from 'zod';

const port = z
  .string()
  .regex(/^(off|\d{1,5})$/, 'a number from 0 to 65535, or off')
  .transform((text) => (text === 'off' ? null : Number(text)))
  .refine((number) => number === null || number <= 65_535, 'a number from 0 to 65535, or off');

const milliseconds = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'milliseconds, from 1 to 999999')
  .transform(Number);

/** Variables of what the server tells about itself; part of the environment in `platform/settings.ts`. */
export const metricsVariables = {
  METRICS_PORT: port.default(9464),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  SLOW_QUERY_MS: milliseconds.default(500),
};

export interface MetricsSettings {
  /** Where `/metrics` is served; null: nowhere. */
  metricsPort: number | null;
  metricsHost: string;
  /** Statements that take so long are logged. */
  slowQueryMilliseconds: number;
}

type MetricsEnvironment = z.infer<z.ZodObject<typeof metricsVariables>>;

export const metricsSettingsFrom = (env: MetricsEnvironment): MetricsSettings => ({
  metricsPort: env.METRICS_PORT,
  metricsHost: env.METRICS_HOST,
  slowQueryMilliseconds: env.SLOW_QUERY_MS,
});
