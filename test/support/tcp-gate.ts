import { connect, createServer, type Socket } from 'node:net';

/** A gate before a TCP server: while it is closed, connections are cut and new ones refused, as if the server were gone. */
export async function startGate(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((socket) => {
    if (!isOpen) return socket.destroy();
    const onward = connect(target.port, target.host);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    return undefined;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    shut() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isOpen = true;
    },
    /** Connections that are open pass nothing on any more, as if the server's machine had died; new ones are as before. */
    silence() {
      for (const socket of sockets) socket.unpipe();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
