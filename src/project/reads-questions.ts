const READS =
  /\bstdin\b|\bSTDIN\b|\bos\.Stdin\b|\bSystem\.in\b|\bConsole\.(?:In|ReadLine)\b|\bARGF\b|\bfileinput\b|\binput\(\s*\)|\bopen\(0\b/;

/** They wait for the end of the input, which stays open while questions come. */
const READS_TO_THE_END: readonly RegExp[] = [
  // Python
  /(?<!process\.)\bstdin(?:\.buffer)?\.read(?:lines)?\(\s*(?:-1\s*)?\)/g,
  /\b(?:load|list|join|safe_load)\(\s*(?:sys\.)?stdin(?:\.buffer)?\s*\)/g,
  /\bopen\(\s*(?:0|["']\/dev\/stdin["'])[^)\n]*\)\.read(?:lines)?\(\s*\)/g,
  // JavaScript
  /\breadFile(?:Sync)?\(\s*(?:0|process\.stdin\.fd|["'`]\/dev\/stdin["'`])/g,
  /\b(?:text|json|buffer|arrayBuffer|toText|toJson|readAll)\(\s*(?:\w+\.)?stdin\b/g,
  /\bBun\.stdin(?:\.stream\(\))?\.(?:text|json|bytes|arrayBuffer)\(/g,
  /\bof (?:process\.)?stdin\)\s*(?:\{\s*\w+(?:\s*\+=\s*\w+|\.push\(\w+\));?\s*\}|\w+(?:\s*\+=|\.push\())/g,
  /\bstdin\.on\(\s*["']data["']\s*,\s*\(?\w+\)?\s*=>[\s({]*\w+(?:\s*\+=\s*\w+|\.push\(\w+\))[\s;)}]*/g,
  // Ruby, Go, Java, C#, PHP, Rust
  /(?:\bSTDIN|\$stdin|\bARGF)\.read(?:lines)?\b/g,
  /\bReadAll\(\s*os\.Stdin\b/g,
  /\bSystem\.in\.readAllBytes\b/g,
  /\bConsole\.In\.ReadToEnd(?:Async)?\b/g,
  /\b(?:file_get_contents\(\s*["']php:\/\/stdin|stream_get_contents\(\s*STDIN)\b/g,
  /\bstdin\(\)(?:\.lock\(\))?\.read_to_(?:string|end)\b|\bread_to_string\(\s*(?:\w+::)*stdin\b/g,
];

/** They name the input without reading it: settings, imports, comments. */
const READS_NOTHING: readonly RegExp[] = [
  /\bstdin\.on\(\s*["'](?:end|close|error)["']/g,
  /\bstdin\.(?:isatty|isTTY|setEncoding|reconfigure|resume|fileno)\b/g,
  /^[ \t]*(?:#|\/\/|\*|from\s+sys\s+import\b).*$/gm,
  /(?<=[;)}])[ \t]+(?:#|\/\/).*$/gm,
  /\bimport\s[^;\n]*\bfrom\s*["'](?:node:)?process["']/g,
  /"""[\s\S]*?"""/g,
];

/** True for the text of a program that reads questions from its standard input while that stays open. */
export function readsQuestions(program: string): boolean {
  const rest = [...READS_NOTHING, ...READS_TO_THE_END].reduce(
    (text, pattern) => text.replaceAll(pattern, ''),
    program,
  );
  return READS.test(rest);
}
