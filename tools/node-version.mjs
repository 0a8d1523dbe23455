// Exits with a clear message if Node is too old. Must be imported first: other modules would fail with an obscure syntax
// error. Imports nothing.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Fairlot needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  process.exit(2);
}
