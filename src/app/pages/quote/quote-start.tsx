import { Trans, useLingui } from '@lingui/react/macro';
import amount from '../../ui/amount-field.module.css';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Split, Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import card from './quote-card.module.css';
import layout from './quote-layout.module.css';
import { FirstSteps, QuoteFrame } from './quote-layout.tsx';
import { QuoteHint, QuoteRateRow } from './quote-rate.tsx';

export type QuoteStartProps = {
  /** The address says what is sent and to where, so that an estimate is on its way. */
  complete: boolean;
};

/** A likeness of the page before it knows any currency, which keeps the place of every part. */
export function QuoteStart({ complete }: QuoteStartProps) {
  const { t } = useLingui();
  return (
    <QuoteFrame>
      <Split>
        <Stack>
          <Card>
            <div className={card.country}>
              <TextField label={t`To`} />
            </div>
            <AmountStart />
            <QuoteRateRow>
              <p>
                <QuoteHint country={complete} complete={complete} />
              </p>
            </QuoteRateRow>
            <AmountStart />
            <div className={card.go}>
              <Button variant="main" wide>
                <Trans>Choose who gets it</Trans>
              </Button>
            </div>
          </Card>
        </Stack>
        <div className={layout.aside}>
          {!complete && (
            <Stack as="aside">
              <FirstSteps />
            </Stack>
          )}
        </div>
      </Split>
    </QuoteFrame>
  );
}

/** The box of an amount; in which currency is not known yet. */
function AmountStart() {
  return (
    <Field label={'\u00a0'}>
      {(tied) => (
        <div className={amount.money}>
          <div className={amount.amount}>
            <input {...tied} className={amount.input} />
          </div>
          <div className={amount.currency} />
        </div>
      )}
    </Field>
  );
}
