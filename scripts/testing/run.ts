import { prepareMachine } from './machine.ts'
import { makeRunFolder } from './run-folder.ts'
import { nothing, type Outcome, type Stage, type StageContext } from './stage.ts'
import { stages } from './stages.ts'

const strict = process.env.CI === 'true' || process.env.CI === '1'
const stageLimitMs = 45 * 60_000
const wholeLimitMs = 75 * 60_000

const plain = { NO_COLOR: '1', FORCE_COLOR: undefined }

const args = process.argv.slice(2)
const named = stages.filter(({ name }) => args.includes(name))
const chosen = named.length > 0 ? named : stages.filter(({ isLong }) => !isLong)
const files = args.filter((arg) => !stages.some(({ name }) => name === arg))

const started = Number(process.env.LONGSHORE_TEST_STARTED ?? Date.now())
const folder = makeRunFolder()
const aborting = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => aborting.abort())

const machine = await prepareMachine(new Set(chosen.flatMap(({ needs }) => needs)))
const results: { name: string; outcome: Outcome; seconds: string }[] = []
try {
  for (const stage of chosen) {
    if (aborting.signal.aborted) break
    const since = Date.now()
    console.log(`\n── ${stage.name} ${'─'.repeat(70 - stage.name.length)}`)
    const outcome = await runStage(stage)
    folder.killProcesses()
    const seconds = ((Date.now() - since) / 1000).toFixed(1)
    results.push({ name: stage.name, outcome, seconds })
    console.log(`${stage.name}: ${formatOutcome(outcome)} (${seconds} s)`)
  }
} finally {
  await machine.stop()
  folder.remove()
}
report()

async function runStage(stage: Stage): Promise<Outcome> {
  const unmet = stage.needs.flatMap((need) => machine.missing[need] ?? [])
  if (machine.missing.browser && stage.needs.includes('browser')) return { ...nothing, skipped: unmet }
  const context: StageContext = {
    env: { ...process.env, ...machine.env, TMPDIR: folder.path, ...(process.stdout.isTTY ? {} : plain) },
    files,
    folder: folder.path,
    limitMs: Math.max(1000, Math.min(stageLimitMs, wholeLimitMs - (Date.now() - started))),
    signal: aborting.signal,
  }
  const outcome = await stage.run(context)
  const ran = outcome.passed + outcome.failed + outcome.skipped.length > 0
  const absent = ran || files.length > 0 ? [] : ['there are no tests yet']
  return { ...outcome, skipped: [...unmet, ...outcome.skipped, ...absent] }
}

function report() {
  console.log(`\n── report ${'─'.repeat(64)}`)
  for (const { name, outcome, seconds } of results)
    console.log(`${name.padEnd(12)} ${formatOutcome(outcome).padEnd(40)} ${seconds.padStart(7)} s`)
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

function formatOutcome({ passed, failed, skipped }: Outcome) {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`
}
