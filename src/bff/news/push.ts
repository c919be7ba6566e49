import { type Dispatcher, request } from 'undici';
import webPush from 'web-push';
import type { PushMessage } from '../../contract/api/news.ts';
import type { PushDevice } from '../ledger/news/push-devices.ts';
import type { Attempt } from './delivery.ts';
import type { VapidKeys } from './push-keys.ts';

/** Sends push messages. Its failures are told by the attempt, never thrown. */
export type PushTransport = {
  send(device: PushDevice, message: PushMessage): Promise<Attempt>;
  /** True if Giro may call this endpoint. */
  mayCall(endpoint: string): boolean;
};

type Options = {
  /** RFC 8292, 2.1: whom a push service can ask; an https or mailto address. */
  subject: string;
  keys: () => Promise<VapidKeys>;
  /** Hosts of further push services. */
  hosts?: readonly string[];
  /** How to connect; a test has a push service of its own. */
  dispatcher?: Dispatcher | undefined;
};

/**
 * The push services of browsers. A browser names its endpoint, so that without this list a person could
 * make this server call any address that it reaches.
 */
const pushServices = [
  /^fcm\.googleapis\.com$/,
  /^(.+\.)?push\.services\.mozilla\.com$/,
  /^(.+\.)?push\.apple\.com$/,
  /^(.+\.)?notify\.windows\.com$/,
];

/** Seconds for which a push service keeps a message for a device that is off. */
const ttl = 24 * 60 * 60;
const timeoutMs = 15_000;

/** Sends push messages, encrypted for the device (RFC 8291). */
export function createPushTransport({
  subject,
  keys,
  hosts = [],
  dispatcher,
}: Options): PushTransport {
  function mayCall(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, hostname, port, host, username } = new URL(endpoint);
    if (protocol !== 'https:' || username !== '') return false;
    return hosts.includes(host) || (port === '' && pushServices.some((one) => one.test(hostname)));
  }

  return {
    mayCall,
    async send({ endpoint, p256dh, auth }, message) {
      if (!mayCall(endpoint)) return { is: 'gone' };
      const { publicKey, privateKey } = await keys();
      let details: ReturnType<typeof webPush.generateRequestDetails>;
      try {
        details = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(message),
          {
            vapidDetails: { subject, publicKey, privateKey },
            TTL: ttl,
            urgency: 'normal',
            contentEncoding: 'aes128gcm',
          },
        );
      } catch {
        // The keys of the device are no keys.
        return { is: 'gone' };
      }
      try {
        const answer = await request(endpoint, {
          method: 'POST',
          headers: headersOf(details.headers),
          body: details.body,
          signal: AbortSignal.timeout(timeoutMs),
          ...(dispatcher && { dispatcher }),
        });
        await answer.body.dump();
        return attemptOf(answer.statusCode, answer.headers['retry-after']);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        return { is: 'later', error: code };
      }
    },
  };
}

/** RFC 8030, 5 to 7.3: what the status of a push service means. */
function attemptOf(status: number, retryAfter: string | string[] | undefined): Attempt {
  if (status >= 200 && status < 300) return { is: 'told' };
  if (status === 404 || status === 410) return { is: 'gone' };
  const error = String(status);
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter);
    return { is: 'later', error, ...(seconds > 0 && { waitMs: Math.min(seconds, ttl) * 1_000 }) };
  }
  return { is: 'refused', error };
}

function headersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
