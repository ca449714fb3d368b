import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProcessEngine } from '../../server/engines/process.ts'
import { engineSuite } from './suite.ts'

engineSuite(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-process-'))
  return {
    name: 'process',
    tellsOutOfMemory: true,
    open: async (installationId) => createProcessEngine({ dataFolder: join(folder, installationId) }),
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  }
})
