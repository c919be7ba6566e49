import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../support/render-app.tsx';
import {
  answerApprovals,
  decided,
  detail,
  json,
  keys,
  late,
  refusal,
  row,
} from './approval-answers.ts';

type Answers = Parameters<typeof answerApprovals>[1];

const at = (key = keys.first) => `/approve/${key}`;
const approve = () => screen.findByRole('button', { name: /^Approve USD/ });
const decline = () => screen.findByRole('button', { name: 'Decline' });

/** Opens a page of an approver, whose BFF answers so. */
async function open(path: string, answers: Answers = {}) {
  let sent: ReturnType<typeof answerApprovals> = [];
  const app = await renderApp(path, {
    as: 'approver',
    before: async (browser) => {
      sent = answerApprovals(browser, answers);
    },
  });
  return { ...app, sent };
}

describe('the list', () => {
  it('says to whom, from whom, how much, what is unusual, and marks one’s own', async () => {
    const own = row({ id: keys.own, is_own: true, alias: 'Ramón' });
    const odd = row({ id: keys.second, alias: 'João SP', oddities: 2 });
    await open('/approve', { list: [row(), odd, own] });
    const rows = within(await screen.findByRole('list', { name: 'To approve' })).getAllByRole(
      'listitem',
    );
    expect(rows[0]).toHaveTextContent(/Mamá Bogotá.*From Ana Soto.*USD.4,800\.00.*Nothing unusual/);
    expect(rows[1]).toHaveTextContent('2 things unusual');
    expect(rows[2]).toHaveTextContent(/From you, so someone else approves it.*Waits for approval/);
    expect(screen.getByText(/^2 transfers wait for you\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Mamá Bogotá' })).toHaveAttribute('href', at());
  });

  it('says so when more wait than it has', async () => {
    const own = row({ id: keys.own, is_own: true, alias: 'Ramón' });
    const other = row({ id: keys.second, alias: 'João SP' });
    await open('/approve', { list: [row(), other, own], has_more: true });
    expect(await screen.findByText(/^More than 2 transfers wait for you\./)).toBeVisible();
    expect(screen.getByText('Only those that expire first are shown.')).toBeVisible();
  });

  it('says so when nothing waits, and is the approver’s first page', async () => {
    const { router } = await open('/', { list: [] });
    expect(await screen.findByText('Nothing waits for approval')).toBeVisible();
    expect(router.state.location.pathname).toBe('/approve');
    const item = screen.getByRole('link', { name: 'To approve' });
    expect(item).toHaveAttribute('aria-current', 'page');
  });
});

describe('what is approved', () => {
  it('is shown in full, with its evidence, and nothing of it masked', async () => {
    const unusual = [
      { what: 'first-payment' },
      { what: 'changed-details', paid_at: '2026-01-02T03:04:05.000Z', paid_tail: '7730' },
      { what: 'far-more', usual_cents: '25000', times: 19, count: 14 },
      { what: 'same-as-colleague', name: 'Bo Lind', at: '2026-01-02T03:04:05.000Z' },
    ];
    await open(at(), { one: () => json(detail({ unusual, sent_before: 14 })) });
    const sign = (await screen.findByText('You approve exactly this')).closest('section');
    for (const text of [
      /Ana Soto sends Mamá Bogotá/,
      // A name is its person's to choose.
      /Senderana@giro\.example/,
      /Gloria Patiño/,
      /USD.4,800\.00/,
      /007122314821/,
      /savings, Colombia/,
      /National ID52\.410\.304/,
      /Once, right after you approve/,
      /ROOF-2026/,
      /7F3a 91c2/,
    ])
      expect(sign).toHaveTextContent(text);
    for (const text of [
      'First payment',
      /Last paid to the account ending in 7730/,
      '19 times the usual amount',
      /Usually USD.250\.00 · 14 earlier transfers/,
      /Bo Lind sent or scheduled the same/,
      /14 transfers to this recipient were sent before/,
    ])
      expect(screen.getByText('What is unusual').parentElement).toHaveTextContent(text);
  });

  it('can’t be approved while its recipient can’t be read, or is another one', async () => {
    const { unmount } = await open(at(), { one: () => json(detail({ account: null })) });
    expect(await approve()).toBeDisabled();
    expect(await decline()).toBeEnabled();
    unmount();
    await open(at(), { one: () => json(detail({ destination_account_fingerprint: 'another' })) });
    expect(await approve()).toBeDisabled();
    expect(screen.getByRole('alert')).toHaveTextContent(/Nothing is sent to other details/);
  });

  it('offers nothing for one’s own', async () => {
    await open(at(), { one: () => json(detail({ is_own: true })) });
    await screen.findByText('From you, so someone else approves it');
    expect(screen.queryByRole('button', { name: /^Approve USD/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Decline' })).not.toBeInTheDocument();
  });
});

describe('Approve', () => {
  it('names the revision and the recipient that were shown, says what happens, and leads on', async () => {
    const { sent, user } = await open(at(), {
      list: [row(), row({ id: keys.second, source_amount_cents: '230000' })],
      decide: () => decided({}),
    });
    await user.click(await approve());
    expect(await screen.findByText('Approved: it is sent now')).toBeVisible();
    expect(sent).toEqual([
      {
        url: `/api/approvals/${keys.first}/approve`,
        body: {
          revision: 1,
          destination_account_fingerprint: '7F3a91c2abcdefgh',
          source_amount_cents: '480000',
          all_days: true,
        },
      },
    ]);
    expect(screen.queryByRole('button', { name: 'Decline' })).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    const next = screen.getByRole('link', { name: /^Next: USD.2,300\.00$/ });
    expect(next).toHaveAttribute('href', at(keys.second));
    await user.click(next);
    expect(await decline()).toBeEnabled();
  });

  it('says who was first', async () => {
    const approval = {
      decision: 'declined',
      by: 'Cara Díaz',
      reason: 'no',
      at: '2026-01-02T03:04:05Z',
    };
    const { user } = await open(at(), {
      decide: () => late({ state: 'declined', release_at: null, approval }),
    });
    await user.click(await approve());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Nothing was decided: something else came first/);
    expect(alert).toHaveTextContent(/Nothing is sent\. Declined by Cara Díaz/);
    expect(screen.queryByRole('button', { name: /^Approve USD/ })).not.toBeInTheDocument();
  });

  it('asks again for what its maker changed meanwhile', async () => {
    let revision = 1;
    const { sent, user } = await open(at(), {
      one: () => json(detail({ revision })),
      decide() {
        if (revision === 2) return decided({});
        revision = 2;
        return late({ waits_for: 'approval' });
      },
    });
    await user.click(await approve());
    expect(await screen.findByText(/^It was changed\. You see it below/)).toBeVisible();
    await user.click(await approve());
    expect(await screen.findByText('Approved: it is sent now')).toBeVisible();
    expect(sent.map(({ body }) => body)).toMatchObject([{ revision: 1 }, { revision: 2 }]);
  });

  it('asks nobody who they are about what its maker changed meanwhile', async () => {
    let revision = 1;
    const { sent, user, queryClient } = await open(at(), {
      one: () => json(detail({ revision })),
      decide: () => (revision === 1 ? refusal('step-up-required', 403) : decided({})),
    });
    await user.click(await approve());
    await screen.findByRole('dialog', { name: 'Confirm it’s you' });
    revision = 2;
    await act(() => queryClient.invalidateQueries({ queryKey: ['approvals'] }));
    expect(await screen.findByText(/^It was changed\. You see it below/)).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(sent).toHaveLength(1);
    await user.click(await approve());
    expect(await screen.findByText('Approved: it is sent now')).toBeVisible();
    expect(sent.map(({ body }) => body)).toMatchObject([{ revision: 1 }, { revision: 2 }]);
  });

  it('doesn’t claim to know what a lost answer did, and is pressed again', async () => {
    let presses = 0;
    const { user } = await open(at(), {
      decide() {
        presses += 1;
        return presses === 1 ? Promise.reject(new TypeError('lost')) : decided({});
      },
    });
    await user.click(await approve());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^We don’t know yet whether it is approved/);
    await user.click(await approve());
    expect(await screen.findByText('Approved: it is sent now')).toBeVisible();
  });

  it('says that nothing was approved while transfers are on hold', async () => {
    const { user } = await open(at(), { decide: () => refusal('ledger-held', 503) });
    await user.click(await approve());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Nothing was approvedTransfers are paused/,
    );
    expect(await approve()).toBeEnabled();
  });
});

describe('Decline', () => {
  it('asks why, sends the reason, and says that nothing is sent', async () => {
    const { sent, user } = await open(at(), {
      decide: () => decided({ state: 'declined', release_at: null }),
    });
    await user.click(await decline());
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(await dialog.findByText('Say why in a few words')).toBeVisible();
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText('Reason'), 'Please call me first');
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Declined: nothing is sent')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toMatchObject([{ body: { revision: 1, reason: 'Please call me first' } }]);
  });
});

describe('one that waits no more', () => {
  it('says what became of it', async () => {
    const approval = {
      decision: 'approved',
      by: 'Cara Díaz',
      reason: null,
      at: '2026-01-02T03:04:05Z',
    };
    await open(at(), { list: [], one: () => late({ approval }) });
    expect(await screen.findByText('It no longer waits for approval')).toBeVisible();
    expect(screen.getByText(/^Approved by/)).toHaveTextContent('Cara Díaz');
  });
});
