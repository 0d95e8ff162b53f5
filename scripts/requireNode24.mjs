// Loaded before any TypeScript, so it must also run on old versions of Node.
const major = Number(process.versions.node.split('.')[0]);

if (major < 24) {
  console.error(
    `Turnario richiede Node 24 o successivo (questo è ${process.versions.node}): ` +
      'su Linux basta "npm ci" e poi "npm start"; altrove installa Node 24.',
  );
  process.exit(1);
}
