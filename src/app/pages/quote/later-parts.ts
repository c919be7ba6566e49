import { heldPart } from '../../hydration/optional-part.ts';
import { withWords } from '../../i18n/own-locale.ts';
import type { QuoteAsideProps } from './quote-aside.tsx';

const load = () => withWords('quote-more', () => import('./quote-aside.tsx'));

/** What stands beside the form once a country is chosen. Loaded on demand: the page opens without one. */
export const quoteAside = heldPart<QuoteAsideProps>(async () => (await load()).QuoteAside);
