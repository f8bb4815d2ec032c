import { expect, it } from 'vitest';
import { matchWatched, resolveGlobs } from '../../src/files/watched-files.js';
import { readProgram } from '../../src/project/find-program.js';
import { watchProgram } from '../../src/project/watch-program.js';
import { openMemoryTree } from '../cli/memory-tree.js';

const PAPERS = '!**/{README,CHANGELOG,CONTRIBUTING,LICENSE,CODE_OF_CONDUCT,SECURITY}{,.*}';
const ALL = [PAPERS, '!docs/**'];
/** Files of every project of the tables. */
const COMMON = {
  'README.md': '',
  'docs/guide/a.md': '',
  'kb/a.md': '',
  'prompts/a.md': '',
  'web/app.ts': '',
};

/** The first file is the program. */
async function watch(files: Readonly<Record<string, string>>, prefix = '') {
  const all = { ...files, ...COMMON };
  const reader = openMemoryTree(all);
  const [path = ''] = Object.keys(files);
  return watchProgram(
    { path, files: await readProgram(path, reader) },
    { reader, paths: Object.keys(all), prefix },
  );
}

it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['reads nothing', { 'agent.py': '' }, ALL],
  ['names a file', { 'agent.py': 'open("prompts/a.md")' }, ALL],
  ['names a folder', { 'agent.py': 'open(f"kb/{topic}.md")' }, [...ALL, 'kb/**']],
  ['names a folder in JavaScript', { 'agent.mjs': `read(\`kb/\${topic}.md\`)` }, [...ALL, 'kb/**']],
  ['lists a folder', { 'agent.py': 'Path("kb").glob("*.md")' }, [...ALL, 'kb/**']],
  [
    'lists a folder from its own',
    { 'src/bot/agent.py': '"".join(x for x in sorted((HERE.parents[1] / "kb").rglob("*.md")))' },
    [...ALL, 'kb/**'],
  ],
  [
    'lists a folder by a name',
    { 'agent.py': 'KB: Path = ROOT / "kb"\nfor p in KB.iterdir(): p' },
    [...ALL, 'kb/**'],
  ],
  [
    'lists a folder by an imported name',
    { 'agent.py': 'from settings import KB\nos.listdir(KB)', 'settings.py': 'KB = os.getenv("KB", "kb")' },
    [...ALL, 'kb/**'],
  ],
  [
    'lists a folder by its own name',
    { 'agent.py': 'class A:\n  def x(self):\n    self.kb = Path("kb")\n    self.kb.glob("*")' },
    [...ALL, 'kb/**'],
  ],
  [
    'lists a folder in JavaScript',
    {
      'src/agent.mjs': "const kb = join(import.meta.dirname, '..', 'kb');\nreaddirSync(kb, 'utf8').map(read)",
    },
    [...ALL, 'kb/**'],
  ],
  ['lists files over several lines', { 'agent.mjs': "await glob([\n  'kb/**/*.md',\n])" }, [...ALL, 'kb/**']],
  ['lists a folder in Ruby', { 'a.rb': 'Dir[File.join(__dir__, "kb/*.md")]' }, [...ALL, 'kb/**']],
  ['lists a folder in Ruby without parentheses', { 'a.rb': 'Dir.glob "kb/*.md"' }, [...ALL, 'kb/**']],
  ['lists a folder in PHP', { 'a.php': "<?php\n$kb = __DIR__ . '/kb';\nscandir($kb);" }, [...ALL, 'kb/**']],
  ['embeds a folder in Go', { 'main.go': '//go:embed kb/*.md\nvar kb embed.FS' }, [...ALL, 'kb/**']],
  ['has a loader for a folder', { 'agent.py': 'SimpleDirectoryReader("kb").load_data()' }, [...ALL, 'kb/**']],
  ['lists a folder of no texts', { 'agent.py': 'Path("app").glob("*.py")', 'app/x.py': '' }, ALL],
  ['names what it reads in docs', { 'agent.py': 'open("docs/guide/a.md")' }, [PAPERS]],
  ['names docs', { 'agent.py': 'ROOT / "docs" / name' }, [PAPERS, 'docs/**']],
  ['lists docs', { 'agent.py': 'for p in Path("docs").rglob("*"): p' }, [PAPERS, 'docs/**']],
  ['names docs only as an address', { 'agent.py': 'URL = "https://x.example/docs/a"' }, ALL],
  ['names docs only in a comment', { 'agent.py': '# see docs/guide/a.md\n' }, ALL],
  [
    'names a paper',
    { 'agent.py': 'open("README.md"), open("../SECURITY.txt")' },
    ['!**/{CHANGELOG,CONTRIBUTING,LICENSE,CODE_OF_CONDUCT}{,.*}', '!docs/**'],
  ],
  [
    'has settings that name docs',
    { 'agent.py': '', 'settings.toml': 'folder = "docs"' },
    [PAPERS, 'docs/**'],
  ],
  ['has YAML that names docs', { 'agent.py': '', 'a.yml': 'kb:\n  - docs\n' }, [PAPERS, 'docs/**']],
  ['has JSON that names docs', { 'agent.py': '', 'a.json': '{"a":["./docs/x.md"]}' }, [PAPERS]],
  ['has variables that name docs', { 'agent.py': '', '.env.example': 'KB_DIR=docs\n' }, [PAPERS, 'docs/**']],
  ['has settings with the word', { 'agent.py': '', 'a.yml': 'system: Answer from the docs, briefly\n' }, ALL],
  [
    'has settings of tools',
    {
      'agent.py': '',
      'pyproject.toml': 'readme = "README.md"\nexclude = ["docs"]',
      'package.json': '{"files":["docs"]}',
      '.github/workflows/a.yml': 'path: docs/',
      'mkdocs.yml': 'docs_dir: docs',
    },
    ALL,
  ],
  [
    'reads settings of tools',
    { 'agent.py': 'open("pyproject.toml")', 'pyproject.toml': '[tool.bot]\nfolder = "docs"' },
    [PAPERS, 'docs/**'],
  ],
  ['has a folder doc', { 'agent.py': '', 'doc/a.md': '' }, [...ALL, '!doc/**']],
  [
    'has code that its text does not import',
    { 'agent.ts': "import '@/load'", 'lib/load.ts': "readFile('docs/guide/a.md')" },
    [PAPERS],
  ],
  ['has code of another language', { 'agent.py': '', 'web/x.ts': "glob('**/*.md')" }, ALL],
  [
    'has code for developers',
    {
      'agent.py': '',
      'setup.py': 'open("README.md")',
      'tests/test_a.py': 'subprocess',
      'evals/a.py': 'os.walk(x)',
    },
    ALL,
  ],
])('a program that %s', async (_, files, expected) => {
  const { lines, readsAnything } = await watch(files);
  expect({ lines, readsAnything }).toEqual({ lines: expected, readsAnything: null });
});

it.each<[string, Readonly<Record<string, string>>]>([
  ['walks everything', { 'agent.py': 'for d, _, fs in os.walk("."): d' }],
  ['walks all but a folder', { 'agent.py': '[f for f in os.listdir(".") if f not in ("kb", "x")]' }],
  ['lists its own folder', { 'agent.py': 'kb = "".join(p for p in Path(__file__).parent.glob("*.md"))' }],
  [
    'lists its own folder, and names another',
    { 'agent.py': 'kb = [p for p in Path(__file__).parent.glob("*.md")]', 'x.py': 'kb = "kb"' },
  ],
  ['lists the folder above another', { 'agent.py': 'Path("kb").parent.glob("*.md")' }],
  ['lists the folder above another by a name', { 'agent.py': 'KB = Path("kb")\nKB.parent.glob("*.md")' }],
  ['lists the folder above another in JavaScript', { 'agent.mjs': "readdirSync(join('kb', '..'))" }],
  [
    'lists a folder of its settings',
    { 'agent.py': 'cfg = load("settings.toml")\nPath(cfg["kb"]["folder"]).rglob("*" + ".md")' },
  ],
  ['lists a folder of its environment', { 'agent.py': 'glob.glob(os.environ["kb"] + "/*")' }],
  [
    'lists what it is told',
    { 'agent.py': 'def load(folder): return list(folder.glob("*"))\nload(Path("kb"))' },
  ],
  [
    'lists what it is told, by default another',
    { 'agent.py': 'def load(\n  folder="kb",\n): return os.listdir(folder)\nload(".")' },
  ],
  ['lists one of two folders', { 'agent.py': 'KB = Path("kb")\nif x:\n  KB = Path(".")\nos.listdir(KB)' }],
  ['lists everything in JavaScript', { 'agent.mjs': 'const files = await readdir(process.cwd())' }],
  ['lists everything through what it imports', { 'agent.py': 'import kb', 'kb.py': 'os.scandir(ROOT)' }],
  ['lists everything through an alias', { 'agent.ts': "import '@/kb'", 'lib/kb.ts': "globSync('**/*.md')" }],
  ['lists everything in Ruby', { 'a.rb': 'Dir["**/*.md"].each { |f| read f }' }],
  ['lists everything of a path in Ruby', { 'a.rb': 'ROOT.each_child { |f| read f }' }],
  ['lists everything and a folder', { 'agent.mjs': "await globby(['**/*.md', 'kb/**'])" }],
  ['lists the top and a folder', { 'agent.py': 'glob.glob(join(".", "kb", ".."))\nos.walk("./", "kb")' }],
  ['lists one of several folders', { 'agent.py': 'DIRS = {"a": ROOT, "b": "kb"}\nos.listdir(DIRS[x])' }],
  ['finds everything in PHP', { 'a.php': '<?php $finder->in(__DIR__)->files();' }],
  ['lists everything in Go', { 'main.go': 'filepath.WalkDir(root, read)' }],
  ['embeds everything in Go', { 'main.go': '//go:embed *.md\nvar kb embed.FS' }],
  ['lists everything in PHP', { 'a.php': "<?php foreach (glob(__DIR__ . '/*.md') as $f) {}" }],
  ['starts another program', { 'agent.py': 'subprocess.run(["rg", query])' }],
  ['starts another program in JavaScript', { 'agent.mjs': "import { execFile } from 'node:child_process'" }],
  ['gives its model tools', { 'agent.py': 'from claude_agent_sdk import query' }],
])('everything is watched for a program that %s', async (_, files) => {
  const { lines, readsAnything } = await watch(files);
  expect(lines).toEqual([]);
  expect(files).toHaveProperty([readsAnything ?? '']);
});

it('papers are left out in every folder, also above the working directory, and nothing that only begins so', async () => {
  const { lines } = await watch({ 'agent.py': '' }, 'apps/bot');
  const paths = [
    'README.md',
    'web/README',
    'apps/bot/CONTRIBUTING.rst',
    'apps/bot/README.ja.md',
    'apps/bot/docs/a.md',
    'apps/bot/README_FAQ.md',
    'apps/bot/kb/security.md',
    'apps/bot/agent.py',
    'docs/a.md',
  ];
  const entries = paths.map((path) => ({ path, blob: '' }));
  const watched = matchWatched(entries, ['**', ...resolveGlobs(lines, 'apps/bot')]);
  expect(watched.map(({ path }) => path)).toEqual([
    'apps/bot/README_FAQ.md',
    'apps/bot/kb/security.md',
    'apps/bot/agent.py',
    'docs/a.md',
  ]);
});
