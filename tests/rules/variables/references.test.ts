import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseReferences, referencesIn } from '../../../src/rules/variables/parse-references.ts'
import { type ReferringVariable, resolveReferences } from '../../../src/rules/variables/resolve-references.ts'

const variable = (name: string, value: string, more: Partial<ReferringVariable> = {}): ReferringVariable => ({
  name,
  value,
  isSecret: false,
  ...more,
})
const db = {
  name: 'db',
  ports: [{ containerPort: 5432 }],
  variables: [variable('PASSWORD', 'deep-sea', { isSecret: true }), variable('USER', 'app')],
}
const app = (...variables: ReferringVariable[]) => ({ name: 'app', ports: [], variables })
const problemOf = (...variables: ReferringVariable[]) =>
  resolveReferences([app(...variables), db]).problems.map(({ variable: name, message }) => [name, message])

describe('references to values of services', () => {
  test('are replaced, also through other references, and are secret if any part is', () => {
    const { resolvedOf, problems } = resolveReferences([
      app(
        variable('URL', `postgres://\${app.LOGIN}@\${db.host}:\${db.port}/x`),
        variable('LOGIN', `\${db.USER}:\${db.PASSWORD}`),
        variable('NAME', `\${db.USER}`),
      ),
      db,
    ])
    expect(problems).toEqual([])
    expect(resolvedOf('app', 'URL')).toEqual({
      value: 'postgres://app:deep-sea@db:5432/x',
      isSecret: true,
      references: ['app.LOGIN', 'db.host', 'db.port'],
    })
    expect(resolvedOf('app', 'NAME')).toEqual({ value: 'app', isSecret: false, references: ['db.USER'] })
  })

  test('what has no dot, an escaped one and a literal value stay as they are', () => {
    const { resolvedOf } = resolveReferences([
      app(
        variable('HOME', `\${HOME}/x $1 \${A:-b}`),
        variable('ESCAPED', `$\${db.USER}`),
        variable('LITERAL', `\${x.y}`, { isLiteral: true }),
      ),
      db,
    ])
    expect(resolvedOf('app', 'HOME')?.value).toBe(`\${HOME}/x $1 \${A:-b}`)
    expect(resolvedOf('app', 'ESCAPED')).toEqual({ value: `\${db.USER}`, isSecret: false, references: [] })
    expect(resolvedOf('app', 'LITERAL')?.value).toBe(`\${x.y}`)
  })

  test('an unknown service, variable or port, and a wrong name are problems of their variable', () => {
    expect(
      problemOf(variable('A', `\${cache.URL}`), variable('B', `\${db.NONE}`), variable('C', `\${app.port}`)),
    ).toEqual([
      ['A', expect.stringContaining('There is no service “cache”.')],
      ['B', 'db has no variable NONE.'],
      ['C', 'app has no port.'],
    ])
    expect(problemOf(variable('A', `\${db.PASS WORD}`))).toEqual([['A', expect.stringContaining('is not a reference')]])
  })

  test('a cycle, and a reference to itself', () => {
    expect(problemOf(variable('A', `\${app.A}`))).toEqual([['A', 'It refers to itself.']])
    expect(problemOf(variable('A', `\${app.B}`), variable('B', `\${app.A}`))).toEqual([
      ['A', 'It refers to itself: app.A → app.B → app.A.'],
      ['B', 'It refers to itself: app.A → app.B → app.A.'],
    ])
    expect(problemOf(variable('A', `\${app.B}`), variable('B', `\${db.NONE}`))).toEqual([
      ['A', 'app.B cannot be resolved.'],
      ['B', 'db has no variable NONE.'],
    ])
  })

  test('values that double again and again are refused before they fill the memory', () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      variable(`V${at}`, at === 0 ? 'xxxxxxxx' : `\${app.V${at - 1}}\${app.V${at - 1}}`),
    )
    expect(problemOf(...many)[0]?.[1]).toBe('The value is too long after its references are replaced.')
    const chain = Array.from({ length: 4000 }, (_, at) => variable(`V${at}`, at === 3999 ? 'x' : `\${app.V${at + 1}}`))
    expect(problemOf(...chain)[0]?.[1]).toBe('More than 20 references lead to one another.')
  })

  test('a value without references is read as it was written', () => {
    assert(
      property(string(), (text) => {
        const escaped = text.replaceAll('${', '$$${')
        expect(referencesIn(escaped)).toEqual([])
        const parts = parseReferences(escaped)
        expect(parts.map((part) => (part.kind === 'text' ? part.text : '?')).join('')).toBe(text)
      }),
    )
  })
})
