import { readFileSync, writeFileSync } from 'node:fs';
import { withPictures } from './support/picture.ts';

// Draws the rooms of src into docs/architecture.md.
const path = 'docs/architecture.md';
writeFileSync(path, withPictures(readFileSync(path, 'utf8')));
