import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renewPush } from '../../../../src/app/api/push.ts';
import { renderApp } from '../../../support/render-app.tsx';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  localStorage.clear();
  sessionStorage.clear();
});

const open = async (as: 'sender' | 'support' = 'sender') => {
  const app = await renderApp('/settings/notifications', { as });
  await screen.findByRole('heading', { level: 1, name: 'Notifications' });
  const group = (name: string) => within(screen.getByRole('group', { name }));
  return { ...app, group };
};

const saved = async (app: Awaited<ReturnType<typeof open>>) =>
  (await app.browser.call('GET', '/api/news/settings')).body;

it('keeps what a sender chose, and says so', async () => {
  const app = await open();
  const ended = app.group('A transfer is completed or rejected');
  expect(ended.getByLabelText('Email')).toBeChecked();
  await app.user.click(ended.getByLabelText('Email'));
  await app.user.click(screen.getByLabelText('Wait until the end of my quiet hours'));
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(await saved(app)).toMatchObject({
    choices: {
      transfers: { mail: false, push: true },
      attention: { mail: true, push: true },
      review: { mail: true, push: false },
    },
    quiet: { from: '22:00', to: '07:00' },
  });
  await app.user.click(ended.getByLabelText('Email'));
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

it('asks support for what it has to review, and keeps the rest', async () => {
  const app = await open('support');
  expect(screen.queryByText('A transfer is not confirmed')).not.toBeInTheDocument();
  await app.user.click(app.group('Transfers need review').getByLabelText('Notification'));
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(await saved(app)).toMatchObject({
    choices: { transfers: { mail: true }, review: { mail: true, push: true } },
    quiet: null,
  });
});

it('sends a test, which the sandbox shows', async () => {
  const app = await open();
  await app.user.click(screen.getByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText(/^Sent\./)).toBeVisible();
  await app.user.click(screen.getByRole('link', { name: 'See what it would send' }));
  await screen.findByRole('heading', { level: 1, name: 'Sandbox mail' });
  expect(
    await screen.findByRole('heading', { name: 'This is a test' }, { timeout: 20_000 }),
  ).toBeVisible();
}, 15_000);

it('says where mail is not set up', async () => {
  const env = {
    REMITTANCE_BASE_URL: 'https://service.example',
    REMITTANCE_CLIENT_ID: 'client',
    REMITTANCE_CLIENT_SECRET: 'secret',
    GIRO_SECRET: 'a secret of the tests, thirty-two or more',
    DATABASE_URL: 'sqlite::memory:',
  };
  await renderApp('/settings/notifications', { env });
  expect(await screen.findByText(/^Email is not set up here\. Your administrator/)).toBeVisible();
});

it('asks for quiet hours only while they are on', async () => {
  const app = await open();
  expect(screen.getByLabelText('From')).toBeDisabled();
  await app.user.click(screen.getByLabelText('Wait until the end of my quiet hours'));
  expect(screen.getByLabelText('Until')).toBeEnabled();
  await app.user.click(screen.getByLabelText('Wait until the end of my quiet hours'));
  expect(screen.getByLabelText('Until')).toBeDisabled();
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(await saved(app)).toMatchObject({ quiet: null });
});

/** A browser with a service worker whose push manager takes subscriptions. */
function stubPush(permission: NotificationPermission) {
  const subscribed: { key: unknown }[] = [];
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/device-1',
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: 'BAAA', auth: 'AAAA' } }),
    unsubscribe: async () => {
      subscribed.length = 0;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => (subscribed.length > 0 ? subscription : null),
    async subscribe({ applicationServerKey: key }: { applicationServerKey: unknown }) {
      subscribed.push({ key });
      return subscription;
    },
  };
  const Stub = { permission, requestPermission: async () => permission };
  vi.stubGlobal('Notification', Stub);
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  return subscribed;
}

it('turns notifications on and off for this device', async () => {
  const subscribed = stubPush('granted');
  const app = await open();
  await app.user.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
  expect(await screen.findByText(/^We notify you on this device/)).toBeVisible();
  expect(subscribed).toEqual([{ key: expect.stringMatching(/^[\w-]{87}$/) }]);
  expect(await saved(app)).toMatchObject({ devices: 1 });
  await app.user.click(screen.getByRole('button', { name: 'Turn off notifications' }));
  expect(await screen.findByText(/^This device shows no notifications/)).toBeVisible();
  expect(await saved(app)).toMatchObject({ devices: 0 });
});

describe('when the app opens again', () => {
  // As the start of the app does; test/journeys/push.spec.ts opens it.
  const openAgain = async () => {
    sessionStorage.clear();
    await renewPush();
  };
  const turnedOn = async () => {
    const subscribed = stubPush('granted');
    const app = await open();
    await app.user.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
    await screen.findByText(/^We notify you on this device/);
    return { app, subscribed };
  };

  it('a device that the browser or the server lost is subscribed again, once in a tab', async () => {
    const { app, subscribed } = await turnedOn();
    subscribed.length = 0;
    await app.db.deleteFrom('push_devices').execute();
    await openAgain();
    expect(subscribed).toHaveLength(1);
    expect(await saved(app)).toMatchObject({ devices: 1 });
    subscribed.length = 0;
    await renewPush();
    expect(subscribed).toEqual([]);
  });

  it('a device that the person turned off stays off', async () => {
    const { app, subscribed } = await turnedOn();
    await app.user.click(screen.getByRole('button', { name: 'Turn off notifications' }));
    await screen.findByText(/^This device shows no notifications/);
    await openAgain();
    expect(subscribed).toEqual([]);
    expect(await saved(app)).toMatchObject({ devices: 0 });
  });

  it('another person does not get the notifications of who turned them on', async () => {
    const { app, subscribed } = await turnedOn();
    await app.browser.signIn('support');
    await openAgain();
    expect(subscribed).toEqual([]);
    expect(await app.db.selectFrom('push_devices').selectAll().execute()).toEqual([]);
    await openAgain();
    expect(subscribed).toEqual([]);
  });
});

it('says where a browser blocks notifications', async () => {
  stubPush('denied');
  await open();
  expect(await screen.findByText(/^This browser blocks our notifications/)).toBeVisible();
});

it('says where a browser has no notifications', async () => {
  await open();
  expect(await screen.findByText(/^This browser can’t notify you here/)).toBeVisible();
});

it('says on an iPhone that the app must be installed first', async () => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Safari (iPhone)');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
  await open();
  expect(await screen.findByText(/^Add this app to your home screen first/)).toBeVisible();
  agent.mockRestore();
});
