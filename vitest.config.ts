import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { startsContainers } from './tests/starts-containers.ts'

// Each worker finds the code that earlier ones compiled, and needs no compiler for TypeScript.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('./node_modules/.cache/tests', import.meta.url))

const checks = ['tests/floor-plan.test.ts', 'tests/checks/**/*.test.ts']
const server = ['tests/server/**/*.test.ts']
const engines = ['tests/engines/**/*.test.ts']
const resilience = ['tests/faults/**/*.test.ts']
const security = ['tests/security/**/*.test.ts']
const long = ['tests/long/**/*.test.ts']
const globalSetup = ['tests/server/global-set-up.ts']
// Files share the modules of a worker: importing the server for each took more than a third of the processor time.
const shared = { globalSetup, isolate: false }

/** Tests with containers share an engine and run one after the other; the others share nothing, and run side by side. */
function inTwo(name: string, all: string[], timeouts: { testTimeout: number; hookTimeout: number }) {
  const containers = globSync(all).filter(startsContainers)
  return [
    { test: { name, include: all, exclude: containers, ...shared, ...timeouts } },
    { test: { name: `${name}-containers`, include: containers, ...shared, fileParallelism: false, ...timeouts } },
  ]
}

export default defineConfig({
  test: {
    projects: [
      // A check reads every file, which takes its time on a busy machine.
      { test: { name: 'checks', include: checks, testTimeout: 60_000 } },
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...checks, ...server, ...engines, ...resilience, ...security, ...long],
          // Loading the modules anew for each file takes most of the time. Tests share them, and clean up what is global.
          isolate: false,
          // A property of a thousand cases takes its time on a busy machine.
          testTimeout: 20_000,
        },
      },
      { test: { name: 'server', include: server, ...shared, testTimeout: 30_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'engines',
          include: engines,
          isolate: false,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      ...inTwo('faults', resilience, { testTimeout: 300_000, hookTimeout: 120_000 }),
      ...inTwo('security', security, { testTimeout: 120_000, hookTimeout: 120_000 }),
      { test: { name: 'long', include: long, globalSetup, fileParallelism: false, hookTimeout: 120_000 } },
    ],
    maxWorkers: 2,
    // Imports of the server would read a large package.json again and again.
    execArgv: ['--import', new URL('./tests/resolve-once.ts', import.meta.url).href],
    expect: { poll: { timeout: 10_000 } },
    // What only a busy machine fails passes the second time, and is listed; what is broken fails twice.
    retry: process.env.CI ? 1 : 0,
    passWithNoTests: true,
  },
})
