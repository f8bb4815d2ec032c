import { escapePattern } from '../text/foreign-pattern.js';

const URL = /\bhttps?:\/\/[^\s"'`]*/g;
/** A text in quotation marks, or the part of one up to a value that is filled in: `kb/` of `f"kb/{topic}.md"`. */
const CODE_PATH = /(?<=["'`])[\w.\-/\\*@~]+(?=["'`])|[\w.\-*@~]*[/\\][\w.\-/\\*@~]*/g;
/** A value, with or without quotation marks, or a word with a slash. */
const SETTINGS_PATH =
  /(?<=(?:^|[:=,["'-])[ \t]*)[\w.\-/\\*]+(?=[ \t]*(?:$|[,\]#"'}<\r]))|[\w.\-*]*[/\\][\w.\-/\\*]*/gm;

/** Possible paths in the text of code. */
export function listCodePaths(text: string): readonly string[] {
  return [...text.replaceAll(URL, '').matchAll(CODE_PATH)].map(([path]) => path);
}

/** Possible paths in the text of a settings file: TOML, YAML, JSON, `NAME=value`. */
export function listSettingsPaths(text: string): readonly string[] {
  return [...text.replaceAll(URL, '').matchAll(SETTINGS_PATH)].map(([path]) => path);
}

export function splitPath(path: string): readonly string[] {
  return path.split(/[/\\]/);
}

/** The last of a path's folders that the project has, by its name; `null` if it has none of them. */
export function findFolder(path: string, folders: ReadonlySet<string>): string | null {
  const parts = splitPath(path);
  const at = parts.findLastIndex((part) => folders.has(part));
  return at === -1 || parts.includes('..', at) ? null : (parts[at] ?? null);
}

/** A call that lists a folder's files, in the languages whose programs `init` can start. */
const LISTINGS = [
  /(?<![a-z0-9])(?:i?r?glob(?:by)?(?:sync)?|f?walk(?:dir|sync)?|listdir|iterdir|scandir(?:sync)?|read_?dir(?:sync|names)?|opendir(?:sync)?|expandglob|(?:fast-?glob|fg)(?:\.\w+)?|filesystemiterator|dirfs|require\.context|go:embed|\w*director(?:y|ies)\w*(?:loader|reader|iterator))\s*\(/gi,
  /\bDir\s*\[|\bDir\.(?:glob|children|each_child|entries|foreach|new|open)\b\(?|\bFind\.find\b\(?|\.each_child\b\(?|\bPathname\b[^\n]*\.(?:children|entries)\b\(?/g,
  /->in\s*\(|\b(?:File|Storage)::(?:allFiles|files)\s*\(/g,
];
/** Another program may read any file. So may a library that gives a model tools of its own. */
const STARTS_PROGRAM =
  /subprocess|child_process|\bexeca\b|\bpopen|\bos\.(?:system|exec|spawn)|\bexec\.Command\b|\bshell_exec\b|\bproc_open\b|\bpassthru\(|\bOpen3\b|\bBun\.(?:\$|spawn)|\bDeno\.Command\b|Stdio\w*\(|\bclaude[-_](?:agent|code)[-_]sdk\b/;

/**
 * True if a text starts another program, or lists a folder that it does not name.
 *
 * @param code All code of the program, which may set the names that the text lists.
 * @param folders The names of the project's folders.
 */
export function canReadAnything(
  text: string,
  code: readonly string[],
  folders: ReadonlySet<string>,
): boolean {
  const calls = LISTINGS.flatMap((pattern) => [...text.matchAll(pattern)]);
  return (
    STARTS_PROGRAM.test(text) || calls.some((call) => !listsNamedFolder(readCall(text, call), code, folders))
  );
}

const STRING = /(["'`])(?:\\.|(?!\1).)*\1/g;
/** Several patterns of `glob(["kb/*.md", "docs/*.md"])`. */
const LIST = /(?<![\w\])])\[[^\]]*\]/g;
/** Without a function's name, and without what follows a dot, except after `self` and `this`. */
const NAME = /(?<![\w.])(?:(?:self|this)\.|[@$])?([A-Za-z_]\w*)(?!\w|\s*\()/g;
/** `settings["kb"]` and `settings.get("kb")` are not the folder `kb`. */
const KEY = /(?<=[\w\])])\[\s*(["'])[^"'\n]*\1\s*\]|\.get\(\s*(["'])[^"'\n]*\2/g;
const LEAVES_FOLDER = /\.parents?\b|\bdirname\b|(?<![.\w])\.\.(?![.\w])/;
const TOP = /(["'`])\.\/?\1/;

/** True for `Path("kb").glob("*.md")`, and for `KB.glob("*.md")` if `KB` is such a folder wherever it is set. */
function listsNamedFolder(call: string, code: readonly string[], folders: ReadonlySet<string>): boolean {
  const listed = [...call.matchAll(LIST)].flatMap(([list]) => list.match(STRING) ?? []);
  if (listed.some((path) => findFolder(path.slice(1, -1), folders) === null)) return false;
  if (endsInFolder(call, folders)) return true;
  if (LEAVES_FOLDER.test(call) || TOP.test(call)) return false;
  const names = [...call.replaceAll(STRING, '').matchAll(NAME)].map(([, name = '']) => name);
  return names.some((name) => {
    const values = code.flatMap((text) => listValues(name, text));
    return values.length > 0 && values.every((value) => endsInFolder(value, folders));
  });
}

/** True if the last place that an expression names is a folder of the project: not of `KB / ".."`, nor of `"."`. */
function endsInFolder(expression: string, folders: ReadonlySet<string>): boolean {
  const text = expression.replaceAll(KEY, '');
  const last = [...text.matchAll(CODE_PATH)].findLast(([path]) => findFolder(path, folders) !== null);
  if (last === undefined || TOP.test(text)) return false;
  return !LEAVES_FOLDER.test(text.slice(last.index + last[0].length));
}

/** The value of a name; empty for a list, and for an argument's default, since there may be other values. */
function listValues(name: string, text: string): readonly string[] {
  const assignment = new RegExp(
    `^[ \\t]*(?:(?:export|const|let|var|static|private|public|readonly)[ \\t]+)*(?:self\\.|this\\.|[@$])?${escapePattern(name)}[ \\t]*(?::[^=\\n]*)?[:|+]?=(?![=>~])[ \\t]*(.*)`,
    'gm',
  );
  return [...text.matchAll(assignment)].map(([, value = '']) => (/^[[{]|,\s*$/.test(value) ? '' : value));
}

const MAX_CALL_LENGTH = 1000;

/** A call with what is in front of its dot: `(ROOT / "kb").glob("*.md")`. */
function readCall(text: string, call: RegExpExecArray): string {
  const end = call.index + call[0].length;
  const start = findStart(text, call.index);
  // Ruby calls without parentheses.
  if (!/[([]$/.test(call[0])) return text.slice(start, end) + (/^.*/.exec(text.slice(end))?.[0] ?? '');
  return text.slice(start, findEnd(text, end));
}

function findStart(text: string, call: number): number {
  let depth = 0;
  for (let start = call; start > 0; start -= 1) {
    const char = text[start - 1] ?? '';
    if (/[)\]]/.test(char)) depth += 1;
    else if (/[([]/.test(char)) depth -= 1;
    else if (depth === 0 && !/[\w.$@:>-]/.test(char)) return start;
    if (depth < 0) return start;
  }
  return 0;
}

function findEnd(text: string, start: number): number {
  let depth = 1;
  for (let end = start; end < Math.min(text.length, start + MAX_CALL_LENGTH); end += 1) {
    const char = text[end] ?? '';
    if (/[([]/.test(char)) depth += 1;
    else if (/[)\]]/.test(char)) depth -= 1;
    if (depth === 0) return end;
  }
  return start;
}
