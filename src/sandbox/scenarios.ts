const alterAccount = ['create account', 'edit account'] as const;

/**
 * Every value that a person can type to see a failure. Amounts are whole units of the source
 * currency. Texts are matched in any case, and a number after one makes it new: 'dropped 2'.
 */
export const scenarios = [
  {
    behaviour: 'rejected',
    field: 'source_amount_cents',
    value: '13',
    calls: ['create transfer'],
    effect: 'the transfer ends rejected instead of executed',
  },
  {
    behaviour: 'another estimate',
    field: 'source_amount_cents',
    value: '203',
    calls: ['simulate'],
    effect:
      'answered with the estimate of USD 500.00 to Brazil, as by a cache that mixes answers up',
  },
  {
    behaviour: 'estimate refused',
    field: 'source_amount_cents',
    value: '400',
    calls: ['simulate'],
    effect: 'refused 400: amount must be at least 10000',
  },
  {
    behaviour: 'dead token',
    field: 'source_amount_cents',
    value: '401',
    calls: ['create transfer'],
    effect: 'ends all tokens and is answered 401; nothing is done',
  },
  {
    behaviour: 'no rate',
    field: 'source_amount_cents',
    value: '404',
    calls: ['simulate', 'create transfer'],
    effect: 'answered 404, exchange rate not available',
  },
  {
    behaviour: 'slow',
    field: 'source_amount_cents',
    value: '408',
    calls: ['simulate', 'create transfer'],
    effect: 'done at once, answered after 12 seconds',
  },
  {
    behaviour: 'below minimum',
    field: 'source_amount_cents',
    value: '422',
    calls: ['create transfer'],
    effect: 'answered 422, amount below the minimum; nothing is done',
  },
  {
    behaviour: 'too many requests',
    field: 'source_amount_cents',
    value: '429',
    calls: ['simulate'],
    effect: 'every other call, from the first, is answered 429 with Retry-After: 1',
  },
  {
    behaviour: 'server error',
    field: 'source_amount_cents',
    value: '500',
    calls: ['create transfer'],
    effect: 'answered 500; nothing is done',
  },
  {
    behaviour: 'done and dropped',
    field: 'source_amount_cents',
    value: '502',
    calls: ['create transfer'],
    effect: 'the transfer is created, then the connection is dropped without an answer',
  },
  {
    behaviour: 'dropped',
    field: 'source_amount_cents',
    value: '504',
    calls: ['create transfer'],
    effect: 'the connection is dropped without an answer; nothing is done',
  },
  {
    behaviour: 'done and server error',
    field: 'source_amount_cents',
    value: '505',
    calls: ['create transfer'],
    effect: 'the transfer is created, then answered 500',
  },
  {
    behaviour: 'copied',
    field: 'source_amount_cents',
    value: '606',
    calls: ['create transfer'],
    effect: 'as 502, and another system makes the same transfer at once',
  },
  {
    behaviour: 'copied later',
    field: 'source_amount_cents',
    value: '607',
    calls: ['create transfer'],
    effect: 'as 502, and another system makes the same transfer a minute later',
  },
  {
    behaviour: 'moving rate',
    field: 'source_amount_cents',
    value: '777',
    calls: ['simulate', 'create transfer'],
    effect: 'each simulation has a rate 0.5% lower than the one before; the 21st starts anew',
  },
  {
    behaviour: 'alias taken',
    field: 'alias',
    value: 'taken',
    calls: alterAccount,
    effect: 'refused: alias has already been taken',
  },
  {
    behaviour: 'strange error',
    field: 'alias',
    value: 'strange error',
    calls: alterAccount,
    effect: 'refused with an error under a key that is no field of an account',
  },
  {
    behaviour: 'server error',
    field: 'alias',
    value: 'broken',
    calls: alterAccount,
    effect: 'answered 500; nothing is done',
  },
  {
    behaviour: 'done and dropped',
    field: 'alias',
    value: 'dropped',
    calls: alterAccount,
    effect: 'the account is saved, then the connection is dropped without an answer',
  },
  {
    behaviour: 'slow',
    field: 'city',
    value: 'slow',
    calls: alterAccount,
    effect: 'done at once, answered after 12 seconds',
  },
  {
    behaviour: 'bank refused',
    field: 'bank_number',
    value: '0000',
    calls: alterAccount,
    effect: 'refused: bank_number is invalid and destination_account_bank must exist',
  },
] as const;

export type Behaviour = (typeof scenarios)[number]['behaviour'];
export type ScenarioCall = (typeof scenarios)[number]['calls'][number];

/** What the values typed into a call's fields ask for. */
export function behavioursOf(
  call: ScenarioCall,
  typed: Record<string, string | null>,
): ReadonlySet<Behaviour> {
  const asked = scenarios.filter((scenario) => {
    const calls: readonly ScenarioCall[] = scenario.calls;
    return calls.includes(call) && plain(typed[scenario.field] ?? '') === scenario.value;
  });
  return new Set(asked.map(({ behaviour }) => behaviour));
}

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/ \d+$/, '');
}
