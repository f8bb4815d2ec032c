/** What git needs from the outside; a provider's key or another variable of the run is none of its business. */
const PASSED_ON = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TMP', 'TEMP', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR'],
  ...['SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE', 'SUDO_UID'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'COMSPEC', 'PATHEXT', 'WINDIR', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH'],
  ...['APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'],
  ...['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT', 'GIT_EXEC_PATH', 'GIT_ASKPASS'],
  ...['GIT_SSL_CAINFO', 'GIT_SSL_CAPATH', 'GIT_SSL_NO_VERIFY', 'GIT_SSL_CERT', 'GIT_SSL_KEY'],
  ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'],
]);

/**
 * Variables for one `git` process. Settings travel in `GIT_CONFIG_*`, so that a token never stands in an argument
 * list, which other processes can read. What is not listed is left out: the `GIT_DIR` and `GIT_INDEX_FILE` of a hook
 * that starts us would point git at another index, and `GIT_TRACE_CURL` would print the token.
 */
export function gitEnvironment(options: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly token: string | null;
  readonly serverUrl: string;
  /** The repository that the user pointed at: in a container its owner is often somebody else. */
  readonly safeDirectory: string;
}): Record<string, string> {
  const { env, token, serverUrl, safeDirectory } = options;
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && PASSED_ON.has(name.toUpperCase())) passed[name] = value;
  }
  const config: (readonly [key: string, value: string])[] = [
    ...givenConfig(env),
    ['safe.directory', safeDirectory],
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['submodule.recurse', 'false'],
    ['fetch.recurseSubmodules', 'false'],
    // A server that accepts and never answers would hold the run.
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', '60'],
  ];
  if (token !== null) {
    const key = `http.${serverUrl.replace(/\/+$/, '')}/.extraheader`;
    const basic = Buffer.from(`x-access-token:${token}`, 'utf8').toString('base64');
    // The empty value takes out the header that actions/checkout left: two of them are refused.
    config.push([key, ''], [key, `AUTHORIZATION: basic ${basic}`]);
  }
  const numbered = config.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...passed,
    ...Object.fromEntries(numbered),
    GIT_CONFIG_COUNT: String(config.length),
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    // A commit is what it says, whatever the clone would show in its place.
    GIT_NO_REPLACE_OBJECTS: '1',
    // Reading must not refresh the user's index.
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  };
}

/** Settings that the caller's environment already gives to git in the same way. */
function givenConfig(env: Readonly<Record<string, string | undefined>>): (readonly [string, string])[] {
  const count = Number(env['GIT_CONFIG_COUNT'] ?? '0');
  const given: (readonly [string, string])[] = [];
  for (let index = 0; index < count; index++) {
    const key = env[`GIT_CONFIG_KEY_${index}`];
    if (key !== undefined) given.push([key, env[`GIT_CONFIG_VALUE_${index}`] ?? '']);
  }
  return given;
}
