import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A point of the viewport, in CSS pixels. */
export type Point = { x: number; y: number };

/** The keys that have a name; every other key is the character that it types. */
export type NamedKey = 'Enter' | 'Tab' | 'Escape' | 'PageDown';

/** What the walk asks of an engine. Keys, pointer and wheel are the engine's own input, never events of a script. */
export type Driver = {
  /** Begins to load an address, without waiting for it. */
  goTo(url: string): Promise<void>;
  /** The JSON value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  press(key: NamedKey): Promise<void>;
  type(text: string): Promise<void>;
  click(point: Point): Promise<void>;
  /** Turns the wheel over a point, by this many pixels. */
  wheel(point: Point, by: number): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  /** The uncaught errors of scripts until now. */
  errors(): readonly string[];
  close(): Promise<void>;
};

/** The size of the window in which everybody walks. */
export const viewport = { width: 1280, height: 900 };

/** Runs a program with a folder of its own for its profile. `stop` ends it, with the processes that it started. */
export function startProgram(
  program: string,
  argsOf: (folder: string) => readonly string[],
  env: Record<string, string> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'giro-engine-'));
  const child = spawn(program, argsOf(folder), {
    // HOME too, so that no setting of this machine's user counts.
    env: { ...process.env, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  return {
    folder,
    /** Waits until it has said this, and answers the first group. */
    says: (pattern: RegExp) => untilSaid(child, pattern),
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      if (child.pid !== undefined) killGroup(child.pid);
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function killGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

async function untilSaid(child: ChildProcess, pattern: RegExp): Promise<string> {
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      said += part;
      const [, found] = pattern.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
  }
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`${child.spawnfile} ended: ${said}`)));
  return promise;
}
