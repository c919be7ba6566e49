const alterAccount = ['create account', 'edit account'] as const;

/**
 * Every sentinel value that triggers a failure when typed. Amounts are whole units of the source
 * currency. Texts match in any case, and a number may follow them to keep them unique: 'dropped 2'.
 */
export const scenarios = [
  {
    behaviour: 'rejected',
    field: 'source_amount_cents',
    value: '13',
    calls: ['create transfer'],
    effect: 'the transfer ends as rejected, not executed',
  },
  {
    behaviour: 'another estimate',
    field: 'source_amount_cents',
    value: '203',
    calls: ['simulate'],
    effect:
      'answers with the estimate for USD 500.00 to Brazil, like a cache that ignores the request body',
  },
  {
    behaviour: 'estimate refused',
    field: 'source_amount_cents',
    value: '400',
    calls: ['simulate'],
    effect: 'answers 400: amount must be at least 10000',
  },
  {
    behaviour: 'dead token',
    field: 'source_amount_cents',
    value: '401',
    calls: ['create transfer'],
    effect: 'revokes all tokens and answers 401; no transfer is created',
  },
  {
    behaviour: 'no rate',
    field: 'source_amount_cents',
    value: '404',
    calls: ['simulate', 'create transfer'],
    effect: 'answers 404: exchange rate not available',
  },
  {
    behaviour: 'slow',
    field: 'source_amount_cents',
    value: '408',
    calls: ['simulate', 'create transfer'],
    effect: 'completes at once, answers after 12 seconds',
  },
  {
    behaviour: 'below minimum',
    field: 'source_amount_cents',
    value: '422',
    calls: ['create transfer'],
    effect: 'answers 422: amount below the minimum; no transfer is created',
  },
  {
    behaviour: 'too many requests',
    field: 'source_amount_cents',
    value: '429',
    calls: ['simulate'],
    effect: 'the first call and every second one after it answer 429 with Retry-After: 1',
  },
  {
    behaviour: 'server error',
    field: 'source_amount_cents',
    value: '500',
    calls: ['create transfer'],
    effect: 'answers 500; no transfer is created',
  },
  {
    behaviour: 'done and dropped',
    field: 'source_amount_cents',
    value: '502',
    calls: ['create transfer'],
    effect: 'creates the transfer, then drops the connection without an answer',
  },
  {
    behaviour: 'dropped',
    field: 'source_amount_cents',
    value: '504',
    calls: ['create transfer'],
    effect: 'drops the connection without an answer; no transfer is created',
  },
  {
    behaviour: 'done and server error',
    field: 'source_amount_cents',
    value: '505',
    calls: ['create transfer'],
    effect: 'creates the transfer, then answers 500',
  },
  {
    behaviour: 'copied',
    field: 'source_amount_cents',
    value: '606',
    calls: ['create transfer'],
    effect: 'like 502, and another system creates an identical transfer at once',
  },
  {
    behaviour: 'copied later',
    field: 'source_amount_cents',
    value: '607',
    calls: ['create transfer'],
    effect: 'like 502, and another system creates an identical transfer a minute later',
  },
  {
    behaviour: 'moving rate',
    field: 'source_amount_cents',
    value: '777',
    calls: ['simulate', 'create transfer'],
    effect: 'each estimate has a rate 0.5% lower than the one before; the 21st starts over',
  },
  {
    behaviour: 'alias taken',
    field: 'alias',
    value: 'taken',
    calls: alterAccount,
    effect: 'answers 400: alias has already been taken',
  },
  {
    behaviour: 'strange error',
    field: 'alias',
    value: 'strange error',
    calls: alterAccount,
    effect: 'answers 400 with an error for a field that accounts do not have',
  },
  {
    behaviour: 'server error',
    field: 'alias',
    value: 'broken',
    calls: alterAccount,
    effect: 'answers 500; nothing is saved',
  },
  {
    behaviour: 'done and dropped',
    field: 'alias',
    value: 'dropped',
    calls: alterAccount,
    effect: 'saves the account, then drops the connection without an answer',
  },
  {
    behaviour: 'slow',
    field: 'city',
    value: 'slow',
    calls: alterAccount,
    effect: 'completes at once, answers after 12 seconds',
  },
  {
    behaviour: 'bank refused',
    field: 'bank_number',
    value: '0000',
    calls: alterAccount,
    effect: 'answers 400: bank_number is invalid and destination_account_bank must exist',
  },
] as const;

export type Behaviour = (typeof scenarios)[number]['behaviour'];
export type ScenarioCall = (typeof scenarios)[number]['calls'][number];

/** The behaviours that the values in a call's fields trigger. */
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
