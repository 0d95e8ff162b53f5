import { z } from 'zod';
import { timeSchema } from '../../calendar/schema.ts';
import { codeText, idSchema } from '../../text.ts';

export const pushSubjects = ['offers', 'requests', 'outcomes', 'approvals', 'notices'] as const;
export type PushSubject = (typeof pushSubjects)[number];

/** What a person wants of pushes. From and to the same time: no quiet hours. */
export const pushPreferencesSchema = z.object({
  subjectsOff: z
    .array(z.enum(pushSubjects, 'Tipo di notifica sconosciuto'), 'Tipi di notifica richiesti')
    .max(pushSubjects.length, 'Troppi tipi di notifica'),
  quietFrom: timeSchema,
  quietTo: timeSchema,
  /** Whether a locked screen may show names, days and reasons. */
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

/** What a browser answers when it is subscribed. Where its address may lead is for `isPushEndpoint` and the sender. */
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
  /** It was switched on in the session that asks. */
  isCurrent: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDeviceSchema>;

export const pushStateSchema = z.object({
  /** What a browser subscribes with; null while the server cannot send. */
  publicKey: z.string().nullable(),
  devices: z.array(pushDeviceSchema),
  preferences: pushPreferencesSchema.extend({ quietFrom: z.string(), quietTo: z.string() }),
});
export type PushState = z.infer<typeof pushStateSchema>;

/** How a test push ended: `gone` removes the device. */
export const pushTestSchema = z.object({ outcome: z.enum(['delivered', 'failed', 'gone']) });
