import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hasNginx, nginxRecipe, writeNginx } from '../support/nginx.ts';

const recipe = nginxRecipe();
const unit = readFileSync('deploy/giro.service', 'utf8');
const isThere = (program: string) => spawnSync(program, ['-v']).error === undefined;
const isRoot = process.getuid?.() === 0;

test('nginx.conf has no directive that the nginx of Debian 12 does not know', () => {
  expect(recipe).not.toMatch(/^\s*http2\s+on;/m);
  expect(recipe.match(/listen .*443 ssl http2;/g)).toHaveLength(2);
});

test('nginx.conf lets a read go to another instance, and repeats no send', () => {
  expect(recipe).toMatch(/^ {4}proxy_next_upstream error timeout;$/m);
  expect(recipe).not.toMatch(/^\s*proxy_next_upstream[^;]*non_idempotent/m);
  expect(recipe.match(/proxy_pass http:\/\/giro;/g)).toHaveLength(2);
  // Each kept connection is one that may be closed just when a send goes out on it.
  expect(recipe).not.toMatch(/^\s*keepalive /m);
});

test('nginx takes nginx.conf as it is, but for ports and certificate', async ({ skip }) => {
  skip(!hasNginx(), 'nginx is not installed here');
  const { folder, file, remove } = await writeNginx();
  onTestFinished(remove);
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', file]);
  expect(stderr.toString()).toContain('test is successful');
  expect(status).toBe(0);
});

test('giro.service is tried again for ever, so that a late database leaves no Giro stopped', () => {
  expect(unit).toMatch(/^\[Unit\][\s\S]*^StartLimitIntervalSec=0$[\s\S]*^\[Service\]/m);
  expect(unit).toMatch(/^Restart=on-failure$/m);
  expect(unit).toMatch(/^RestartSec=5$/m);
});

test('giro.service starts with the check of Node, whose words an older Node can print', () => {
  expect(unit).toMatch(/^ExecStart=\S*node --import \.\/src\/bff\/needs-node\.js /m);
});

test('systemd finds no fault in giro.service and rates it well', ({ skip }) => {
  skip(!isThere('systemd-analyze'), 'systemd-analyze is not installed here');
  // Giro runs on a Node of its own here; /usr/bin/node may not be there.
  const folder = mkdtempSync(join(tmpdir(), 'giro-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'giro.service');
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
  const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  expect(verified).toMatchObject({ status: 0, stderr: '' });
  const out = execFileSync('systemd-analyze', ['security', '--offline=true', file]);
  const [, exposure] = /Overall exposure level .*: ([\d.]+)/.exec(out.toString()) ?? [];
  expect(Number(exposure)).toBeLessThan(2.5);
});

describe('the backup by a timer', () => {
  const backup = readFileSync('deploy/giro-backup.service', 'utf8');
  const timer = readFileSync('deploy/giro-backup.timer', 'utf8');
  const linesOf = (text: string) => text.split('\n').filter((line) => /^[A-Z]\w+=/.test(line));

  test('runs with the user, the settings and the limits of giro.service', () => {
    const shared = linesOf(unit).filter((line) =>
      /^(User|WorkingDirectory|EnvironmentFile|UMask|StateDirectoryMode|NoNew|Private|Protect|Restrict|Remove|System|Lock|Capability)/.test(
        line,
      ),
    );
    expect(shared.length).toBeGreaterThan(15);
    expect(linesOf(backup)).toEqual(expect.arrayContaining(shared));
  });

  test('keeps some in a folder of its own, which systemd makes', () => {
    const [, folder, keep] = / backup --in \/var\/lib\/(\S+) --keep (\d+)$/m.exec(backup) ?? [];
    expect(backup).toMatch(new RegExp(`^StateDirectory=giro ${folder}$`, 'm'));
    expect(Number(keep)).toBeGreaterThan(1);
    expect(backup).toMatch(/^Type=oneshot$/m);
    expect(timer).toMatch(/^Persistent=true$/m);
  });

  test('has no fault that systemd finds', ({ skip }) => {
    skip(!isThere('systemd-analyze'), 'systemd-analyze is not installed here');
    const folder = mkdtempSync(join(tmpdir(), 'giro-unit-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(
      join(folder, 'giro-backup.service'),
      backup.replace('/usr/bin/node', process.execPath),
    );
    const file = join(folder, 'giro-backup.timer');
    writeFileSync(file, timer);
    for (const one of [file, join(folder, 'giro-backup.service')]) {
      const verified = spawnSync('systemd-analyze', ['verify', one], { encoding: 'utf8' });
      expect(verified).toMatchObject({ status: 0, stderr: '' });
    }
  });
});

describe('the command giro', () => {
  const command = resolve('deploy/giro');
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'giro-command-'));
    // Giro's own Node, whichever the machine has.
    symlinkSync(process.execPath, join(folder, 'node'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]) => {
    const PATH = `${folder}:${process.env.PATH}`;
    const { status, stdout, stderr } = spawnSync(join(folder, 'giro'), args, {
      ...{ cwd: folder, env: { PATH }, encoding: 'utf8' },
    });
    return { status, lines: stdout.split('\n').filter((line) => line !== ''), stderr };
  };
  const program = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  /** What systemd 252 says of the unit, once it is installed. */
  const installUnit = (Environment: string) => {
    const said = {
      ...{ LoadState: 'loaded', User: 'giro', Group: '', WorkingDirectory: '/opt/giro' },
      ...{ StateDirectory: 'giro', Environment },
      EnvironmentFiles:
        '/etc/giro/giro.env (ignore_errors=no)\n/etc/giro/more.env (ignore_errors=yes)',
      ExecStart: '{ path=/usr/bin/node ; argv[]=/usr/bin/node src/bff/main.ts ; ignore_errors=no }',
    };
    const cases = Object.entries(said).map(([name, value]) => `*=${name}) echo '${value}';;`);
    program('systemctl', `case "$2" in ${cases.join('\n')} esac`);
    program('systemd-run', 'printf "%s\\n" "$@"');
  };

  test('takes .env of its folder where no service is installed, also through a link', () => {
    symlinkSync(command, join(folder, 'giro'));
    program('systemctl', 'exit 1');
    writeFileSync(join(folder, '.env'), `DATABASE_URL=sqlite:${folder}/none.db\n`);
    const { status, lines } = run('user', 'list');
    expect(lines).toEqual([expect.stringContaining(`no database of Giro at ${folder}/none.db`)]);
    expect(status).toBe(1);
    expect(run('--version').lines).toEqual([expect.stringMatching(/^giro \d/)]);
  });

  test('runs under systemd as the service does', () => {
    symlinkSync(command, join(folder, 'giro'));
    installUnit('NODE_ENV=production DATABASE_URL=sqlite:/var/lib/giro/giro.db');
    const { status, lines, stderr } = run('user', 'add', '--name', 'Ana  Díaz $X');
    if (!isRoot) {
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('sudo') });
      return;
    }
    expect(status).toBe(0);
    const at = lines.indexOf('/usr/bin/node');
    expect(lines.slice(0, at)).toEqual(
      expect.arrayContaining([
        '--pipe',
        '--wait',
        '--property=User=giro',
        '--property=WorkingDirectory=/opt/giro',
        '--setenv=NODE_ENV=production',
        '--setenv=DATABASE_URL=sqlite:/var/lib/giro/giro.db',
      ]),
    );
    expect(lines.filter((line) => line.includes('EnvironmentFile'))).toEqual([
      '--property=EnvironmentFile=/etc/giro/giro.env',
      '--property=EnvironmentFile=-/etc/giro/more.env',
    ]);
    expect(lines.slice(at)).toEqual([
      '/usr/bin/node',
      '--import',
      resolve('src/bff/needs-node.js'),
      resolve('src/bff/cli/cli.ts'),
      // Doubled for systemd, which passes on one.
      ...['user', 'add', '--name', 'Ana  Díaz $$X'],
    ]);
  });

  test.runIf(isRoot)('refuses a variable of the unit that it can not pass on as it is', () => {
    symlinkSync(command, join(folder, 'giro'));
    installUnit('"THEME_NAME=A B"');
    const { status, lines, stderr } = run('user', 'list');
    expect({ status, lines }).toEqual({ status: 1, lines: [] });
    expect(stderr).toContain('EnvironmentFile');
  });
});
