/** Prints every text of the product by file, for a writer who reviews all of them: npm run texts -- [folder] */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Node, parseSync } from 'oxc-parser'

const folders = process.argv.slice(2)
const product = folders.length > 0 ? folders : ['ui', 'src', 'effects', 'streams', 'server', 'catalogue']
const files = execFileSync('git', ['ls-files', '-z', '--', ...product], { encoding: 'utf8' }).split('\0')

for (const path of files.filter((file) => /\.(tsx?|mjs)$/.test(file))) {
  const source = readFileSync(path, 'utf8')
  const texts = [...textsIn(parseSync(path, source).program, source)]
  if (texts.length > 0) console.log(`${path}\n${texts.map((text) => `  ${text}`).join('\n')}\n`)
}

function* textsIn(node: unknown, source: string): Generator<string> {
  if (!isNode(node) || isSkipped(node, source)) return
  const text = textOf(node, source)?.replaceAll(/\s+/g, ' ').trim()
  if (text && (node.type === 'JSXText' ? /\w/ : /\w\W* \W*\w|\w[.?…]$|^[A-Z][a-z]+$/).test(text)) yield text
  for (const child of Object.values(node).flat()) yield* textsIn(child, source)
}

function textOf(node: Node, source: string) {
  if (node.type === 'JSXText') return node.value
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateLiteral' ? source.slice(node.start + 1, node.end - 1) : undefined
}

/** Skips style classes, SQL, types and log lines. */
function isSkipped(node: Node, source: string) {
  const begins = (pattern: RegExp) => pattern.test(source.slice(node.start, node.start + 40))
  if (node.type === 'JSXAttribute') return begins(/^(className|d|viewBox|points)=/)
  if (node.type === 'TaggedTemplateExpression') return begins(/^sql\b/)
  if (node.type === 'CallExpression') return begins(/^(\w+\.)*(log|logger)\??\.\w+\(/)
  return node.type === 'ImportDeclaration' || node.type.startsWith('TSType')
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
