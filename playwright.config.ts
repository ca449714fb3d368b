import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findTestBrowser } from './scripts/find-chromium.ts'
import { startsContainers } from './tests/starts-containers.ts'

const executablePath = findTestBrowser()
const containerTests = globSync('tests/e2e/*.e2e.ts', { cwd: import.meta.dirname })
  .filter(startsContainers)
  .map((file) => basename(file))
const withContainers = containerTests.map((file) => `**/${file}`)

// Each run empties its own folder only, so that several run side by side; the workers inherit the name.
process.env.LONGSHORE_TEST_RUN ??= String(process.pid)

export default defineConfig({
  testMatch: '**/*.e2e.ts',
  outputDir: `test-results/${process.env.LONGSHORE_TEST_RUN}`,
  timeout: 120_000,
  // What a page must do within a second says so itself; all else waits for a machine that is slow.
  expect: { timeout: 10_000 },
  workers: 2,
  // Tests of one file share a worker’s control plane, never a user, so that no worker ends alone with a long file.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A browser that starves on a busy machine is told apart from a fault: the second run is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  projects: [
    { name: 'ui', testDir: 'tests/ui' },
    { name: 'e2e', testDir: 'tests/e2e', testIgnore: withContainers },
    { name: 'e2e-containers', testDir: 'tests/e2e', testMatch: withContainers },
  ],
  use: {
    browserName: 'chromium',
    // Endless animations are drawn by the processor here, and take it from the tests.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
