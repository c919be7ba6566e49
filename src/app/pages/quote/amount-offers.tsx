import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/stack.tsx';
import styles from './amount-offers.module.css';

export type AmountOffersProps = {
  /** Amounts as the person would write them. */
  offers: readonly string[];
  currency: string;
  onTake: (text: string) => void;
};

/** Amounts that were perhaps meant, each a button. */
export function AmountOffers({ offers, currency, onTake }: AmountOffersProps) {
  return (
    <Row className={styles.offers}>
      {offers.map((offer) => (
        <Button key={offer} onClick={() => onTake(offer)}>
          {`${currency} ${offer}`}
        </Button>
      ))}
    </Row>
  );
}
