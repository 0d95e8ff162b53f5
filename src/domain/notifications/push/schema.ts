import { z } from 'zod';
import { timeSchema } from '../../calendar/schema.ts';
import { codeText, idSchema } from '../../text.ts';

export const pushSubjects = ['offers', 'requests', 'outcomes', 'approvals', 'notices'] as const;
export type PushSubject = (typeof pushSubjects)[number];

/** A person's push preferences. Quiet hours from and to the same time: none. */
export const pushPreferencesSchema = z.object({
  subjectsOff: z
    .array(z.enum(pushSubjects, 'Tipo di notifica sconosciuto'), 'Tipi di notifica richiesti')
    .max(pushSubjects.length, 'Troppi tipi di notifica'),
  quietFrom: timeSchema,
  quietTo: timeSchema,
  /** Whether locked screens may show names, days and reasons. */
  showsDetails: z.boolean('Scegli cosa mostrare'),
});
export type PushPreferences = z.output<typeof pushPreferencesSchema>;

export const defaultPushPreferences: PushPreferences = {
  subjectsOff: [],
  quietFrom: '22:00',
  quietTo: '07:00',
  showsDetails: false,
};

const base64url = (bytes: number, wrong: string) =>
  z
    .string(wrong)
    .regex(/^[\w-]+={0,2}$/, wrong)
    .refine((text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes, wrong);

export const wrongDevice = 'Questo dispositivo non può ricevere notifiche';

/** A browser's push subscription. `isPushEndpoint` and the sender check where its address leads. */
export const pushSubscriptionSchema = z.object({
  endpoint: codeText(1_000, wrongDevice),
  p256dh: base64url(65, wrongDevice),
  auth: base64url(16, wrongDevice),
});
export type PushSubscriptionKeys = z.output<typeof pushSubscriptionSchema>;

export const pushDeviceSchema = z.object({
  id: idSchema,
  label: z.string().nullable(),
  createdAt: z.string(),
  lastDeliveredAt: z.string().nullable(),
  lastFailedAt: z.string().nullable(),
  /** Enabled in the caller's session. */
  isCurrent: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDeviceSchema>;

export const pushStateSchema = z.object({
  /** The key browsers subscribe with; null if the server cannot send. */
  publicKey: z.string().nullable(),
  devices: z.array(pushDeviceSchema),
  preferences: pushPreferencesSchema.extend({ quietFrom: z.string(), quietTo: z.string() }),
});
export type PushState = z.infer<typeof pushStateSchema>;

/** How a test push ended: `gone` removes the device. */
export const pushTestSchema = z.object({ outcome: z.enum(['delivered', 'failed', 'gone']) });
