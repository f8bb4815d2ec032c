import { UserError } from '../model/errors.js';

/**
 * The runner's own variables, which could change the workflow's state or act with its token: never passed to a child.
 */
const RUNNER_VARIABLES =
  /^(INPUT_.*|STATE_.*|ACTIONS_.*|GITHUB_TOKEN|GITHUB_(ENV|OUTPUT|STATE|PATH|STEP_SUMMARY)|GH_TOKEN)$/i;

/** Names of secrets, which are passed only by name. These count anywhere in a name … */
const SECRET_PART =
  /TOKEN(?!I[SZ])|SECRET(?!AR)|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|WEBHOOK|(API|ACCESS|PRIVATE)KEY|^(?!(OLD)?PWD$).*PWD/i;

/** … and these at its end, except in words such as MONKEY or COMPASS. */
const SECRET_END =
  /((?<!MON|DON|TUR|HOC|JOC|WHIS)KEYS?|(?<!COM|BY|SUR|TRES)PASS|AUTH|CREDS|(^|_)PAT)\d*([_-]|$)/i;

/** An address with a password, for example of a database or a proxy. */
const WITH_PASSWORD = /:\/\/[^\s/?#:@]*:[^\s/?#@]+@/;

/**
 * A child's environment: no inputs, tokens or command files of the runner, and no secrets except the `allowed` names.
 * Throws `UserError` for an allowed name that no child may have.
 */
export function buildChildEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  allowed: readonly string[],
  whose: 'target' | 'scorer' = 'target',
): Record<string, string> {
  const problems = allowed
    .filter((name) => RUNNER_VARIABLES.test(name))
    .map(
      (name) =>
        `${whose} env ${name}: never given to a program, because it could change the workflow; pass the value under another name`,
    );
  if (problems.length > 0) throw new UserError(problems);
  const child: Record<string, string> = { PYTHONUNBUFFERED: '1', PYTHONIOENCODING: 'utf-8' };
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || RUNNER_VARIABLES.test(name)) continue;
    if (isSecretName(name, value) && !allowed.includes(name)) continue;
    child[name] = value;
  }
  return child;
}

/** A child in a checkout of the base gets that folder as its workspace, not the pull request's. */
export function setWorkspace(
  top: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return env['GITHUB_WORKSPACE'] === undefined ? env : { ...env, GITHUB_WORKSPACE: top };
}

/** True for a variable that a child gets only if it is listed. The value counts too: it may be an address with a password. */
export function isSecretName(name: string, value: string): boolean {
  return SECRET_PART.test(name) || SECRET_END.test(name) || WITH_PASSWORD.test(value);
}
