import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

export const owner = {
  'First names': 'Lucía',
  'Last names': 'García Pérez',
  Email: 'lucia@example.com',
  Address: 'Calle Mayor 1',
  City: 'Madrid',
};

/** Replaces the text of each field. */
export async function fill(user: UserEvent, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  }
}

/** Types into a combobox and chooses the first option. */
export async function pick(user: UserEvent, name: string | RegExp, text: string): Promise<void> {
  const box = screen.getByRole('combobox', { name });
  await user.clear(box);
  await user.type(box, text);
  await screen.findAllByRole('option');
  await user.keyboard('{Enter}');
}

/** Fills all fields of a bank account except its country's bank codes. In Brazil the CPF is the ID. */
export async function fillBankAccount(
  user: UserEvent,
  { country, bank, alias }: { country: string; bank: string; alias: string },
): Promise<void> {
  await pick(user, 'Country or digital asset', country);
  await pick(user, 'Bank', bank);
  await user.click(screen.getByRole('radio', { name: 'Savings' }));
  if (country !== 'Brazil') {
    await user.selectOptions(screen.getByLabelText('ID type'), 'Passport');
    await fill(user, { 'ID number': 'X1234567' });
  }
  await fill(user, { 'Account number': '00123454821', Nickname: alias, ...owner });
}

export const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: /^Save/ }));

/** The lines of the error summary. */
export async function summary(title: string | RegExp = /to fix$/): Promise<(string | null)[]> {
  const heading = await screen.findByRole('heading', { name: title });
  const items = heading.parentElement?.querySelectorAll('li') ?? [];
  return [...items].map((item) => item.textContent);
}
