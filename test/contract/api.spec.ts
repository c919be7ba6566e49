import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accountRequest } from '../../src/contract/api/account-request.ts';
import { apiPaths } from '../../src/contract/api/paths.ts';
import { problem, problemName } from '../../src/contract/api/problem.ts';
import { problems } from '../../src/contract/api/problem-table.ts';
import { quote, quoteQuery } from '../../src/contract/api/quote.ts';
import { send } from '../../src/contract/api/send.ts';
import { signInRequest } from '../../src/contract/api/sign-in.ts';
import { transfer, transferQuery, transferRequest } from '../../src/contract/api/transfer.ts';
import { id, integer } from '../../src/contract/api/wire.ts';

/** Encodes a value to JSON and decodes it again, as between the BFF and a browser. */
function overTheWire<S extends z.ZodMiniType>(schema: S, value: z.output<S>): z.output<S> {
  return z.parse(schema, JSON.parse(JSON.stringify(z.encode(schema, value))));
}

const subunits = fc.bigInt({ min: 0n, max: 10n ** 59n });
const anId = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }).map(String);
const code = fc.string({ minLength: 1, maxLength: 20 });

describe('integers and ids', () => {
  it('are exact in both directions', () => {
    fc.assert(
      fc.property(subunits, anId, (amount, key) => {
        expect(overTheWire(integer, amount)).toBe(amount);
        expect(overTheWire(id, key)).toBe(key);
      }),
    );
  });

  it('are encoded as text, and accepted as a safe JSON number', () => {
    expect(z.encode(integer, 10n ** 18n)).toBe('1000000000000000000');
    expect(integer.parse(100)).toBe(100n);
    expect(id.parse(7)).toBe('7');
  });

  it.each(['', '-1', '1.5', '1e3', ' 1', '0x10', '9'.repeat(61), -1, 1.5, 2 ** 53, null, true])(
    'are not %j',
    (value) => {
      expect(integer.safeParse(value).success).toBe(false);
    },
  );
});

describe('answers over the wire', () => {
  it('keep every field of a transfer', () => {
    const transfers = fc.record({
      id: anId,
      source_amount_cents: subunits,
      source_amount_currency: code,
      destination_amount_cents: subunits,
      destination_amount_currency: code,
      state: fc.string(),
      destination_account_id: anId,
    });
    fc.assert(
      fc.property(transfers, (value) => {
        expect(overTheWire(transfer, value)).toEqual(value);
      }),
    );
  });

  it('keep every field of a quote and a send', () => {
    const taken_at = '2026-01-02T03:04:05.678Z';
    const estimate = {
      source_currency: 'EUR',
      destination_currency: 'COP',
      rate: '4312.70',
      source_amount_cents: 10n ** 20n,
      destination_amount_cents: 1n,
      country_id: '1',
      taken_at,
      exact: false,
    };
    expect(overTheWire(quote, estimate)).toEqual(estimate);
    const sent = {
      key: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
      state: 'unconfirmed',
      destination_account_id: '7',
      source_amount_cents: 10n ** 20n,
      source_amount_currency: 'EUR',
      destination_amount_currency: 'COP',
      quote: { rate: '4312.70', destination_amount_cents: 1n, taken_at },
      transfer_id: null,
      reason: 'timeout',
      no_answer: 'timeout',
      service_message: null,
      after_unresolved: null,
      after_sent: null,
      settled_reason: null,
      created_at: taken_at,
      updated_at: taken_at,
    } as const;
    expect(overTheWire(send, sent)).toEqual(sent);
  });
});

describe('requests', () => {
  const request = {
    destination_account_id: '7',
    destination_account_fingerprint: 'as shown',
    source_amount_cents: '100',
    source_amount_currency: 'EUR',
    destination_amount_currency: 'COP',
  };

  it('refuse to send an amount of zero', () => {
    expect(transferRequest.parse(request).source_amount_cents).toBe(100n);
    for (const source_amount_cents of ['0', '-1', '1.5', 0.5]) {
      expect(transferRequest.safeParse({ ...request, source_amount_cents }).success).toBe(false);
    }
  });

  it('for a quote take exactly one of the two amounts', () => {
    const { source_amount_cents, destination_account_id, ...pair } = request;
    const query = { ...pair, country_id: destination_account_id };
    expect(quoteQuery.safeParse({ ...query, source_amount_cents }).success).toBe(true);
    expect(quoteQuery.safeParse({ ...query, destination_amount_cents: '5' }).success).toBe(true);
    expect(quoteQuery.safeParse(query).success).toBe(false);
    const both = { ...query, source_amount_cents, destination_amount_cents: '5' };
    expect(quoteQuery.safeParse(both).error?.issues[0]?.path).toEqual(['source_amount_cents']);
  });

  it('for an account can clear a field, and trim the others', () => {
    const account = { alias: ' Ana ', category: 'wallet', city: ' Lima ' };
    expect(accountRequest.parse(account)).toEqual({
      alias: 'Ana',
      category: 'wallet',
      city: 'Lima',
    });
    for (const changes of [
      { alias: '  ' },
      { alias: null },
      { city: null },
      { bank_type: 'gold' },
      { dni_type: 'nit' },
      { birthdate: '31/12/1990' },
      { bank_id: 'first' },
    ]) {
      expect(accountRequest.safeParse({ ...account, ...changes }).success).toBe(false);
    }
    const emptied = {
      ...{ city: '', phone: '', bank_number: '' },
      ...{ birthdate: null, aba_number: null, iban_number: null, cpf_number: null },
      ...{ dni_type: null, bank_type: null, bank_id: null },
    };
    expect(accountRequest.parse({ ...account, ...emptied })).toMatchObject(emptied);
    const odd = accountRequest.safeParse({ ...account, bank_type: 'gold' });
    expect(odd.error?.issues[0]?.message).toBe('is not included in the list');
  });

  it('for a list have a default order and limit', () => {
    expect(transferQuery.parse({})).toEqual({ sort: 'newest', limit: 50 });
    expect(transferQuery.parse({ limit: '200', sort: 'oldest' })).toMatchObject({ limit: 200 });
    for (const limit of ['0', '201', '1.5', 'all']) {
      expect(transferQuery.safeParse({ limit }).success).toBe(false);
    }
  });

  it('to sign in trim the email but not the password', () => {
    expect(signInRequest.parse({ email: ' a@b.c ', password: ' x ' })).toEqual({
      email: 'a@b.c',
      password: ' x ',
    });
  });
});

describe('problems', () => {
  it('have the status of their group, a title and a slug as name', () => {
    for (const [name, [status, title]] of Object.entries(problems)) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(status >= 400 && status < 600).toBe(true);
      expect(title).not.toBe('');
      expect(problemName(`/problems/${name}`)).toBe(name);
    }
  });

  it.each([
    ['rate-not-available', 404],
    ['account-locked', 409],
    ['invalid-fields', 422],
    // A 401 of the service must not sign the person out.
    ['service-credentials', 502],
    ['service-unreachable', 503],
    ['service-timeout', 504],
  ] as const)('%s is %i', (name, status) => {
    expect(problems[name][0]).toBe(status);
  });

  it.each(['about:blank', '/problems/', '/problems/toString', '/problems/unheard-of'])(
    'have no name in %s',
    (type) => {
      expect(problemName(type)).toBeUndefined();
    },
  );

  it('are parsed with their field errors and the key of a send', () => {
    const body = {
      type: '/problems/invalid-fields',
      title: 'Some fields are not valid',
      status: 422,
      errors: { alias: ['has already been taken'] },
      send_key: 'key',
    };
    expect(problem.parse({ ...body, more: true })).toEqual(body);
    expect(problem.safeParse({ ...body, status: '422' }).success).toBe(false);
  });
});

describe('paths', () => {
  it('are all under /api', () => {
    for (const path of Object.values(apiPaths)) {
      expect(typeof path === 'function' ? path('7') : path).toMatch(/^\/api(\/[a-z_.-]+|\/7)+$/);
    }
  });
});
