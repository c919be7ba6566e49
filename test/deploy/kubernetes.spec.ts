import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { accessTable } from '../../src/bff/auth/access-table.ts';
import { ConfigError, readConfig, variableNames } from '../../src/bff/config/config.ts';
import { readYaml, type Yaml } from '../support/yaml.ts';

const folder = 'deploy/kubernetes';
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
const files = readdirSync(folder).toSorted();
const settings = parseEnv(textOf('settings.env'));
const secrets = parseEnv(textOf('secret.env.example'));
const text = z.string();
const whole = z.int();
const texts = z.array(text);

// Strict: a field that is not here is a slip of the pen, or needs its line.
const labels = z.record(text, text);
const probe = z.strictObject({
  httpGet: z.strictObject({ path: text, port: z.literal('http') }),
  ...{ periodSeconds: whole, timeoutSeconds: whole, failureThreshold: whole },
});
const named = z.strictObject({ name: text });
const amounts = z.strictObject({ cpu: z.optional(text), memory: text });
const container = z.strictObject({
  ...{ name: text, image: text, command: z.optional(texts), args: z.optional(texts) },
  ports: z.optional(z.array(z.strictObject({ name: text, containerPort: whole }))),
  envFrom: z.tuple([z.strictObject({ configMapRef: named }), z.strictObject({ secretRef: named })]),
  env: z.array(
    z.strictObject({
      name: text,
      valueFrom: z.strictObject({ secretKeyRef: z.strictObject({ name: text, key: text }) }),
    }),
  ),
  startupProbe: z.optional(probe),
  readinessProbe: z.optional(probe),
  livenessProbe: z.optional(probe),
  lifecycle: z.optional(
    z.strictObject({
      preStop: z.strictObject({
        exec: z.strictObject({ command: z.tuple([z.literal('sleep'), text]) }),
      }),
    }),
  ),
  resources: z.strictObject({ requests: amounts, limits: amounts }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: text, mountPath: text })),
});
const selector = z.strictObject({ matchLabels: labels });
const podTemplate = z.strictObject({
  metadata: z.strictObject({ labels }),
  spec: z.strictObject({
    restartPolicy: z.optional(z.literal('Never')),
    automountServiceAccountToken: z.literal(false),
    enableServiceLinks: z.literal(false),
    terminationGracePeriodSeconds: z.optional(whole),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      // By number: Kubernetes starts no image whose user has a name, if it must not be root.
      ...{ runAsUser: z.literal(1000), runAsGroup: z.literal(1000), fsGroup: z.optional(whole) },
      seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
    }),
    topologySpreadConstraints: z.optional(
      z.array(
        z.strictObject({
          ...{ maxSkew: whole, topologyKey: text, whenUnsatisfiable: z.literal('ScheduleAnyway') },
          labelSelector: selector,
        }),
      ),
    ),
    containers: z.tuple([container]),
    volumes: z.array(
      z.union([
        z.strictObject({ name: text, emptyDir: z.strictObject({}) }),
        z.strictObject({
          name: text,
          persistentVolumeClaim: z.strictObject({ claimName: text }),
        }),
      ]),
    ),
  }),
});
const kind = (apiVersion: string, kind: string) => ({
  ...{ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata: named },
});
const deploymentShape = z.strictObject({
  ...kind('apps/v1', 'Deployment'),
  spec: z.strictObject({
    ...{ replicas: whole, minReadySeconds: whole, selector },
    strategy: z.strictObject({
      type: z.literal('RollingUpdate'),
      rollingUpdate: z.strictObject({ maxUnavailable: whole, maxSurge: whole }),
    }),
    template: podTemplate,
  }),
});
const serviceShape = z.strictObject({
  ...kind('v1', 'Service'),
  spec: z.strictObject({
    selector: labels,
    ports: z.array(z.strictObject({ name: text, port: whole, targetPort: text })),
  }),
});
const budgetShape = z.strictObject({
  ...kind('policy/v1', 'PodDisruptionBudget'),
  spec: z.strictObject({
    ...{ minAvailable: whole, unhealthyPodEvictionPolicy: z.literal('AlwaysAllow'), selector },
  }),
});
const claimShape = z.strictObject({
  ...kind('v1', 'PersistentVolumeClaim'),
  spec: z.strictObject({
    accessModes: texts,
    resources: z.strictObject({ requests: z.strictObject({ storage: text }) }),
  }),
});
const jobShape = z.strictObject({
  ...kind('batch/v1', 'CronJob'),
  spec: z.strictObject({
    ...{ schedule: text, concurrencyPolicy: z.literal('Forbid'), startingDeadlineSeconds: whole },
    ...{ successfulJobsHistoryLimit: whole, failedJobsHistoryLimit: whole },
    jobTemplate: z.strictObject({
      spec: z.strictObject({
        ...{ backoffLimit: whole, activeDeadlineSeconds: whole, template: podTemplate },
      }),
    }),
  }),
});
const kustomizationShape = z.strictObject({
  ...{ apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'), kind: z.literal('Kustomization') },
  ...{ namespace: text, resources: texts },
  labels: z.array(z.strictObject({ pairs: labels, includeTemplates: z.boolean() })),
  images: z.tuple([z.strictObject({ name: text, newName: text, newTag: text })]),
  configMapGenerator: z.tuple([z.strictObject({ name: text, envs: texts })]),
  secretGenerator: z.tuple([z.strictObject({ name: text, envs: texts })]),
});

/** The only document of a file. */
const only = (file: string): Yaml | undefined => {
  const [document, ...others] = readYaml(textOf(file));
  expect(others).toEqual([]);
  return document;
};
const kustomization = z.parse(kustomizationShape, only('kustomization.yaml'));
const deployment = z.parse(deploymentShape, only('deployment.yaml')).spec;
const service = z.parse(serviceShape, only('service.yaml')).spec;
const budget = z.parse(budgetShape, only('disruption-budget.yaml')).spec;
const [claim, cron] = z.parse(z.tuple([claimShape, jobShape]), readYaml(textOf('backup.yaml')));
const job = cron.spec.jobTemplate.spec.template;
const [server] = deployment.template.spec.containers;
const [backup] = job.spec.containers;
const access = {
  REMITTANCE_CLIENT_ID: 'client',
  REMITTANCE_CLIENT_SECRET: 'secret',
  GIRO_SECRET: 'a secret of the tests, thirty-two or more',
  DATABASE_URL: 'postgres://giro:secret@database.example/giro',
};

test('kustomization.yaml takes every file of the folder', () => {
  const { resources, configMapGenerator, secretGenerator } = kustomization;
  const [settingsFrom, secretFrom] = [configMapGenerator[0], secretGenerator[0]];
  expect(secretFrom.envs).toEqual(['secret.env']);
  const taken = [...resources, ...settingsFrom.envs, 'secret.env.example', 'kustomization.yaml'];
  expect(taken.toSorted()).toEqual(files.filter((file) => file !== 'secret.env'));
  for (const { envFrom, env } of [server, backup]) {
    expect(envFrom[0].configMapRef).toEqual({ name: settingsFrom.name });
    expect(envFrom[1].secretRef).toEqual({ name: secretFrom.name });
    // The image's own is an SQLite file in the container, which two instances do not share.
    const secretKeyRef = { name: secretFrom.name, key: 'DATABASE_URL' };
    expect(env).toEqual([{ name: 'DATABASE_URL', valueFrom: { secretKeyRef } }]);
  }
});

test('a package has every file of the folder by name, and no filled-in secret', () => {
  const list = readFileSync('deploy/package.ts', 'utf8');
  const packed = [...list.matchAll(/'deploy\/kubernetes\/?([\w.-]*)'/g)].map(([, file]) => file);
  expect(packed.toSorted()).toEqual(files.filter((file) => file !== 'secret.env'));
});

describe('the settings', () => {
  test('are names that Giro reads, and make a whole configuration', () => {
    const names = [...Object.keys(settings), ...Object.keys(secrets)];
    expect(names.filter((name) => !variableNames.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(Object.keys(access)));
    const config = readConfig({ ...settings, ...secrets, ...access });
    expect(config).toMatchObject({
      ...{ publicOrigin: 'https://send.example.com', trustProxy: 1, variableWarnings: [] },
      service: { baseUrl: 'https://service.example' },
    });
  });

  test('hold no secret, and Giro does not start on the example', () => {
    expect(Object.values(secrets).join('')).toBe('');
    const hidden = /SECRET|TOKEN|CLIENT_ID|DATABASE_URL|SMTP_URL|HTTPS_PROXY/;
    expect(Object.keys(settings).filter((name) => hidden.test(name))).toEqual([]);
    expect(() => readConfig({ ...settings, ...secrets })).toThrow(ConfigError);
    for (const file of ['.gitignore', '.dockerignore']) {
      expect(readFileSync(file, 'utf8')).toMatch(/^deploy\/kubernetes\/secret\.env$/m);
    }
  });

  test('have neither quotes nor comments behind a value, which kustomize would take as part of it', () => {
    for (const file of ['settings.env', 'secret.env.example']) {
      const odd = textOf(file)
        .split('\n')
        .filter((line) => !/^(#.*|[A-Z_]+=[^\s"'#]*|)$/.test(line));
      expect(odd).toEqual([]);
    }
  });
});

test('both run the image that deploy/Containerfile builds, of this version', () => {
  const [image] = kustomization.images;
  const build = readFileSync('deploy/Containerfile', 'utf8');
  expect(build).toContain(`-t ${image.name} .`);
  expect([server.image, backup.image]).toEqual([image.name, image.name]);
  const { version } = z.parse(
    z.object({ version: text }),
    JSON.parse(readFileSync('package.json', 'utf8')),
  );
  expect(image.newTag).toBe(version);
  const [, port] = /^EXPOSE (\d+)$/m.exec(build) ?? [];
  expect(server.ports).toEqual([{ name: 'http', containerPort: Number(port) }]);
  expect(service.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
  // Not set in the settings, so the image's own counts.
  expect(build).toContain(`HOST=0.0.0.0 PORT=${port} `);
  expect(settings).not.toHaveProperty('PORT');
});

test('probes ask what Giro answers to anybody, and an outage of all takes none away', () => {
  const { startupProbe, readinessProbe, livenessProbe } = server;
  const paths = [startupProbe, readinessProbe, livenessProbe].map((one) => one?.httpGet.path);
  expect(paths).toEqual(['/readyz', '/healthz', '/healthz']);
  for (const path of paths) {
    expect(accessTable).toContainEqual({ method: 'GET', path, access: 'anyone' });
  }
});

test('a stop waits for the ingress, and then longer than Giro takes', () => {
  const wait = Number(server.lifecycle?.preStop.exec.command[1]);
  const grace = deployment.template.spec.terminationGracePeriodSeconds;
  expect(wait).toBeGreaterThan(0);
  // The service has 20 s to answer a transfer.
  expect(Number(settings.STOP_GRACE_SECONDS)).toBeGreaterThanOrEqual(25);
  expect(grace).toBeGreaterThanOrEqual(wait + Number(settings.STOP_GRACE_SECONDS) + 5);
});

test('an update and a drained node leave one instance at least', () => {
  expect(deployment.replicas).toBe(2);
  expect(deployment.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  expect(budget.minAvailable).toBe(deployment.replicas - 1);
  const [spread] = deployment.template.spec.topologySpreadConstraints ?? [];
  expect(spread).toMatchObject({ topologyKey: 'kubernetes.io/hostname', maxSkew: 1 });
});

test('service, budget and spread select the pods of the server, and not those of backups', () => {
  const { labels } = deployment.template.metadata;
  const [spread] = deployment.template.spec.topologySpreadConstraints ?? [];
  for (const chosen of [
    service.selector,
    ...[deployment.selector, budget.selector, spread?.labelSelector].map((one) => one?.matchLabels),
  ]) {
    expect(labels).toMatchObject(chosen ?? {});
    expect(Object.keys(chosen ?? {})).not.toEqual([]);
    expect(job.metadata.labels).not.toMatchObject(chosen ?? {});
  }
});

test('the backup writes to its volume, and keeps some', () => {
  expect(backup.command).toEqual(['giro']);
  expect(backup.args).toEqual(['backup', '--in', '/backups', '--keep', '14']);
  const mounted = backup.volumeMounts.find(({ mountPath }) => mountPath === '/backups');
  expect(job.spec.volumes).toContainEqual({
    name: mounted?.name,
    persistentVolumeClaim: { claimName: claim.metadata.name },
  });
  expect(job.spec.securityContext.fsGroup).toBe(job.spec.securityContext.runAsGroup);
});

test('kustomize makes all of it, with one name for each state of the settings', ({ skip }) => {
  const isThere = spawnSync('kubectl', ['version', '--client']).error === undefined;
  skip(!isThere, 'kubectl is not installed here');
  const copy = mkdtempSync(join(tmpdir(), 'giro-kubernetes-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(folder, copy, { recursive: true });
  renameSync(join(copy, 'secret.env.example'), join(copy, 'secret.env'));
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', copy], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const kinds = [...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, one]) => one);
  expect(kinds.toSorted()).toEqual([
    ...['ConfigMap', 'CronJob', 'Deployment', 'PersistentVolumeClaim', 'PodDisruptionBudget'],
    ...['Secret', 'Service'],
  ]);
  const { namespace, images } = kustomization;
  expect(stdout.match(/^ {2}namespace: .*$/gm)).toEqual(
    kinds.map(() => `  namespace: ${namespace}`),
  );
  const image = `image: ${images[0].newName}:${images[0].newTag}`;
  expect(stdout.split(image)).toHaveLength(3);
  for (const { name } of [kustomization.configMapGenerator[0], kustomization.secretGenerator[0]]) {
    const hashed = stdout.match(new RegExp(`name: ${name}-\\w+`, 'g')) ?? [];
    expect(hashed.length).toBeGreaterThanOrEqual(3);
    expect(new Set(hashed).size).toBe(1);
    expect(stdout).not.toMatch(new RegExp(`name: ${name}$`, 'm'));
  }
});

test.each([
  'a: &b 1',
  'a: |',
  "a: 'b'",
  'a: b # c',
  '\ta: 1',
  'a: 1\na: 2',
  'a: 1\n  b: 2',
  'a: no',
])('the reader of manifests refuses %j, which it does not know', (text) => {
  expect(() => readYaml(text)).toThrow();
});
