import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Limits of connections and requests, in milliseconds, bytes and counts. */
export type ConnectionLimits = typeof connectionLimits;

export const connectionLimits = {
  // A browser sends its headers at once. A client that drips them holds a connection (Slowloris).
  headersTimeout: 10_000,
  // The whole request: enough for a full body from a slow phone.
  requestTimeout: 30_000,
  // How often Node enforces the two timeouts above.
  connectionsCheckingInterval: 1_000,
  // Longer than the 60 s of proxies, which would otherwise reuse a connection that just closes.
  keepAliveTimeout: 72_000,
  // No byte in either direction: the client reads no answer. No service call takes this long.
  silenceTimeout: 120_000,
  maxConnections: 2_000,
  // Per address, not behind a proxy. An office shares one address, with a few per browser.
  maxConnectionsPerAddress: 500,
  maxHeaderSize: 16 * 1024,
  // The longest recipient is a few kilobytes.
  bodyLimit: 64 * 1024,
};

const closeIdleEveryMs = 100;
/** Above this share of maxConnections, each new connection closes an idle one. */
const crowdedShare = 0.9;

/** `read`: the bytes read when the last answer was complete. */
type Connection = { address: string; inFlight: number; read: number };

/**
 * Keeps connections free for requests: with too many connections, from one address or in total, closes
 * the one that has been idle longest. The returned `close` ends idle connections while the server closes,
 * and all of them after `graceMs`.
 * @param limits `maxConnectionsPerAddress` is infinite behind a proxy, where all share its address
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
): { close(graceMs: number): void } {
  // Called by Node's own close(). It would cut an answer that is complete here, but not yet read there.
  server.closeIdleConnections = () => {};
  const open = new Map<Socket, Connection>();
  // Idle connections, longest idle first.
  const idle = new Map<Socket, Connection>();

  function closeLongestIdle(matches: (one: Connection, socket: Socket) => boolean): boolean {
    for (const [socket, one] of idle) {
      if (!matches(one, socket)) continue;
      forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function forget(socket: Socket) {
    open.delete(socket);
    idle.delete(socket);
  }

  server.on('connection', (socket) => {
    const { remoteAddress: address = '' } = socket;
    const isFromAddress = (one: Connection) => one.address === address;
    const fromAddress = [...open.values()].filter(isFromAddress).length;
    if (fromAddress >= limits.maxConnectionsPerAddress && !closeLongestIdle(isFromAddress)) {
      socket.destroy();
      return;
    }
    if (open.size >= crowdedShare * limits.maxConnections) closeLongestIdle(() => true);
    const one = { address, inFlight: 0, read: 0 };
    open.set(socket, one);
    idle.set(socket, one);
    socket.once('close', () => forget(socket));
  });

  server.on('request', ({ socket }, response) => {
    const one = open.get(socket);
    if (!one) return;
    one.inFlight += 1;
    idle.delete(socket);
    response.once('close', () => {
      one.inFlight -= 1;
      one.read = socket.bytesRead;
      if (one.inFlight === 0 && open.has(socket)) idle.set(socket, one);
    });
  });
  return {
    close(graceMs) {
      // Keep-alive connections would keep the server open until keepAliveTimeout.
      const closing = setInterval(() => {
        // The headers of a request may be arriving: it is still answered.
        while (closeLongestIdle((one, socket) => socket.bytesRead === one.read));
      }, closeIdleEveryMs).unref();
      const end = setTimeout(() => server.closeAllConnections(), graceMs).unref();
      server.once('close', () => {
        clearInterval(closing);
        clearTimeout(end);
      });
    },
  };
}
