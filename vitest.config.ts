import { existsSync, readdirSync } from 'node:fs'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

const checks = ['tests/floor-plan.test.ts', 'tests/checks/**/*.test.ts']
const engines = ['tests/engines/**/*.test.ts']
const server = ['tests/server/**/*.test.ts']

const projects: TestProjectConfiguration[] = [
  { test: { name: 'checks', include: checks } },
  {
    test: {
      name: 'unit',
      include: ['tests/**/*.test.ts'],
      exclude: [...checks, ...engines, ...server, 'tests/e2e/**', 'tests/ui/**'],
    },
  },
]

if (existsSync('tests/server/database.ts'))
  projects.push({
    test: {
      name: 'server',
      include: server,
      globalSetup: ['tests/server/global-set-up.ts'],
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  })

if (existsSync('tests/engines') && readdirSync('tests/engines').length > 0)
  projects.push({
    test: {
      name: 'engines',
      include: engines,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      fileParallelism: false,
    },
  })

export default defineConfig({
  test: {
    projects,
    maxWorkers: 2,
    passWithNoTests: true,
  },
})
