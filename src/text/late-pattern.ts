/**
 * A pattern that is made when it is first used, and then behaves as the one that `make` gave. Only to read a pattern with
 * Unicode classes takes V8 up to a millisecond, and a start would read some sixty that it has no use for. What is written
 * as `const NAME = /…/u` becomes one in the bundle (scripts/build.sh). It is no `instanceof RegExp`.
 */
export function latePattern(make: () => RegExp): RegExp {
  return new LatePattern(make) as Partial<RegExp> as RegExp;
}

class LatePattern {
  readonly #make: () => RegExp;
  #made: RegExp | undefined;

  constructor(make: () => RegExp) {
    this.#make = make;
  }

  get #pattern(): RegExp {
    this.#made ??= this.#make();
    return this.#made;
  }

  get source(): string {
    return this.#pattern.source;
  }

  get flags(): string {
    return this.#pattern.flags;
  }

  get global(): boolean {
    return this.#pattern.global;
  }

  get lastIndex(): number {
    return this.#pattern.lastIndex;
  }

  set lastIndex(index: number) {
    this.#pattern.lastIndex = index;
  }

  exec(text: string): RegExpExecArray | null {
    return this.#pattern.exec(text);
  }

  test(text: string): boolean {
    return this.#pattern.test(text);
  }

  toString(): string {
    return String(this.#pattern);
  }

  [Symbol.match](text: string): RegExpMatchArray | null {
    return this.#pattern[Symbol.match](text);
  }

  [Symbol.matchAll](text: string): RegExpStringIterator<RegExpMatchArray> {
    return this.#pattern[Symbol.matchAll](text);
  }

  [Symbol.replace](text: string, by: string | ((found: string, ...groups: unknown[]) => string)): string {
    return this.#pattern[Symbol.replace](text, by as string);
  }

  [Symbol.search](text: string): number {
    return this.#pattern[Symbol.search](text);
  }

  [Symbol.split](text: string, most?: number): string[] {
    return this.#pattern[Symbol.split](text, most);
  }
}
