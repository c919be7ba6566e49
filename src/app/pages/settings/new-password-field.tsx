import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import {
  maxPasswordLength,
  minPasswordLength,
  newPassword,
} from '../../../contract/api/own-account.ts';
import { foldText } from '../../../contract/text.ts';
import { PasswordField } from '../../ui/password-field.tsx';

export type PasswordFault = 'short' | 'long' | 'unreadable';

/** Why a password can't be set; null if it can. */
export function passwordFault(typed: string): PasswordFault | null {
  if (newPassword.safeParse(typed).success) return null;
  const { length } = foldText('password', typed);
  if (length < minPasswordLength) return 'short';
  return length > maxPasswordLength ? 'long' : 'unreadable';
}

type NewPasswordFieldProps = { label: ReactNode; hint: ReactNode; fault: PasswordFault | null };

/** A password that is to be set, named `new_password`. */
export function NewPasswordField({ label, hint, fault }: NewPasswordFieldProps) {
  const { t } = useLingui();
  const faults = {
    short: t`Use at least ${minPasswordLength} characters`,
    long: t`Use at most ${maxPasswordLength} characters`,
    unreadable: t`Some of these characters can’t be used`,
  } as const satisfies Record<PasswordFault, string>;
  return (
    <PasswordField
      label={label}
      name="new_password"
      autoComplete="new-password"
      hint={hint}
      error={fault ? faults[fault] : undefined}
    />
  );
}
