import { zodResolver } from '@hookform/resolvers/zod';
import { loginSchema } from '../../domain/auth/schema.ts';

/** Checks what was typed into the login form. */
export const loginResolver = zodResolver(loginSchema);
