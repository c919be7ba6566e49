import { type Answer, ok, Refusal } from './answer.ts';
import type { FailureInjector } from './failure-injector.ts';
import { readFields } from './fields.ts';
import type { Call, Route } from './http.ts';
import { idOf } from './ids.ts';
import type { Rates } from './rates.ts';
import { countries } from './reference/countries.ts';
import { currencies } from './reference/currencies.ts';
import type { ScenarioCall } from './scenarios.ts';
import type { TransferStore } from './transfer-store.ts';

const subunits = new Map(currencies.map((c) => [c.iso_code, c.subunit_to_unit]));
const halfPerCent = 5_000n;

type TransferRouteOptions = {
  transfers: TransferStore;
  rates: Rates;
  injector: FailureInjector;
  accountExists(id: bigint): boolean;
};

/** The routes to simulate, create, show and list transfers (contract 4.2). */
export function transferRoutes(options: TransferRouteOptions) {
  const { transfers } = options;
  const movingRate = createMovingRate();

  function show({ id }: Call): Answer {
    const transfer = transfers.find(idOf(id));
    // contract 7: an unknown transfer is answered 400, unlike an unknown account.
    if (!transfer) throw new Refusal(400, 'record_not_found');
    return ok(transfer);
  }

  const list = (): Answer => ({ status: 200, text: transfers.allText() });
  const simulated = (call: Call) => simulate(call, options, movingRate);
  const created = (call: Call) => create(call, options, movingRate);

  return [
    { method: 'GET', path: '/api/v3/transfers/simulate', auth: 'bearer', answer: simulated },
    { method: 'POST', path: '/api/v3/transfers', auth: 'bearer', answer: created },
    { method: 'GET', path: '/api/v3/transfers/:id', auth: 'bearer', answer: show },
    { method: 'GET', path: '/api/v3/transfers', auth: 'bearer', answer: list },
  ] satisfies Route[];
}

type MovingRate = ReturnType<typeof createMovingRate>;

/** The shift of a rate that falls by 0.5% with each simulation and starts over after 20. */
function createMovingRate() {
  let moves = 0;
  return {
    move() {
      moves += 1;
    },
    shift: () => -halfPerCent * BigInt(Math.max(moves - 1, 0) % 20),
  };
}

/** The behaviours that an amount in whole units triggers. */
function behavioursOf(
  injector: FailureInjector,
  call: ScenarioCall,
  amount_cents: bigint,
  currency: string,
) {
  const unit = subunits.get(currency);
  const isWhole = unit !== undefined && amount_cents % unit === 0n;
  return injector.asked(call, {
    source_amount_cents: isWhole ? String(amount_cents / unit) : null,
  });
}

function simulate(
  { body }: Call,
  { rates, injector }: TransferRouteOptions,
  movingRate: MovingRate,
): Answer {
  const fields = readFields(body);
  const source_amount_cents = fields.positiveInteger('source_amount_cents');
  const source_currency = fields.requiredText('source_amount_currency');
  const destination_currency = fields.requiredText('destination_amount_currency');
  const country_id = fields.requiredInteger('country_id');
  fields.refuseErrors();

  const behaviours = behavioursOf(injector, 'simulate', source_amount_cents, source_currency);
  return injector.run(behaviours, () => {
    const country = countries.find(({ id }) => id === country_id);
    if (behaviours.has('another estimate')) return ok(anotherEstimate(rates));
    if (!country) throw new Refusal(404, 'exchange rate not available');
    const moving = behaviours.has('moving rate');
    if (moving) movingRate.move();
    const { rate, destination_amount_cents } = rates.exchange(
      source_amount_cents,
      source_currency,
      destination_currency,
      moving ? movingRate.shift() : 0n,
    );
    return ok({
      source_currency,
      destination_currency,
      rate,
      source_amount_cents,
      destination_amount_cents,
      country,
    });
  });
}

function create(
  { body }: Call,
  { transfers, rates, injector, accountExists }: TransferRouteOptions,
  movingRate: MovingRate,
): Answer {
  const fields = readFields(body);
  const destination_account_id = fields.requiredInteger('destination_account_id');
  const source_amount_cents = fields.positiveInteger('source_amount_cents');
  const source_amount_currency = fields.requiredText('source_amount_currency');
  const destination_amount_currency = fields.requiredText('destination_amount_currency');
  fields.refuseErrors();

  const behaviours = behavioursOf(
    injector,
    'create transfer',
    source_amount_cents,
    source_amount_currency,
  );
  return injector.run(behaviours, () => {
    if (!accountExists(destination_account_id)) {
      throw new Refusal(404, 'destination_account not found');
    }
    const { destination_amount_cents } = rates.exchange(
      source_amount_cents,
      source_amount_currency,
      destination_amount_currency,
      behaviours.has('moving rate') ? movingRate.shift() : 0n,
    );
    const wanted = {
      source_amount_cents,
      source_amount_currency,
      destination_amount_cents,
      destination_amount_currency,
      destination_account_id,
    };
    const made = transfers.add(wanted, behaviours.has('rejected') ? 'rejected' : 'executed');
    // Simulates another system of the same client that creates an identical transfer.
    if (behaviours.has('copied')) transfers.add(wanted);
    if (behaviours.has('copied later')) {
      setTimeout(() => transfers.add(wanted), injector.copied_after_ms).unref();
    }
    return ok(made);
  });
}

/** The estimate that a cache keyed by URL alone would return: that of another request. */
function anotherEstimate(rates: Rates) {
  const pair = { source_currency: 'USD', destination_currency: 'BRL' };
  const source_amount_cents = 50_000n;
  const { source_currency, destination_currency } = pair;
  const exchanged = rates.exchange(source_amount_cents, source_currency, destination_currency, 0n);
  const country = countries.find(({ code }) => code === 'BR');
  return { ...pair, ...exchanged, source_amount_cents, country };
}
