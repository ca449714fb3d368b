const forbidden: [string, RegExp][] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['an AWS key', /\bAKIA[0-9A-Z]{16}\b/],
  ['a token of a git host', /\b(gh[opsur]_[A-Za-z0-9]{36}|github_pat_\w{40,}|glpat-[\w-]{20})/],
  ['a key of a card processor', /\b[rs]k_live_[A-Za-z0-9]{20,}/],
  ['a token of a chat', /\bxox[abprs]-[\w-]{20,}/],
  [
    'a password in an address',
    /\b[a-z][a-z+]*:\/\/[^\s/:@'"`${}]+:[^\s/@'"`${}]{6,}@(?!localhost|127\.)[\w-]+\.[\w.-]+/,
  ],
  ['a path of one machine', /(?<![\w.])\/(home|Users|work)\/[a-z][\w-]*\//],
  ['an unfinished note', /\b(TO(?:DO)|FIX(?:ME)|X(?:XX))\b/],
]

/** Templates name folders inside images, such as home folders. */
const mayName = (name: string, path: string) =>
  name === 'a path of one machine' && path.startsWith('catalogue/templates/')

/** Patterns that no line of a published repository may match. */
export function violationsInText({ path, text }: { path: string; text: string }): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      forbidden.flatMap(([name, pattern]) =>
        pattern.test(line) && !mayName(name, path) ? [`${path}:${index + 1}: ${name}`] : [],
      ),
    )
}
