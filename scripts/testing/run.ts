import { bundleServer } from './bundle-server.ts'
import { prepareMachine } from './machine.ts'
import { makeRunFolder } from './run-folder.ts'
import { formatOutcome, type Place, type Result, runSteps } from './run-steps.ts'
import { nothing, type Outcome, type Stage, type StageContext } from './stage.ts'
import { runs, stages } from './stages.ts'

const strict = process.env.CI === 'true' || process.env.CI === '1'
const args = process.argv.slice(2)
const isOf = (name: string, arg: string) => name === arg || name === `${arg}-containers`
const named = stages.filter(({ name }) => !(name in runs) && args.some((arg) => isOf(name, arg)))
const kind = args.includes('quick') ? 'quick' : args.includes('long') ? 'long' : 'whole'
const steps = named.length > 0 ? named.map((stage) => [[stage]]) : runs[kind]
const files = args.filter((arg) => !(arg in runs) && !stages.some(({ name }) => name === arg))

const [stageLimitMs, wholeLimitMs] = kind === 'long' ? [120 * 60_000, 300 * 60_000] : [45 * 60_000, 85 * 60_000]
const plain = { NO_COLOR: '1', FORCE_COLOR: undefined }

const started = Number(process.env.LONGSHORE_TEST_STARTED ?? Date.now())
const folder = makeRunFolder()
const aborting = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => aborting.abort())

const machine = await prepareMachine(new Set(steps.flat(2).flatMap(({ needs }) => needs)))
const server = named.length > 0 ? undefined : await bundleServer()
let results: Result[] = []
try {
  results = await runSteps(steps, folder.path, runStage)
} finally {
  await machine.stop()
  server?.remove()
  folder.remove()
}
report()

async function runStage(stage: Stage, place: Place): Promise<Outcome> {
  if (aborting.signal.aborted) return nothing
  const unmet = stage.needs.flatMap((need) => machine.missing[need] ?? [])
  if (machine.missing.browser && stage.needs.includes('browser')) return { ...nothing, skipped: unmet }
  const context: StageContext = {
    env: {
      ...process.env,
      ...machine.env,
      ...(server && { LONGSHORE_TEST_SERVER: server.program }),
      TMPDIR: place.folder,
      ...(kind === 'long' && { LONGSHORE_TEST_LONG: '1' }),
      ...(process.stdout.isTTY ? {} : plain),
    },
    files,
    ...place,
    limitMs: Math.max(1000, Math.min(stageLimitMs, wholeLimitMs - (Date.now() - started))),
    signal: aborting.signal,
  }
  const outcome = await stage.run(context)
  folder.killProcesses(place.folder)
  const ran = outcome.passed + outcome.failed + outcome.skipped.length > 0
  const absent = ran || files.length > 0 ? [] : ['there are no tests yet']
  return { ...outcome, skipped: [...unmet, ...outcome.skipped, ...absent] }
}

function report() {
  console.log(`\n── report ${'─'.repeat(64)}`)
  for (const { name, outcome, seconds } of results)
    console.log(`${name.padEnd(12)} ${formatOutcome(outcome).padEnd(40)} ${seconds.toFixed(1).padStart(7)} s`)
  console.log(`${'together'.padEnd(53)} ${((Date.now() - started) / 1000).toFixed(1).padStart(7)} s`)
  const skipped = results.flatMap(({ name, outcome }) => outcome.skipped.map((what) => `${name}: ${what}`))
  if (skipped.length > 0)
    console.log(`\nSkipped${strict ? ', which counts as failed here' : ''}:\n  ${skipped.join('\n  ')}`)
  if (aborting.signal.aborted) console.log('\nThe run was aborted.')
  const passed = sum(({ passed }) => passed)
  const failed = sum(({ failed }) => failed) + (strict ? skipped.length : 0) + (aborting.signal.aborted ? 1 : 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

function sum(part: (outcome: Outcome) => number) {
  return results.reduce((total, { outcome }) => total + part(outcome), 0)
}
