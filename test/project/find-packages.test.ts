import { expect, it } from 'vitest';
import { listPackages } from '../../src/project/find-packages.js';

const list = (path: string, text: string, paths: readonly string[] = []) =>
  listPackages({ path, files: new Map([[path, text]]) }, [path, ...paths]);

it.each<[string, string, readonly string[]]>([
  [
    'the standard library',
    'from __future__ import annotations\nimport json, os.path as p\nfrom urllib.request import urlopen',
    [],
  ],
  [
    'packages',
    'import yaml\nfrom openai import OpenAI\nimport json, numpy as np',
    ['numpy', 'openai', 'yaml'],
  ],
  ['a package in a function', 'def f():\n    import anthropic', ['anthropic']],
  ['its own modules', 'import rules\nfrom shop import prices\nfrom .x import y\nfrom . import z', []],
  [
    'types alone',
    'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from openai import OpenAI\n\n    import yaml\nimport requests',
    ['requests'],
  ],
  ['words in a text', '"""\nimport everything\nfrom here import there\n"""\nimport sys', []],
  ['a comment', 'import json  # import yaml\n# import yaml', []],
])('the packages of a Python program with %s', (_, text, expected) => {
  expect(list('app/agent.py', text, ['app/rules.py', 'src/shop/prices.py', 'venv/lib/yaml/x.py'])).toEqual(
    expected,
  );
});

it.each<[string, string, readonly string[]]>([
  ['built-in modules', "import fs from 'fs'; import { join } from 'node:path'; require('fs/promises')", []],
  [
    'packages',
    "import OpenAI from 'openai/index.mjs'; await import('@ai-sdk/openai/x')",
    ['@ai-sdk/openai', 'openai'],
  ],
  ['its own files', "import './a.js'; import x from '#db'; import y from '@/lib/y'; import z from '~/z'", []],
  ['types alone', "import type { A } from 'openai';\nimport zod from 'zod';", ['zod']],
])('the packages of a JavaScript program with %s', (_, text, expected) => {
  expect(list('agent.mjs', text)).toEqual(expected);
});
