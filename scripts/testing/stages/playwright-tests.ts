import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { correctOutcome, runCommand } from './run-command.ts'
import { type Need, nothing, type Outcome, type Stage } from './stage.ts'

interface Suite {
  suites?: Suite[]
  specs?: { title: string; file: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[]
}

/** Creates a stage that runs these projects of Playwright in Chromium and counts their tests. */
export function playwrightTests(name: string, projects: readonly string[], needs: readonly Need[] = []): Stage {
  return {
    name,
    needs: ['browser', ...needs],
    async run(context) {
      const report = join(context.folder, 'playwright.json')
      // Playwright sets colours for its workers with FORCE_COLOR, and Node warns if NO_COLOR is set too.
      const { NO_COLOR, ...rest } = context.env
      const env = NO_COLOR ? { ...rest, FORCE_COLOR: '0' } : rest
      const ending = await runCommand(
        [
          'node_modules/@playwright/test/cli.js',
          'test',
          ...context.files,
          ...projects.map((project) => `--project=${project}`),
          '--pass-with-no-tests',
          '--reporter=list,json',
        ],
        { ...context, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
      )
      return correctOutcome(ending, existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : nothing)
    },
  }
}

function count(root: Suite): Outcome {
  const specs = specsOf(root)
  const tests = specs.flatMap(({ title, tests }) => tests.map(({ status }) => ({ title, status })))
  const having = (status: string) => tests.filter((test) => test.status === status)
  return {
    passed: having('expected').length + having('flaky').length,
    failed: having('unexpected').length,
    skipped: having('skipped').map(({ title }) => title),
  }
}

function specsOf(suite: Suite): NonNullable<Suite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}
