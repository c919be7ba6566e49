import { onTestFinished } from 'vitest';
import { createService } from '../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../src/bff/service/token-store.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';

/** The real client of the service with its own sandbox; both are closed when the test ends. */
export async function startSandboxService(
  options: SandboxOptions = {},
  clientSecret = 'sandbox-secret',
) {
  const sandbox = createSandbox(options);
  const listener = await sandbox.listen();
  const service = createService({
    baseUrl: listener.url,
    clientId: sandbox.client_id,
    clientSecret,
    tokenStore: createMemoryTokenStore(),
  });
  onTestFinished(async () => {
    await service.close();
    await listener.close();
  });
  const callsOf = (path: string) => sandbox.requests.filter((request) => request.path === path);
  return { ...service, sandbox, callsOf };
}
