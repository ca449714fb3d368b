import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeShared } from '../../scripts/console-build/merge-shared.ts'
import { type SharedModules, sharedModules } from '../../scripts/console-build/shared-modules.ts'

interface Program {
  [id: string]: { bytes?: number; imports?: string[]; lazyImports?: string[] }
}

const groupsOf = (program: Program, isLoaded = (_: string) => false): SharedModules[] =>
  sharedModules('main', (id) => program[id] && { bytes: 100, imports: [], lazyImports: [], ...program[id] }, isLoaded)
const idsOf = (groups: SharedModules[]) => groups.map(({ ids }) => ids.toSorted().join(' ')).toSorted()

const program: Program = {
  main: { imports: ['base'], lazyImports: ['one', 'two', 'three'] },
  one: { imports: ['base', 'button', 'field'] },
  two: { imports: ['button', 'field', 'chart'] },
  three: { imports: ['button', 'chart', 'unknown'] },
  base: {},
  button: {},
  field: { imports: ['label'] },
  label: {},
  chart: { bytes: 50_000 },
}

test('modules are grouped by the entries that load them, without what one entry loads or a first load has', () => {
  expect(idsOf(groupsOf(program, (id) => id === 'base'))).toEqual(['button', 'chart', 'field label'])
  expect(idsOf(groupsOf(program))).toEqual(['base', 'button', 'chart', 'field label'])
})

test('small groups that entries share are merged, a large one only with entries that need it anyway', () => {
  const groups = groupsOf(program, (id) => id === 'base')
  expect(idsOf(mergeShared(groups, 1000))).toEqual(['button field label', 'chart'])
  expect(idsOf(mergeShared(groups, 0))).toEqual(['button', 'chart', 'field label'])
  expect(idsOf(mergeShared(groups, 1_000_000))).toEqual(['button chart field label'])
})

test('groups that would import each other stay apart', () => {
  const group = (id: string, entries: string[], imports: string[]): SharedModules => ({
    ids: [id],
    bytes: 10,
    entries: new Set(entries),
    imports: new Set(imports),
  })
  const groups = [
    group('low', ['a', 'b'], ['middle']),
    group('middle', ['c', 'd'], ['high']),
    group('high', ['a', 'b'], []),
  ]
  expect(idsOf(mergeShared(groups, 1000))).toEqual(['high', 'low', 'middle'])
})

const ids = Array.from({ length: 14 }, (_, position) => `m${position}`)
/** A module imports later ones only, so that the program itself has no cycle. */
const anyProgram = fc
  .tuple(...ids.map((_, position) => fc.record({ imports: fc.subarray(ids.slice(position + 1)), bytes: fc.nat(5000) })))
  .chain((modules) =>
    fc.subarray(ids, { minLength: 2 }).map(
      (lazyImports): Program => ({
        main: { lazyImports },
        ...Object.fromEntries(modules.map((module, position) => [`m${position}`, module])),
      }),
    ),
  )

test('whatever is merged, every module stays in one group, and no group imports another in a circle', () => {
  fc.assert(
    fc.property(anyProgram, fc.nat(20_000), (program, requestBytes) => {
      const groups = groupsOf(program)
      const merged = mergeShared(groups, requestBytes)
      expect(merged.flatMap(({ ids }) => ids).toSorted()).toEqual(groups.flatMap(({ ids }) => ids).toSorted())
      const ordered: SharedModules[] = []
      while (ordered.length < merged.length) {
        const isReady = ({ ids, imports }: SharedModules) =>
          [...imports].every(
            (to) => ids.includes(to) || merged.every((group) => ordered.includes(group) || !group.ids.includes(to)),
          )
        const next = merged.find((group) => !ordered.includes(group) && isReady(group))
        if (!next) throw new Error('The groups import each other in a circle.')
        ordered.push(next)
      }
    }),
    { numRuns: 100 },
  )
})
