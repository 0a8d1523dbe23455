// Says in plain words when Node is too old, before anything else fails in unplain ones. Imports nothing.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Fairlot needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  process.exit(2);
}
