import { type LoginInput, loginSchema } from '../../domain/auth/schema.ts';

export type LoginErrors = Partial<Record<string, string>>;

/** Validation errors of e-mail and password, by field. */
export const loginErrors = (input: LoginInput): LoginErrors =>
  Object.fromEntries(
    loginSchema.safeParse(input).error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [],
  );
