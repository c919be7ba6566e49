import { expect, test } from 'vitest';
import { addUser, renameUser } from '../../../src/bff/ledger/people/users.ts';
import { readSenders } from '../../../src/bff/search/senders.ts';
import { openStore } from '../../support/open-store.ts';
import { strictestStore } from '../../support/stores.ts';

test('knows everybody by name and e-mail, also by a new name', async () => {
  const db = await (await openStore(strictestStore().create)).open();
  const person = { email: 'bruno@example.com', role: 'sender', password_hash: null } as const;
  const user = await addUser(db, { ...person, name: 'Bruno' }, new Date().toISOString());
  const words = async () => (await readSenders(db)).get(user?.id ?? '')?.words;
  expect(await words()).toContain(' bruno bruno@example.com ');
  await renameUser(db, user?.id ?? '', 'Bruna Díaz');
  expect(await words()).toContain(' bruna diaz bruno@example.com ');
});
