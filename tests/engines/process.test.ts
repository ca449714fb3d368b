import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { findSystemProgram } from '../../server/engines/process/sandbox/system-programs.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { type HarnessStart, withEngine } from './harness.ts'
import { execTests } from './suite/exec-tests.ts'
import { networkTests } from './suite/network-tests.ts'
import { engineSuite } from './suite.ts'

const start =
  (bwrapIn: (folder: string) => string | undefined): HarnessStart =>
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'longshore-process-'))
    const bwrap = bwrapIn(folder)
    const open = async (installationId: string) =>
      createProcessEngine({ dataFolder: join(folder, installationId), bwrap })
    const { isolation } = await (await open('trial')).describe()
    return {
      name: 'process',
      reportsOutOfMemory: true,
      rejectsCommands: !isolation.includes('sandbox'),
      open,
      stop: async () => rmSync(folder, { recursive: true, force: true }),
    }
  }

const noBubblewrap = start((folder) => join(folder, 'no-bubblewrap'))

/** Simulates a kernel without network namespaces: the real bwrap, except that it rejects this option. */
const noNetworks = start((folder) => {
  const script = join(folder, 'bwrap')
  const real = findSystemProgram('bwrap') ?? '/usr/bin/bwrap'
  writeFileSync(script, `#!/bin/sh\ncase "$*" in *--unshare-net*) exit 1 ;; esac\nexec ${real} "$@"\n`)
  chmodSync(folder, 0o755)
  chmodSync(script, 0o755)
  return script
})

describe('with the strongest isolation of this machine', () => {
  engineSuite(start(() => undefined))
})

describe('in a sandbox without a network of its own', () => {
  const suite = withEngine(noNetworks)
  networkTests(suite)
  execTests(suite)

  suite.test('describes its isolation', async () => {
    if (suite.it.harness.rejectsCommands) return
    expect((await suite.it.engine.describe()).isolation).toMatch(/share its network/)
  })
})

describe('without a sandbox', () => {
  const suite = engineSuite(noBubblewrap)

  suite.test('describes its isolation', async () => {
    expect((await suite.it.engine.describe()).isolation).toMatch(/without isolation/)
  })
})
