import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

// Holds every answer of a TCP server back for a millisecond, as if it were on another machine. Usage: delayed.ts UPSTREAM
const { hostname, port } = new URL(process.argv[2] ?? '');
const delayMs = 1;

const server = createServer({ noDelay: true }, (socket) => {
  const onward = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.pipe(onward);
  let last = Promise.resolve();
  onward.on('data', (part) => {
    const due = pause(delayMs);
    // In their order, though each has a timer of its own.
    last = last.then(() => due).then(() => void socket.write(part));
  });
  for (const [one, other] of [
    [socket, onward],
    [onward, socket],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.stdout.write(`ready at tcp://127.0.0.1:${address.port}\n`);
});
