import { type Node, type Program, parseSync } from 'oxc-parser'
import { unclearWord } from './unclear-words.ts'
import { walk } from './walk.ts'

export interface Source {
  path: string
  text: string
}

export interface Reading {
  imports: { specifier: string; line: number }[]
  /** Lines of dynamic imports whose module is not a string literal, so that it cannot be checked. */
  unnamedImports: number[]
  defaultExports: number[]
  subscribes: number[]
  /** Uses of the clock, randomness and the browser, by name. */
  sideEffects: { name: string; line: number }[]
  /** Names that contain an unclear word, with the suggested replacement. */
  unclearNames: { what: string; line: number }[]
  /** The file has only one line besides its imports. */
  isOneLine: boolean
  syntaxErrors: string[]
}

const sideEffectMembers =
  /^(Date\.now|Math\.random|crypto\.\w+|performance\.now|(globalThis|window|document|navigator|localStorage|sessionStorage)\.\w+)$/
const sideEffectCalls = /^(fetch|setTimeout|setInterval|requestAnimationFrame)$/

/** Reads the facts about one file that the floor plan checks, with a real parser. */
export function readSource({ path, text }: Source): Reading {
  const { program, errors } = parseSync(path, text)
  const reading: Reading = {
    imports: [],
    unnamedImports: [],
    defaultExports: [],
    subscribes: [],
    sideEffects: [],
    unclearNames: [],
    isOneLine: isOneLine(program, text),
    syntaxErrors: errors.map(({ message }) => message),
  }
  for (const node of walk(program)) readNode(node, () => text.slice(0, node.start).split('\n').length, reading)
  return reading
}

function isOneLine({ body }: Program, text: string) {
  const [only, ...others] = body.filter(({ type }) => type !== 'ImportDeclaration')
  return only !== undefined && others.length === 0 && !text.slice(only.start, only.end).includes('\n')
}

function readNode(node: Node, line: () => number, reading: Reading) {
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
    case 'PrivateIdentifier': {
      const what = unclearWord(node.name)
      if (what) reading.unclearNames.push({ what, line: line() })
      break
    }
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSImportType':
      reading.imports.push({ specifier: node.source.value, line: line() })
      break
    case 'ExportNamedDeclaration':
      if (node.source) reading.imports.push({ specifier: node.source.value, line: line() })
      if (node.specifiers.some(({ exported }) => nameOf(exported) === 'default')) reading.defaultExports.push(line())
      break
    case 'ExportDefaultDeclaration':
      reading.defaultExports.push(line())
      break
    case 'ImportExpression': {
      const specifier = textOf(node.source)
      if (specifier === undefined) reading.unnamedImports.push(line())
      else reading.imports.push({ specifier, line: line() })
      break
    }
    case 'NewExpression': {
      const [first, second] = node.arguments
      if (nameOf(node.callee) === 'Date' && !first) reading.sideEffects.push({ name: 'new Date()', line: line() })
      const specifier = first && textOf(first)
      if (nameOf(node.callee) === 'URL' && second && specifier && /\.tsx?$/.test(specifier))
        reading.imports.push({ specifier: specifier.startsWith('.') ? specifier : `./${specifier}`, line: line() })
      break
    }
    case 'CallExpression': {
      const { callee } = node
      if (callee.type === 'MemberExpression' && nameOf(callee.property) === 'subscribe') reading.subscribes.push(line())
      const name = nameOf(callee)
      if (name && sideEffectCalls.test(name)) reading.sideEffects.push({ name, line: line() })
      break
    }
    case 'MemberExpression': {
      const name = `${nameOf(node.object)}.${nameOf(node.property)}`
      if (sideEffectMembers.test(name)) reading.sideEffects.push({ name, line: line() })
    }
  }
}

function textOf(node: Node) {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

function nameOf(node: Node) {
  return node.type === 'Identifier' ? node.name : textOf(node)
}
