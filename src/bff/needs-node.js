// Plain old JavaScript, so that an older Node can parse it and print this before it fails on TypeScript.
const needed = [24, 7];
const given = process.versions.node.split('.').map(Number);
if (given[0] < needed[0] || (given[0] === needed[0] && given[1] < needed[1])) {
  const words =
    `Giro needs Node ${needed.join('.')} or newer. This is Node ${process.versions.node}.\n` +
    'On Linux and Windows, npm ci installs it unless optional packages are left out. Start Giro with npm or with node_modules/.bin/node. Elsewhere, install Node 24.';
  // As src/bff/main.ts says why it can't start.
  const isLogged = !process.stderr.isTTY && /bff[\\/]main\.ts$/.test((process.argv || [])[1]);
  const line = isLogged ? JSON.stringify({ level: 60, time: Date.now(), msg: words }) : words;
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
