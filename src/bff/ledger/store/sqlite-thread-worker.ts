import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';

// The thread of `sqlite-thread.ts`: answers each read with its rows, or with what went wrong.

const asked = z.object({
  id: z.int(),
  sql: z.string(),
  parameters: z.array(z.union([z.string(), z.number(), z.null()])),
});

const database = new DatabaseSync(z.parse(z.string(), workerData), {
  readOnly: true,
  timeout: 5_000,
});

parentPort?.on('message', (message: unknown) => {
  const { id, sql, parameters } = z.parse(asked, message);
  try {
    parentPort?.postMessage({ id, rows: database.prepare(sql).all(...parameters) });
  } catch (error) {
    const isCoded = error instanceof Error && 'errcode' in error;
    parentPort?.postMessage({
      id,
      fault: String(error),
      ...(isCoded && { errcode: error.errcode }),
    });
  }
});
