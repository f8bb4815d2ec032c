import { UserError } from '../ports/errors.js';

/** The runner's own: with these a child could write the workflow's state, or act with its token. Never handed on. */
const RUNNERS_OWN =
  /^(INPUT_.*|STATE_.*|ACTIONS_.*|GITHUB_TOKEN|GITHUB_(ENV|OUTPUT|STATE|PATH|STEP_SUMMARY)|GH_TOKEN)$/i;

/** What looks like a secret is handed on by name only. Within a word these tell enough … */
const SECRET_PART =
  /TOKEN(?!I[SZ])|SECRET(?!AR)|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|WEBHOOK|(API|ACCESS|PRIVATE)KEY|^(?!(OLD)?PWD$).*PWD/i;

/** … and these at its end: no keyboard, author or path, and no animal or game either. */
const SECRET_END =
  /((?<!MON|DON|TUR|HOC|JOC|WHIS)KEYS?|(?<!COM|BY|SUR|TRES)PASS|AUTH|CREDS|(^|_)PAT)\d*([_-]|$)/i;

/** An address with a password in it, as of a database or a proxy. */
const WITH_PASSWORD = /:\/\/[^\s/?#:@]*:[^\s/?#@]+@/;

/**
 * The environment of a child process: without the runner's inputs, tokens and command files, and without anything that
 * looks like a secret, by its name or as an address with a password, unless it is named. Ordinary variables (`PATH`, `HOME`, `LANG`, `CI`, …) pass.
 * Python is told to write its lines at once, since into a pipe it would keep them until it ends, and in UTF-8, whatever the
 * system's encoding is.
 *
 * @param allowed names that the `env` of the target or scorer lists. Throws `UserError` for one that no child may have.
 * @param whose whose `env` that is, for the message.
 */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  allowed: readonly string[],
  whose: 'target' | 'scorer' = 'target',
): Record<string, string> {
  const refused = allowed.filter((name) => RUNNERS_OWN.test(name));
  if (refused.length > 0) {
    throw new UserError(
      refused.map(
        (name) =>
          `${whose} env ${name}: never given to a ${whose === 'target' ? 'command' : whose}, since the workflow could be changed with it; ` +
          `pass what the ${whose === 'target' ? 'agent' : whose} needs under a name of its own`,
      ),
    );
  }
  const named = new Set(allowed);
  const child: Record<string, string> = { PYTHONUNBUFFERED: '1', PYTHONIOENCODING: 'utf-8' };
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || RUNNERS_OWN.test(name)) continue;
    if (looksSecret(name, value) && !named.has(name)) continue;
    child[name] = value;
  }
  return child;
}

/**
 * The environment of a child that runs in a checkout of the base: what tells it where the repository lies names that one,
 * not the pull request's. Other variables that hold a path (`PYTHONPATH`, `PATH`) are the job's word, and stay.
 */
export function environmentIn(
  top: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return env['GITHUB_WORKSPACE'] === undefined ? env : { ...env, GITHUB_WORKSPACE: top };
}

export function looksSecret(name: string, value: string): boolean {
  return SECRET_PART.test(name) || SECRET_END.test(name) || WITH_PASSWORD.test(value);
}
