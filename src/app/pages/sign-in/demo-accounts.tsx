import { Trans } from '@lingui/react/macro';
import type { Settings, SignInRequest } from '../../../contract/api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Stack } from '../../ui/stack.tsx';

export type DemoAccountsProps = {
  accounts: Settings['demo_accounts'];
  onUse: (account: SignInRequest) => void;
};

/** The accounts that come with the sandbox; each button fills the form. */
export function DemoAccounts({ accounts, onUse }: DemoAccountsProps) {
  return (
    <Card as="section" flat>
      <Stack gap="s3">
        <h2>
          <Trans>Sandbox accounts</Trans>
        </h2>
        {accounts.map(({ email, password }) => (
          <Button key={email} wide onClick={() => onUse({ email, password })}>
            <Trans>Use {email}</Trans>
          </Button>
        ))}
      </Stack>
    </Card>
  );
}
