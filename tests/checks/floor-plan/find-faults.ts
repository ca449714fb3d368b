import { refusal, resolve } from './arrows.ts'
import { findCircles } from './find-circles.ts'
import { isGoodName } from './names.ts'
import { type Reading, readSource, type Source } from './read-source.ts'
import { roomOf, subjectOf } from './rooms.ts'

export interface Fault {
  rule: 'room' | 'arrow' | 'circle' | 'default export' | 'length' | 'name' | 'subscribe' | 'world' | 'syntax'
  where: string
  what: string
}

/** Everything in these files that the floor plan does not allow. */
export function findFaults(sources: Source[]): Fault[] {
  const readings = sources.map((source) => ({ ...source, reading: readSource(source) }))
  return [...readings.flatMap((file) => faultsOf(file)), ...circles(readings)]
}

function faultsOf({ path, text, reading }: Source & { reading: Reading }): Fault[] {
  const at = (rule: Fault['rule'], what: string, line?: number) => ({
    rule,
    where: line ? `${path}:${line}` : path,
    what,
  })
  const room = roomOf(path)
  const lines = text.replace(/\n$/, '').split('\n').length
  const limit = room === 'tests' ? 400 : 250
  const free = room === 'tests' || room === 'scripts' || room === 'bench'
  return [
    ...(room ? [] : [at('room', 'the floor plan has no room for this file')]),
    ...(isGoodName(path) ? [] : [at('name', 'names are kebab-case, and no utils, helpers or index')]),
    ...(lines > limit ? [at('length', `${lines} lines, and ${limit} is the most`)] : []),
    ...reading.syntaxErrors.map((what) => at('syntax', what)),
    ...reading.imports.flatMap(({ specifier, line }) => {
      const refused = refusal(path, specifier)
      return refused ? [at('arrow', refused, line)] : []
    }),
    ...(free ? [] : reading.unnamedImports.map((line) => at('arrow', 'import() has to name its module', line))),
    ...(room === '<settings>' || /\.(config|d)\.ts$/.test(path)
      ? []
      : reading.defaultExports.map((line) => at('default export', 'exports have names', line))),
    ...(maySubscribe(path)
      ? []
      : reading.subscribes.map((line) => at('subscribe', 'only the bus, main.tsx and the streams subscribe', line))),
    ...(path.startsWith('src/')
      ? reading.worldly.map(({ name, line }) => at('world', `${name} belongs to the world, which is an argument`, line))
      : []),
  ]
}

function maySubscribe(path: string) {
  return path === 'src/core/bus.ts' || /^(main\.tsx$|streams\/|tests\/|server\/|bench\/)/.test(path)
}

function circles(readings: (Source & { reading: Reading })[]): Fault[] {
  const graph = new Map<string, Set<string>>()
  for (const { path, reading } of readings) {
    const from = subjectOf(path)
    if (!from) continue
    const seen = graph.get(from) ?? new Set()
    for (const { specifier } of reading.imports) {
      const to = specifier.startsWith('.') ? subjectOf(resolve(path, specifier)) : undefined
      if (to && to !== from) seen.add(to)
    }
    graph.set(from, seen)
  }
  return findCircles(graph).map((way) => ({
    rule: 'circle',
    where: `src/${way[0]}`,
    what: `subjects import one another in a circle: ${[...way, way[0]].join(' → ')}`,
  }))
}
