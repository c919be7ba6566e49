/** The keys of all that this tab keeps, but for whose it is. */
export const tabStorageKeys = () =>
  Object.keys(sessionStorage).filter((key) => key !== 'giro-whose');
