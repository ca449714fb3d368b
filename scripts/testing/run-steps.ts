import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome, Stage } from './stages/stage.ts'
import type { Track } from './stages/stages.ts'

export interface Result {
  name: string
  outcome: Outcome
  seconds: number
}

/** Where a stage keeps its temporary files and writes its output: a file if another track writes to the terminal. */
export interface Place {
  folder: string
  output: number | 'inherit'
}

/** Runs steps in turn and the tracks of each beside one another; yields the results as the stages end. */
export async function runSteps(
  steps: readonly (readonly Track[])[],
  folder: string,
  run: (stage: Stage, place: Place) => Promise<Outcome>,
): Promise<Result[]> {
  const results: Result[] = []
  let started = 0

  const runStage = async (stage: Stage, isFirstTrack: boolean) => {
    started += 1
    // Short, because paths of sockets are limited to about a hundred characters.
    const own = join(folder, String(started))
    mkdirSync(own)
    const since = Date.now()
    const file = `${own}.log`
    const output = isFirstTrack ? 'inherit' : openSync(file, 'w')
    if (isFirstTrack) printHead(stage)
    const outcome = await run(stage, { folder: own, output })
    if (output !== 'inherit') {
      closeSync(output)
      printHead(stage)
      process.stdout.write(readFileSync(file))
    }
    const seconds = (Date.now() - since) / 1000
    console.log(`${stage.name}: ${formatOutcome(outcome)} (${seconds.toFixed(1)} s)`)
    results.push({ name: stage.name, outcome, seconds })
  }

  for (const tracks of steps)
    await Promise.all(
      tracks.map(async (track, position) => {
        for (const stage of track) await runStage(stage, position === 0)
      }),
    )
  return results
}

function printHead({ name }: Stage) {
  console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`)
}

export function formatOutcome({ passed, failed, skipped }: Outcome) {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`
}
