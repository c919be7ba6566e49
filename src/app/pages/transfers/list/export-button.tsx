import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';

export type ExportButtonProps = {
  /** How many transfers the file will hold. */
  total: number;
  pending: boolean;
  onPress: () => void;
};

/** Saves the file of what the list finds. */
export function ExportButton({ total, pending, onPress }: ExportButtonProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const count = total.toLocaleString(locale);
  return (
    <Button aria-label={t`Export ${count} transfers as CSV`} pending={pending} onClick={onPress}>
      <Trans>Export {count}</Trans>
    </Button>
  );
}
