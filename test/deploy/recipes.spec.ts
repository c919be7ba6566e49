import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCertificate } from '../support/certificate.ts';

const recipe = readFileSync('deploy/nginx.conf', 'utf8');
const unit = readFileSync('deploy/giro.service', 'utf8');
const isThere = (program: string) => spawnSync(program, ['-v']).error === undefined;

test('nginx.conf has no directive that the nginx of Debian 12 does not know', () => {
  expect(recipe).not.toMatch(/^\s*http2\s+on;/m);
  expect(recipe.match(/listen .*443 ssl http2;/g)).toHaveLength(2);
});

test('nginx.conf lets a read go to another instance, and repeats no send', () => {
  expect(recipe).toMatch(/^ {4}proxy_next_upstream error timeout;$/m);
  expect(recipe).not.toMatch(/^\s*proxy_next_upstream[^;]*non_idempotent/m);
  expect(recipe.match(/proxy_pass http:\/\/giro;/g)).toHaveLength(2);
});

test.runIf(isThere('nginx'))(
  'nginx takes nginx.conf as it is, but for ports and certificate',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'giro-nginx-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'logs'));
    const { cert, key } = createCertificate();
    writeFileSync(join(folder, 'fullchain.pem'), cert);
    writeFileSync(join(folder, 'privkey.pem'), key);
    const site = recipe
      .replaceAll('/etc/letsencrypt/live/send.example.com', folder)
      .replaceAll(/listen (\[::\]:)?(80|443)\b/g, 'listen $13$2');
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp { access_log off;\n${site}\n}\n`,
    );
    const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', file]);
    expect(stderr.toString()).toContain('test is successful');
    expect(status).toBe(0);
  },
);

test('giro.service is tried again for ever, so that a late database leaves no Giro stopped', () => {
  expect(unit).toMatch(/^\[Unit\][\s\S]*^StartLimitIntervalSec=0$[\s\S]*^\[Service\]/m);
  expect(unit).toMatch(/^Restart=on-failure$/m);
  expect(unit).toMatch(/^RestartSec=5$/m);
});

test('giro.service starts with the check of Node, whose words an older Node can print', () => {
  expect(unit).toMatch(/^ExecStart=\S*node --import \.\/src\/bff\/needs-node\.js /m);
});

test.runIf(isThere('systemd-analyze'))(
  'systemd finds no fault in giro.service and rates it well',
  () => {
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
  },
);
