import styles from './wallet-address.module.css';

const end = 6;

export type WalletAddressProps = { address: string };

/** Its two ends large, for they are what a person compares; all of it beneath. */
export function WalletAddress({ address }: WalletAddressProps) {
  const ends =
    address.length > 2 * end + 4 ? `${address.slice(0, end)}…${address.slice(-end)}` : address;
  return (
    <>
      <span className={styles.ends}>{ends}</span>
      {ends !== address && <small className={styles.whole}>{address}</small>}
    </>
  );
}
