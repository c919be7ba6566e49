import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Row, Stack } from '../../ui/stack.tsx';
import styles from './second-factor.module.css';

type RecoveryCodesProps = {
  codes: readonly string[];
  /** The label of the button that ends it. */
  done: ReactNode;
  onDone: () => unknown;
};

/** New recovery codes, which nobody can see again. */
export function RecoveryCodes({ codes, done, onDone }: RecoveryCodesProps) {
  const { t } = useLingui();
  const text = `${codes.join('\n')}\n`;

  function download() {
    saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }));
  }

  return (
    <Stack>
      <Notice tone="wait" role="status" title={<Trans>Save your recovery codes</Trans>}>
        <p>
          <Trans>Use each code once if you lose your phone. You won’t see them again.</Trans>
        </p>
      </Notice>
      <ul className={styles.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Row>
        <CopyButton text={text} variant="plain">
          <Trans>Copy codes</Trans>
        </CopyButton>
        <Button onClick={download}>
          <Trans>Download codes</Trans>
        </Button>
      </Row>
      <Button variant="main" wide onClick={onDone}>
        {done}
      </Button>
    </Stack>
  );
}
