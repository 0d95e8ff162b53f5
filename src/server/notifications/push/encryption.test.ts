import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptForDevice } from './encryption.ts';

// RFC 8291, appendix A
const example = {
  text: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  senderPrivateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('reproduces the example of RFC 8291 byte for byte', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from(example.senderPrivateKey, 'base64url'));
  const salt = Buffer.from(example.salt, 'base64url');
  const message = encryptForDevice(example.text, example, { sender, salt });
  expect(Buffer.from(message).toString('base64url')).toBe(example.message);
});

test('never encrypts two messages alike', () => {
  expect(encryptForDevice('', example)).not.toEqual(encryptForDevice('', example));
});
