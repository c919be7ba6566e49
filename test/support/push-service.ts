import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { Agent } from 'undici';
import * as z from 'zod/mini';
import { pushMessage } from '../../src/contract/api/news.ts';
import { createCertificate } from './certificate.ts';

type Answer = number | { status: number; retryAfter: string };

/** A real push service over https, which decrypts as a browser does. */
export async function startPushService() {
  const { key, cert } = createCertificate();
  const got: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const state: {
    /** Before the answer, which a promise holds. */
    status: (path: string) => Answer | Promise<Answer>;
    answered: () => void;
  } = { status: () => 201, answered: () => {} };
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const path = request.url ?? '';
      got.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      const answer = await state.status(path);
      const { status, retryAfter } =
        typeof answer === 'number' ? { status: answer, retryAfter: '' } : answer;
      response.once('finish', () => state.answered());
      response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `localhost:${typeof address === 'object' ? address?.port : ''}`;
  const dispatcher = new Agent({ connect: { ca: cert } });

  /** A browser's subscription, and how that browser reads what was sent to it. */
  function subscribe(path: string) {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    const auth = randomBytes(16);
    return {
      subscription: {
        endpoint: `https://${host}${path}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
      },
      messages: () =>
        got
          .filter((one) => one.path === path)
          .map(({ body }) => {
            return z.parse(pushMessage, JSON.parse(decrypted(body, ecdh, auth)));
          }),
    };
  }

  return {
    got,
    state,
    subscribe,
    host,
    certificate: cert,
    options: { pushHosts: [host], pushDispatcher: dispatcher },
    async close() {
      await dispatcher.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** RFC 8291 and RFC 8188, written here again so that the server's library is not its own judge. */
function decrypted(body: Buffer, own: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + (body[20] ?? 0));
  const sealed = body.subarray(21 + senderKey.length);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey]);
  const hkdf = (key: Uint8Array, salt: Uint8Array, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length));
  const input = hkdf(own.computeSecret(senderKey), auth, keyInfo, 32);
  const key = hkdf(input, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdf(input, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // RFC 8188, 2: a byte of 2 ends the text of the last record, zeros may follow.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}
