const NEEDS_NODE = 24;

// On older versions the first call would fail with a confusing error.
if (Number.parseInt(process.versions.node, 10) < NEEDS_NODE) {
  throw new Error(
    `prompt-regression/scorers needs Node.js ${NEEDS_NODE} or later, and this is ${process.versions.node}.`,
  );
}
