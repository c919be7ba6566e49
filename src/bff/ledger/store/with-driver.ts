import type { Dialect, Driver } from 'kysely';

/** The same dialect, whose drivers `change` changes when they are made. */
export const withDriver = (dialect: Dialect, change: (driver: Driver) => void): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createDriver() {
    const driver = dialect.createDriver();
    change(driver);
    return driver;
  },
});
