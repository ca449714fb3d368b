import { fileURLToPath } from 'node:url'

/** The control plane's program: bundled in whole test runs, which start it more than a hundred times. */
export const serverProgram: string =
  process.env.LONGSHORE_TEST_SERVER ?? fileURLToPath(new URL('../server/main.ts', import.meta.url))
