import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './ask.ts';

/**
 * Writes bytes to the server and returns all that it answers until it closes the connection.
 * @param options `every`: milliseconds between single bytes, 0 for all at once; `patience`: the timeout
 */
export async function raw(port: number, text: string, { every = 0, patience = 8_000 } = {}) {
  const socket = connect(port, '127.0.0.1');
  let got = '';
  let closed = false;
  socket.setEncoding('latin1').on('data', (chunk) => {
    got += String(chunk);
  });
  // A write after the server has closed fails; only its earlier answer matters.
  socket.on('error', () => {});
  const ended = new Promise<void>((done) =>
    socket.once('close', () => {
      closed = true;
      done();
    }),
  );
  const drip = async () => {
    for (const piece of every > 0 ? text : [text]) {
      if (closed) return;
      socket.write(piece, 'latin1');
      if (every > 0) await wait(every);
    }
  };
  await Promise.race([Promise.all([drip(), ended]), wait(patience)]);
  socket.destroy();
  return { got, closed };
}

/** The first answer to bytes after which the server closes the connection. */
export async function rawAnswer(port: number, text: string): Promise<Answer> {
  const { got } = await raw(port, text);
  const [head = '', ...body] = got.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(line.split(' ')[1]), headers, text: body.join('\r\n\r\n') };
}
