import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

type Received = {
  to: string[];
  /** By lower-case name, unfolded. */
  headers: ReadonlyMap<string, string>;
  raw: string;
  /** The client's name in EHLO. */
  ehlo: string;
  /** True if the connection was encrypted. */
  secure: boolean;
};

/** Before the greeting; after a mail was taken, before the answer; after the client has closed the connection. */
type Step = 'connected' | 'taken' | 'closed';

/**
 * A real SMTP server. `refuse` throws for a command to refuse it; `reached` can hold the server at a step;
 * `stop` and `start` make an outage.
 */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const state: {
    refuse: (command: 'MAIL' | 'RCPT' | 'DATA', address: string) => void;
    reached: (step: Step) => Promise<void> | void;
    port: number;
  } = {
    refuse: () => {},
    reached: () => {},
    port: 0,
  };
  let server: SMTPServer;

  async function hold(step: Step) {
    await state.reached(step);
  }

  const fail = (work: () => void, done: (error?: Error | null) => void) => {
    try {
      work();
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };

  async function start() {
    server = new SMTPServer({
      authOptional: true,
      logger: false,
      onConnect: (_session, done) => void hold('connected').then(() => done()),
      onClose: () => void hold('closed'),
      onMailFrom: ({ address }, _session, done) => fail(() => state.refuse('MAIL', address), done),
      onRcptTo: ({ address }, _session, done) => fail(() => state.refuse('RCPT', address), done),
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const over = (error?: Error | null) => void hold('taken').then(() => done(error));
          fail(() => {
            const raw = Buffer.concat(chunks).toString('utf8');
            const to = session.envelope.rcptTo.map(({ address }) => address);
            received.push({
              to,
              headers: headersOf(raw),
              raw,
              ehlo: session.hostNameAppearsAs,
              secure: session.secure,
            });
            // After it was taken: the answer gets lost.
            state.refuse('DATA', to[0] ?? '');
          }, over);
        });
      },
      ...options,
    });
    server.on('error', () => {});
    server.listen(state.port, '127.0.0.1');
    await once(server.server, 'listening');
    const address: AddressInfo | string | null = server.server.address();
    if (typeof address === 'object' && address) state.port = address.port;
  }

  await start();
  return {
    received,
    state,
    start,
    /** One of each Message-ID, as a mail program shows them. */
    shown: () => [
      ...new Map(received.map((mail) => [mail.headers.get('message-id'), mail])).values(),
    ],
    stop: () => new Promise<void>((done) => server.close(done)),
  };
}

/** @param enhanced the code of RFC 3463 that the server's text begins with */
export const refusal = (responseCode: number, enhanced?: string) =>
  Object.assign(new Error([enhanced, 'refused by the test'].filter(Boolean).join(' ')), {
    responseCode,
  });

function headersOf(raw: string): ReadonlyMap<string, string> {
  const [head = ''] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}
