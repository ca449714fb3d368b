import { findCycles } from './find-cycles.ts'
import { importViolation, resolve } from './import-rules.ts'
import { folderViolations } from './large-folders.ts'
import { layerOf, subjectOf } from './layers.ts'
import { isGoodName } from './names.ts'
import { type Reading, readSource, type Source } from './read-source.ts'
import { unclearWord } from './unclear-words.ts'

export interface Violation {
  rule:
    | 'import'
    | 'cycle'
    | 'default export'
    | 'folder'
    | 'layer'
    | 'length'
    | 'name'
    | 'one line'
    | 'subscribe'
    | 'syntax'
    | 'word'
    | 'side effect'
  where: string
  what: string
}

/** Returns everything in these files that the floor plan does not allow. */
export function findViolations(sources: Source[]): Violation[] {
  const readings = sources.map((source) => ({ ...source, reading: readSource(source) }))
  return [
    ...readings.flatMap((file) => violationsOf(file)),
    ...cycles(readings),
    ...folderViolations(sources.map(({ path }) => path)).map(({ folder, what }) => ({
      rule: 'folder' as const,
      where: folder,
      what,
    })),
  ]
}

function violationsOf({ path, text, reading }: Source & { reading: Reading }): Violation[] {
  const at = (rule: Violation['rule'], what: string, line?: number) => ({
    rule,
    where: line ? `${path}:${line}` : path,
    what,
  })
  const layer = layerOf(path)
  const lines = text.replace(/\n$/, '').split('\n').length
  const limit = layer === 'tests' ? 400 : 250
  const free = layer === 'tests' || layer === 'scripts' || layer === 'bench'
  return [
    ...(layer ? [] : [at('layer', 'no layer of the floor plan holds this file')]),
    ...(isGoodName(path) ? [] : [at('name', 'names are kebab-case, and no utils, helpers or index')]),
    ...unclearInPath(path).map((what) => at('word', what)),
    ...reading.unclearNames.map(({ what, line }) => at('word', what, line)),
    ...(lines > limit ? [at('length', `${lines} lines; the limit is ${limit}`)] : []),
    ...(reading.isOneLine && !free && layer !== '<settings>' ? [at('one line', 'merge it with what uses it')] : []),
    ...reading.syntaxErrors.map((what) => at('syntax', what)),
    ...reading.imports.flatMap(({ specifier, line }) => {
      const violation = importViolation(path, specifier)
      return violation ? [at('import', violation, line)] : []
    }),
    ...(free ? [] : reading.unnamedImports.map((line) => at('import', 'import() needs a literal module name', line))),
    ...(layer === '<settings>' || /\.(config|d)\.ts$/.test(path)
      ? []
      : reading.defaultExports.map((line) => at('default export', 'exports are named, not default', line))),
    ...(maySubscribe(path)
      ? []
      : reading.subscribes.map((line) => at('subscribe', 'only the bus, main.tsx and the streams subscribe', line))),
    ...(path.startsWith('src/')
      ? reading.sideEffects.map(({ name, line }) =>
          at('side effect', `${name} is a side effect; take it from the world, which is an argument`, line),
        )
      : []),
  ]
}

/** Tests that break something on purpose are fault injection, a term of the field. */
function unclearInPath(path: string) {
  const what = unclearWord(path.replaceAll(/\bfaults?\b/g, ''))
  return what === undefined ? [] : [what]
}

function maySubscribe(path: string) {
  return path === 'src/core/bus.ts' || /^(main\.tsx$|streams\/|tests\/|server\/|bench\/)/.test(path)
}

function cycles(readings: (Source & { reading: Reading })[]): Violation[] {
  const files = new Map<string, Set<string>>()
  const subjects = new Map<string, Set<string>>()
  const link = (graph: Map<string, Set<string>>, from: string, to: string) =>
    graph.set(from, (graph.get(from) ?? new Set()).add(to))
  for (const { path, reading } of readings) {
    for (const { specifier } of reading.imports.filter(({ specifier }) => specifier.startsWith('.'))) {
      const target = resolve(path, specifier)
      link(files, path, target)
      const [from, to] = [subjectOf(path), subjectOf(target)]
      if (from && to && from !== to) link(subjects, from, to)
    }
  }
  const around = (cycle: string[]) => [...cycle, cycle[0]].join(' → ')
  return [
    ...findCycles(files).map((cycle) => ({
      rule: 'cycle' as const,
      where: cycle[0] ?? '',
      what: `files import one another in a cycle: ${around(cycle)}`,
    })),
    ...findCycles(subjects).map((cycle) => ({
      rule: 'cycle' as const,
      where: `src/${cycle[0]}`,
      what: `subjects import one another in a cycle: ${around(cycle)}`,
    })),
  ]
}
