import { check } from './check.ts'
import { playwrightTests } from './playwright-tests.ts'
import type { Stage } from './stage.ts'
import { vitestProject } from './vitest-project.ts'

/** Stages that run one after the other. */
export type Track = readonly Stage[]

// One checker takes half of the processor time of several, which check shared types once each. Nothing that it makes
// becomes garbage before its end, so collecting seldom saves a fifth.
const types = check('types', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', '--checkers', '1'], {
  GOGC: '400',
  GOMEMLIMIT: '3GiB',
})
const lint = check('lint', [
  'node_modules/@biomejs/biome/bin/biome',
  'ci',
  `--colors=${process.stdout.isTTY ? 'force' : 'off'}`,
  '.',
])
const floorPlan = vitestProject('floor-plan', 'checks')
const unused = check('unused', ['node_modules/knip/bin/knip.js'])
const build = check('build', ['scripts/build.mjs'])
const size = check('size', ['scripts/testing/check-first-load.ts'])
const unit = vitestProject('unit', 'unit')
const server = vitestProject('server', 'server')
const engines = vitestProject('engines', 'engines', ['containers'])
const failures = vitestProject('faults', 'faults')
const containerFailures = vitestProject('faults-containers', 'faults-containers', ['containers'])
const security = vitestProject('security', 'security')
const containerSecurity = vitestProject('security-containers', 'security-containers', ['containers'])
const browser = playwrightTests('browser', ['ui', 'e2e'])
const containerBrowser = playwrightTests('browser-containers', ['e2e-containers'], ['containers'])
const long = vitestProject('long', 'long', ['containers'])

const ofProcessors: Track = [build, size, lint, types, floorPlan, unused, unit, server, security]
const ofContainers: Track = [engines, containerFailures, containerSecurity]

/**
 * The steps of `npm test`. The tracks of a step run beside one another: the first needs the processors, the second mostly waits
 * for containers. The browser runs alone: Chromium drops its connections when the networks of the machine change, and the
 * tests with containers create and remove networks.
 */
const whole: readonly Track[][] = [[[...ofProcessors, failures], ofContainers], [[browser, containerBrowser]]]

/** The same where containers have a network of their own. */
export const wholeBesideContainers: readonly Track[][] = [
  [
    [...ofProcessors, browser],
    [...ofContainers, containerBrowser, failures],
  ],
]

/** The steps of each named run. */
export const runs: Record<'whole' | 'quick' | 'long', readonly Track[][]> = {
  whole,
  quick: [
    [
      [build, server],
      [lint, types, floorPlan, unit],
    ],
  ],
  /** Everything that has a loop, each at its full length. */
  long: [
    [[build, browser, containerBrowser]],
    [[failures, containerFailures]],
    [[security, containerSecurity]],
    [[server]],
    [[engines]],
    [[long]],
  ],
}

export const stages: readonly Stage[] = [...new Set([...whole, ...runs.long].flat(2))]
