import { zodResolver } from '@hookform/resolvers/zod';
import { loginSchema } from '../../domain/auth/schema.ts';

export const loginResolver = zodResolver(loginSchema);
