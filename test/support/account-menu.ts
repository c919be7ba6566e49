import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Opens the menu of the person who is signed in. */
export async function openAccountMenu(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: /^(Account|Cuenta|Conta)\b/ }));
}

export async function signOut(user: UserEvent) {
  await openAccountMenu(user);
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
}

/** Chooses a language on a page of someone who is signed in. */
export async function chooseLanguage(user: UserEvent, language: string) {
  await openAccountMenu(user);
  const choice = screen.getByRole('combobox', { name: /^(Language|Idioma)$/ });
  await user.selectOptions(choice, language);
  await user.keyboard('{Escape}');
}
