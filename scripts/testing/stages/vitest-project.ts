import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { correctOutcome, runCommand } from './run-command.ts'
import { type Need, nothing, type Outcome, type Stage } from './stage.ts'

interface Report {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

/** Creates a stage that runs a Vitest project and counts its tests. */
export function vitestProject(name: string, project: string, needs: readonly Need[] = []): Stage {
  return {
    name,
    needs,
    async run(context) {
      const report = join(context.folder, `${project}.json`)
      const ending = await runCommand(
        [
          'node_modules/vitest/vitest.mjs',
          'run',
          ...context.files,
          `--project=${project}`,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        context,
      )
      return correctOutcome(ending, existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : nothing)
    },
  }
}

/** A file that fails to load has no tests and counts as one failure. */
function count({ testResults }: Report): Outcome {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + broken.length,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName),
  }
}
