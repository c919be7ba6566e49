import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { signedInBrowser } from '../../../support/browser.ts';
import { renderApp } from '../../../support/render-app.tsx';

afterEach(() => {
  window.location.hash = '';
});

/** Reads the token of the latest link in the sandbox's mail. */
async function tokenIn(app: Awaited<ReturnType<typeof renderApp>>) {
  const desk = await signedInBrowser(app.app, 'support');
  const read = async () => {
    const { mails } = (await desk.call('GET', '/api/sandbox/mail')).body;
    return /#([\w-]{43})/.exec(JSON.stringify(mails))?.[1] ?? '';
  };
  await expect.poll(read).not.toBe('');
  return read();
}

it('asks for a link from the sign-in page, and says the same for every address', async () => {
  const { user } = await renderApp('/sign-in', { as: null });
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' });
  const email = screen.getByLabelText('Email');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(email).toHaveFocus();
  expect(email).toHaveAccessibleDescription('Enter your email');
  const texts: (string | null)[] = [];
  for (const typed of ['sender@giro.example', 'nobody@giro.example']) {
    await user.clear(email);
    await user.type(email, `${typed}{Enter}`);
    const notice = await screen.findByRole('status');
    expect(notice).toHaveTextContent(/^Check your email/);
    texts.push(notice.textContent);
  }
  expect(texts[0]).toBe(texts[1]);
});

it('says how long to wait after too many requests', async () => {
  const { user } = await renderApp('/forgot-password', { as: null });
  const email = await screen.findByLabelText('Email');
  for (let count = 0; count < 4; count += 1) {
    await user.clear(email);
    await user.type(email, 'sender@giro.example{Enter}');
    if (count < 3) await screen.findByText('Check your email');
  }
  expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 5 minutes');
});

it('sets a new password by the link, then leads to the sign-in', async () => {
  const app = await renderApp('/forgot-password', { as: null });
  await app.user.type(await screen.findByLabelText('Email'), 'sender@giro.example{Enter}');
  await screen.findByText('Check your email');
  window.location.hash = await tokenIn(app);
  app.reload('/new-password');
  const field = await screen.findByLabelText('New password');
  expect(field).toHaveAttribute('autocomplete', 'new-password');
  await app.user.type(field, 'short{Enter}');
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(/Use at least 12 characters$/);
  await app.user.type(field, ' but now long enough{Enter}');
  expect(await screen.findByRole('status')).toHaveTextContent(/^Password changed/);
  const account = { email: 'sender@giro.example', password: 'short but now long enough' };
  expect((await app.browser.call('POST', '/api/session', account)).status).toBe(200);
  await app.browser.call('DELETE', '/api/session');
  await app.user.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

it.each(['#made-up', ''])(
  'says that the link %j does not work, and offers another',
  async (hash) => {
    window.location.hash = hash;
    const { user } = await renderApp('/new-password', { as: null });
    await user.type(await screen.findByLabelText('New password'), 'a longer password{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This link no longer works/);
    await user.click(screen.getByRole('link', { name: 'Ask for a new link' }));
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Forgot your password?'),
    );
  },
);
