import { check } from './check.ts'
import { playwrightTests } from './playwright-tests.ts'
import type { Stage } from './stage.ts'
import { vitestProject } from './vitest-project.ts'

/** The stages of `npm test`, the fastest first. */
export const stages: Stage[] = [
  check('types', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']),
  check('lint', [
    'node_modules/@biomejs/biome/bin/biome',
    'ci',
    `--colors=${process.stdout.isTTY ? 'force' : 'off'}`,
    '.',
  ]),
  vitestProject('floor-plan', 'checks'),
  check('unused', ['node_modules/knip/bin/knip.js']),
  check('build', ['scripts/build.mjs']),
  check('size', ['scripts/testing/check-first-load.ts']),
  vitestProject('unit', 'unit'),
  vitestProject('server', 'server'),
  vitestProject('engines', 'engines', ['containers']),
  vitestProject('faults', 'faults', ['containers']),
  vitestProject('security', 'security', ['containers']),
  playwrightTests('browser'),
  { ...vitestProject('long', 'long', ['containers']), isLong: true },
]
