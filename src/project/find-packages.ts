import { isBuiltin } from 'node:module';
import type { Program } from './find-program.js';
import { INSTALLED } from './find-sources.js';

/** Modules that come with Python 3.9 to 3.14, as `sys.stdlib_module_names` has them, without private ones. */
const PYTHON_MODULES = new Set(
  `abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii
  binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys
  compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses
  datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp
  fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip
  hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3
  linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing
  netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle
  pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc
  pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors
  shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse
  ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile
  telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback
  tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref
  webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`.split(/\s+/),
);

const PYTHON_TEXT = /"""[\s\S]*?"""|'''[\s\S]*?'''/g;
/** Its imports are for type checkers alone. */
const TYPES_ONLY = /^([ \t]*)if (?:typing\.)?TYPE_CHECKING:[^\n]*\n(?:\1[ \t]+[^\n]*\n|[ \t]*\n)*/gm;
const PYTHON_IMPORT = /^[ \t]*(?:from[ \t]+(\w[\w.]*)[ \t]+import\b|import[ \t]+(\w[^\n#;]*))/gm;
const IMPORT = /\b(?:from|import|require)\s*(?:\(\s*)?(["'])([^"'\n]+)\1/g;
const TYPE_IMPORT = /\bimport\s+type\b[^;\n]*\bfrom\s*["'][^"'\n]+["']/g;
/** Relative paths, and aliases such as `#db` and `@/lib`. */
const LOCAL = /^(?:[./#~]|@\/)/;

/** The packages that a program imports from outside its project and its language; none for languages other than Python and JavaScript. */
export function listPackages(
  { path, files }: Pick<Program, 'path' | 'files'>,
  paths: readonly string[],
): readonly string[] {
  const packages = [...files].flatMap(([file, text]) => {
    if (path.endsWith('.py')) return listPythonModules(text, paths);
    return /\.[cm]?[jt]s$/.test(path) ? listNodePackages(file, text) : [];
  });
  return [...new Set(packages)].sort();
}

function listPythonModules(text: string, paths: readonly string[]): readonly string[] {
  const own = paths.filter((path) => !INSTALLED.test(path)).map((path) => `/${path}`);
  const isOwn = (name: string) =>
    own.some((path) => path.endsWith(`/${name}.py`) || path.includes(`/${name}/`));
  return listImportedModules(text).filter((name) => !isOwn(name));
}

/** The top names that Python code imports, without relative imports and Python's own modules. */
export function listImportedModules(text: string): readonly string[] {
  const code = text.replaceAll(PYTHON_TEXT, '""').replaceAll(TYPES_ONLY, '');
  return [...code.matchAll(PYTHON_IMPORT)]
    .flatMap(([, from, imported = '']) => (from === undefined ? imported.split(',') : [from]))
    .map((name) => /^\w*/.exec(name.trim())?.[0] ?? '')
    .filter((name) => !/^(?:_|$)/.test(name) && !PYTHON_MODULES.has(name));
}

function listNodePackages(file: string, text: string): readonly string[] {
  if (file.endsWith('.json')) return [];
  return [...text.replaceAll(TYPE_IMPORT, '').matchAll(IMPORT)]
    .map(([, , specifier = '']) => specifier)
    .filter((specifier) => !LOCAL.test(specifier) && !specifier.startsWith('node:') && !isBuiltin(specifier))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
}
