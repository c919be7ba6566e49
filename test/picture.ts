import { readFileSync, writeFileSync } from 'node:fs';
import { withPictures } from './support/picture.ts';
import { withRights } from './support/rights.ts';

// Draws the rooms of src into docs/architecture.md, and writes the rights of roles into docs/configuration.md.
const rewrite = (path: string, make: (text: string) => string) =>
  writeFileSync(path, make(readFileSync(path, 'utf8')));
rewrite('docs/architecture.md', withPictures);
rewrite('docs/configuration.md', withRights);
