import type { Country } from '../../../../contract/country.ts';
import { CodeBadge } from '../../../ui/code-badge.tsx';

// Unicode has a sign for these alone; any other asset is known by its code.
const assetSigns: Record<string, string> = { BTC: '₿', ETH: 'Ξ', USDT: '₮', LTC: 'Ł', DOGE: 'Ð' };

export type CountryBadgeProps = { country: Country };

/** A country's code, or the sign of a digital asset. */
export function CountryBadge({ country: { code, is_asset } }: CountryBadgeProps) {
  return <CodeBadge>{(is_asset && assetSigns[code.toUpperCase()]) || code}</CodeBadge>;
}
