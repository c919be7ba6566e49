/** The keys in session storage, without the one of the tab's person. */
export const tabStorageKeys = () =>
  Object.keys(sessionStorage).filter((key) => key !== 'giro-whose');
