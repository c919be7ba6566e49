import { orderAnswer } from '../../../../src/contract/api/order.ts';
import type { createBrowser } from '../../../support/browser.ts';
import { intercept } from '../../../support/intercept.ts';

type Browser = ReturnType<typeof createBrowser>;

export const keys = {
  first: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  second: '7a9619ff-8b86-4d01-b42d-00c04fc964aa',
  own: '8b9619ff-8b86-4d01-b42d-00c04fc964bb',
};

const soon = () => new Date(Date.now() + 3_600_000).toISOString();

/** A row of the list as the BFF answers it. */
export const row = (change: Record<string, unknown> = {}) => ({
  ...{ id: keys.first, revision: 1, kind: 'held', is_own: false, oddities: 0 },
  maker: {
    ...{ id: '1a9619ff-8b86-4d01-b42d-00c04fc964aa', name: 'Ana Soto' },
    email: 'ana@giro.example',
  },
  ...{ destination_account_id: '501', alias: 'Mamá Bogotá', country_code: 'CO' },
  ...{ source_amount_cents: '480000', source_amount_currency: 'USD' },
  ...{ destination_amount_currency: 'COP', created_at: new Date().toISOString() },
  ...{ expires_at: soon(), ...change },
});

const country = { id: '12', name: 'Colombia', code: 'CO', is_asset: false };

/** The details of what waits, with the recipient in full. */
export const detail = (change: Record<string, unknown> = {}) => ({
  ...row(),
  account: {
    ...{ id: '501', alias: 'Mamá Bogotá', category: 'bank', country, editable: true },
    ...{ first_name: 'Gloria', last_name: 'Patiño', dni_type: 'cc', dni: '52.410.304' },
    ...{ bank_number: '007122314821', bank_type: 'savings', fingerprint: '7F3a91c2abcdefgh' },
  },
  destination_account_fingerprint: '7F3a91c2abcdefgh',
  quote: null,
  ...{ floor: null, days: null, release_at: new Date().toISOString(), reference: 'ROOF-2026' },
  ...{
    unusual: [],
    sent_before: 0,
    needs_proof: false,
    others_cents: '0',
    all_days: true,
    ...change,
  },
});

const order = (change: Record<string, unknown>) => ({
  ...{ id: keys.first, kind: 'held', state: 'waiting', waits_for: 'time', revision: 2 },
  ...{ destination_account_id: '501', source_amount_cents: '480000' },
  ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
  ...{
    quote: null,
    floor: null,
    release_at: new Date().toISOString(),
    expires_at: null,
    days: null,
  },
  ...{ occurrence: 1, reason: null, send: null },
  ...{ created_at: soon(), updated_at: soon(), ...change },
});

/** The order as a decision answers it. @throws if the BFF could not answer so */
export function decided(change: Record<string, unknown>) {
  const body = { order: order(change) };
  orderAnswer.parse(body);
  return json(body);
}

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
  });

export const refusal = (name: string, status: number, more: Record<string, unknown> = {}) =>
  json({ type: `/problems/${name}`, title: name, status, ...more }, status);

/** Somebody else decided, or changed it, before. */
export const late = (change: Record<string, unknown>) =>
  refusal('order-changed', 409, { order: order(change) });

type Answers = {
  list?: readonly unknown[];
  has_more?: boolean;
  one?: (url: string) => Response;
  decide?: (url: string, body: unknown) => Response | Promise<Response>;
};

/** Lets a test answer the calls about approvals. @returns the bodies of the decisions that the page sent */
export function answerApprovals(
  browser: Browser,
  { list = [row()], has_more, one, decide }: Answers,
) {
  const sent: { url: string; body: unknown }[] = [];
  intercept(browser, / \/api\/approvals/, async (url, init) => {
    if (init?.method === 'POST') {
      const body: unknown = JSON.parse(String(init.body));
      sent.push({ url, body });
      return decide?.(url, body) ?? refusal('not-found', 404);
    }
    if (url === '/api/approvals') return json({ items: list, has_more });
    return one?.(url) ?? json(detail());
  });
  return sent;
}
