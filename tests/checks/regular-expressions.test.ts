import { parseSync } from 'oxc-parser'
import { checkSync } from 'recheck'
import { expect, test } from 'vitest'
import { createHostLabelParser } from '../../server/gateway/routes/host-name.ts'
import { walk } from './floor-plan/walk.ts'
import { projectFiles } from './project-files.ts'

interface Expression {
  source: string
  flags: string
  place: string
}

/** The analysis of an expression can take seconds, and some occur in several places. */
const analysed = new Map<string, boolean>()

const shipped = projectFiles(
  /^(?:(?:server|src|ui|effects|streams|catalogue|public)\/.*|main|console)\.(?:tsx?|mjs|js)$/,
)

/** Modules that build an expression from parts when they are loaded; a literal alone does not show the whole. */
const composing: Record<string, () => unknown> = {
  'server/compute/shell/terminal/is-reply.ts': () => import('../../server/compute/shell/terminal/is-reply.ts'),
  'server/engines/image-reference.ts': () => import('../../server/engines/image-reference.ts'),
  'ui/parts/logs/line/ansi.ts': () => import('../../ui/parts/logs/line/ansi.ts'),
  'ui/parts/logs/line/log-level.ts': () => import('../../ui/parts/logs/line/log-level.ts'),
  'src/rules/log-lines/readable-text-filter.ts': async () =>
    (await import('../../src/rules/log-lines/readable-text-filter.ts')).readableTextFilter('error', false),
  'server/gateway/routes/host-name.ts': () => createHostLabelParser('https://longshore.example.org'),
}

/** Expressions that are not linear, each with the reason why it never gets a long text. */
const shortTextOnly: Record<string, string> = {
  'server/engines/docker/docker-start.ts': 'messages are cut to 2,000 characters',
  'server/engines/docker/failure-rules.ts': 'messages are cut to 2,000 characters',
  'ui/parts/logs/line/log-level.ts': 'the first 400 characters of a line',
}

test('no regular expression takes more than linear time, whatever the text', async () => {
  const expressions = [...literals(), ...(await composed())]
  expect(expressions.length).toBeGreaterThan(150)
  const slow = expressions.filter(({ place, ...expression }) => !(place in shortTextOnly) && !isLinear(expression))
  expect(slow.map(({ place, source, flags }) => `${place}: /${source}/${flags}`)).toEqual([])
}, 300_000)

test('the check finds exponential and quadratic expressions', () => {
  for (const source of ['^(a+)+$', '(a|a)*b', '\\s+$']) expect(isLinear({ source, flags: '' }), source).toBe(false)
})

function literals(): Expression[] {
  return shipped.flatMap(({ path, text }) =>
    [...walk(parseSync(path, text).program)].flatMap((node) =>
      node.type === 'Literal' && 'regex' in node
        ? [{ source: node.regex.pattern, flags: node.regex.flags, place: path }]
        : [],
    ),
  )
}

async function composed(): Promise<Expression[]> {
  const Original = globalThis.RegExp
  const found: Expression[] = []
  let place = ''
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [source, flags = '']) {
      found.push({ source: String(source), flags, place })
      return new target(source, flags)
    },
  })
  try {
    for (const [path, compose] of Object.entries(composing)) {
      place = path
      await compose()
    }
  } finally {
    globalThis.RegExp = Original
  }
  expect(new Set(found.map((expression) => expression.place))).toEqual(new Set(Object.keys(composing)))
  return found
}

function isLinear({ source, flags }: Omit<Expression, 'place'>): boolean {
  // How many matches are made changes nothing.
  const analysedFlags = flags.replace('g', '').replace('v', 'u')
  const key = `/${source}/${analysedFlags}`
  const linear = analysed.get(key) ?? analyse(source, analysedFlags)
  analysed.set(key, linear)
  return linear
}

function analyse(source: string, flags: string): boolean {
  // Without a repetition, a match has a fixed length.
  if (!/[*+{]/.test(source)) return true
  // Only prevents a match from starting in the middle of a run, which makes it linear; the analysis cannot see that.
  if (source.includes('(?<!')) return true
  const { status } = checkSync(source, flags, {
    timeout: null,
    incubationTimeout: null,
    attackTimeout: null,
  })
  return status === 'safe'
}
