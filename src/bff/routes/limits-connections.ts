import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What clients may take up, and for how long: milliseconds, bytes and counts. */
export type ConnectionLimits = typeof connectionLimits;

export const connectionLimits = {
  // A browser sends its headers in one go; who drips them, or sends nothing, holds a connection.
  headersTimeout: 10_000,
  // The whole request. Enough for a full body over the slowest phone.
  requestTimeout: 30_000,
  // How often node looks for requests that are beyond these two.
  connectionsCheckingInterval: 1_000,
  // Longer than the minute for which proxies keep theirs, or they would meet a closing one.
  keepAliveTimeout: 72_000,
  // Nothing read or written for so long: a client that takes no answer. No call of the service lasts it.
  silenceTimeout: 120_000,
  maxConnections: 2_000,
  // Of one address, unless it is a proxy's. An office behind one address has a few for each browser.
  maxConnectionsPerAddress: 500,
  maxHeaderSize: 16 * 1024,
  // The longest recipient is a few kilobytes.
  bodyLimit: 64 * 1024,
  // What is under way when the server is told to close is answered until then. Supervisors wait 10 s.
  closingTimeout: 8_500,
};

const closeIdleEvery = 100;
/** From this part of all connections on, each new one takes the place of one that waits. */
const crowded = 0.9;

type Held = { address: string; underWay: number };

/**
 * Keeps room for who asks for something: where there are too many connections, of one address or in
 * all, the one is closed that has waited longest for its first or next request. Answers how to let go
 * of all of them as the server closes.
 * @param limits of which `maxConnectionsPerAddress` is infinite behind a proxy, whose address all share
 */
export function keepRoom(server: Server, limits: ConnectionLimits): { close(): void } {
  const held = new Map<Socket, Held>();
  // Connections without a request, the one that has waited longest first.
  const waiting = new Map<Socket, Held>();

  function closeOneWaiting(isMeant: (one: Held) => boolean): boolean {
    for (const [socket, one] of waiting) {
      if (!isMeant(one)) continue;
      forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function forget(socket: Socket) {
    held.delete(socket);
    waiting.delete(socket);
  }

  server.on('connection', (socket) => {
    const { remoteAddress: address = '' } = socket;
    const isTheirs = (one: Held) => one.address === address;
    const theirs = [...held.values()].filter(isTheirs).length;
    if (theirs >= limits.maxConnectionsPerAddress && !closeOneWaiting(isTheirs)) {
      socket.destroy();
      return;
    }
    if (held.size >= crowded * limits.maxConnections) closeOneWaiting(() => true);
    const one = { address, underWay: 0 };
    held.set(socket, one);
    waiting.set(socket, one);
    socket.once('close', () => forget(socket));
  });

  server.on('request', ({ socket }, response) => {
    const one = held.get(socket);
    if (!one) return;
    one.underWay += 1;
    waiting.delete(socket);
    response.once('close', () => {
      one.underWay -= 1;
      if (one.underWay === 0 && held.has(socket)) waiting.set(socket, one);
    });
  });
  return {
    close() {
      // A connection that is kept alive would hold the server open for as long as it is kept.
      const idle = setInterval(() => {
        while (closeOneWaiting(() => true));
      }, closeIdleEvery).unref();
      const end = setTimeout(() => server.closeAllConnections(), limits.closingTimeout).unref();
      server.once('close', () => {
        clearInterval(idle);
        clearTimeout(end);
      });
    },
  };
}
