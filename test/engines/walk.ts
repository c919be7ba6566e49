import { expect } from 'vitest';
import { sentTitle } from '../support/sent-title.ts';
import type { Visitor } from './visitor.ts';

type Walk = {
  visitor: Visitor;
  /** Giro's address behind a proxy that holds its scripts back until they are let go. */
  held: { url: string; letGo: () => void };
};

const button = (name: string | RegExp) => ({ role: 'button', name });
const link = (name: string | RegExp) => ({ role: 'link', name });
const heading = (name: string | RegExp) => ({ role: 'heading', name });

/** Signs in; the scripts come in the middle of the password. */
export async function signInEarly({ visitor, held }: Walk) {
  await visitor.openEarly(`${held.url}/sign-in`);
  await visitor.fill('Email', 'sender@giro.example');
  await visitor.press('Tab');
  await visitor.type('sand');
  held.letGo();
  await visitor.type('box');
  await visitor.press('Enter');
  await visitor.see(button(/^Account\b/));
}

/** From the amount over a new recipient to the transfer's arrival; leaves the transfer's page open. */
export async function sendToNewRecipient({ visitor }: Pick<Walk, 'visitor'>) {
  await visitor.open('/');
  await choose(visitor, 'To', 'Brazil');
  await visitor.fill(/^You send, in/, '250');
  await visitor.see({ text: /The final rate is set/ });
  await visitor.click(button('Continue'));

  await visitor.click(link('Add recipient'));
  await choose(visitor, 'Bank', 'Itaú');
  await visitor.click({ role: 'radio', name: 'Savings' });
  await visitor.fill('Account number', '12345-6');
  await visitor.fill(/CPF/, '529.982.247-25');
  await visitor.fill('First names', 'Ramón');
  await visitor.fill('Last names', 'Souza');
  await visitor.fill(/^Nickname/, 'Ramón Itaú');
  await visitor.fill('Email', 'ramon@example.com');
  await visitor.fill('Address', 'Rua 1');
  await visitor.fill('City', 'São Paulo');
  await visitor.click(button('Save and continue'));

  await visitor.see(heading('Check before you send'));
  await visitor.see({ text: /Ramón Itaú/ });
  await visitor.click(button(/^Send /));
  await visitor.see(heading(sentTitle));

  await visitor.click(link('Transfers'));
  await visitor.click(link(/Ramón Itaú/));
  await visitor.see(heading(/^Transfer \d+/));
  // The page follows the state by itself.
  await visitor.see(heading(/has arrived$/));
}

/** The receipt of the transfer whose page is open; then back to the list and forward again. */
export async function readReceipt({ visitor }: Pick<Walk, 'visitor'>) {
  const address = await visitor.address();
  await visitor.see(button('Receipt'));
  expect(await visitor.printedReceipt()).toContain('Ramón');
  await openAndCloseMenu(visitor);
  await visitor.back();
  await visitor.see(heading('Transfers'));
  await visitor.see(link(/Ramón Itaú/));
  await visitor.forward();
  await visitor.see(heading(/has arrived$/));
  expect(await visitor.address()).toBe(address);
}

/** Opens the menu of rare actions, and closes it by key and by a click elsewhere. */
async function openAndCloseMenu(visitor: Visitor) {
  const item = { role: 'menuitem', name: 'Copy the link' };
  const closes = () =>
    visitor.until(async () => expect(await visitor.sees(item), 'it is open').toBe(false));
  await closes();
  await visitor.click(button('More'));
  await visitor.see(item);
  await visitor.press('Escape');
  await closes();
  await visitor.click(button('More'));
  await visitor.see(item);
  await visitor.click(heading(/has arrived$/));
  await closes();
}

export async function signOutAndInAsSupport({ visitor }: Pick<Walk, 'visitor'>) {
  expect(await visitor.sees(button('Sign out'))).toBe(false);
  await visitor.click(button(/^Account\b/));
  await visitor.click(button('Sign out'));
  await visitor.see(button('Sign in'));
  await visitor.open('/sign-in');
  await visitor.fill('Email', 'support@giro.example');
  await visitor.press('Tab');
  await visitor.type('sandbox');
  await visitor.click(button('Sign in'));
  await visitor.see(button(/^Account\b/));
}

/** Down the list by keys and wheel, into a transfer, and back to the same place. */
export async function readLongList({ visitor }: Pick<Walk, 'visitor'>) {
  await visitor.open('/transfers');
  await visitor.see({ text: /^2,001 transfers$/ });
  await visitor.click(heading('Transfers'));
  await visitor.press('PageDown');
  await visitor.until(async () => expect(await visitor.scrolled()).toBeGreaterThan(300));
  await visitor.until(async () => {
    await visitor.wheel(5_000);
    expect(await visitor.lowestRow()).toBeGreaterThan(600);
  });
  // The last turns of the wheel may still be scrolling.
  let last = -1;
  await visitor.until(async () => {
    const now = await visitor.scrolled();
    const isStill = now === last;
    last = now;
    expect(isStill).toBe(true);
  });
  await visitor.clickMiddle();
  await visitor.see(heading(/^Transfer \d+/));
  await visitor.back();
  await visitor.see(heading('Transfers'));
  await visitor.until(async () => expect(await visitor.scrolled()).toBe(last));
}

/** Narrows the list by a filter, and finds the filter again after a transfer. */
export async function filterList({ visitor }: Pick<Walk, 'visitor'>) {
  await visitor.open('/transfers');
  await visitor.click(button('Filters'));
  await visitor.click({ role: 'radio', name: /^Rejected/ });
  await visitor.until(async () => expect(await visitor.address()).toMatch(/state=rejected/));
  await visitor.press('Escape');
  await visitor.see(button('Filters 1 chosen'));
  await visitor.see({ text: /^\d+ transfers$/ });
  await visitor.clickMiddle();
  await visitor.see(heading(/^Transfer \d+/));
  await visitor.back();
  await visitor.see(button('Filters 1 chosen'));
}

async function choose(visitor: Visitor, label: string, text: string) {
  await visitor.fill(label, text, 'combobox');
  await visitor.click({ role: 'option', name: new RegExp(text) });
}
