import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProcessEngine } from '../../server/engines/process.ts'
import { rejectionOf } from '../engines/harness.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'

/** A machine without bubblewrap: nothing separates a tenant's variables from Longshore's own user. */
let folder: string
let harness: ComputeHarness

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longshore-no-sandbox-'))
  const engine = createProcessEngine({ dataFolder: folder, bwrap: join(folder, 'no-bubblewrap') })
  harness = await computeHarness({ engine })
})

afterAll(async () => {
  await harness?.close()
  await harness?.engine.close()
  rmSync(folder, { recursive: true, force: true })
})

const steering = {
  NODE_OPTIONS: '--require=/tmp/evil.cjs',
  LD_PRELOAD: '/tmp/evil.so',
  LD_LIBRARY_PATH: '/tmp',
  PATH: '/tmp',
  BASH_ENV: '/tmp/evil.sh',
  NODE_PATH: '/tmp',
  NODE_EXTRA_CA_CERTS: '/tmp/evil.pem',
  NODE_REPL_EXTERNAL_MODULE: '/tmp/evil.cjs',
  GCONV_PATH: '/tmp',
  OPENSSL_CONF: '/tmp/evil.cnf',
  SSLKEYLOGFILE: '/tmp/keys',
  GLIBC_TUNABLES: 'glibc.malloc.check=3',
  TMPDIR: '/tmp',
  UV_USE_IO_URING: '1',
}

test.for(Object.entries(steering))(
  "creating an instance with %s is rejected with the variable's name",
  async ([name, value]) => {
    const environment = [
      { name: 'GREETING', value: 'Hello' },
      { name, value },
    ]
    await expect(harness.deploy({ environment })).rejects.toMatchObject({
      code: 'invalid',
      fields: [
        { field: 'environment.1.name', message: expect.stringMatching(new RegExp(`${name} changes how.*Remove it`)) },
      ],
    })
  },
)

test('the engine rejects them too, before anything is started', async () => {
  const { code, message } = await rejectionOf(
    harness.engine.start({
      id: 'steered',
      image: 'longshore/clock:1',
      environment: steering,
      ports: [],
      limits: { cpuMilli: 500, memoryBytes: 134_217_728 },
      labels: {},
    }),
  )
  expect(code).toBe('invalidSpec')
  expect(message).toMatch(/NODE_OPTIONS changes how programs are loaded/)
  expect(await harness.engine.inspect('steered')).toBeUndefined()
})

test('ordinary variables are passed on, but cannot redirect where the program writes', async () => {
  const elsewhere = join(folder, 'elsewhere')
  const environment = [
    { name: 'TITLE', value: 'Ordinary' },
    { name: 'DATA_FOLDER', value: elsewhere },
    { name: 'HOME', value: elsewhere },
  ]
  const made = await harness.deploy({ image: 'longshore/guestbook:1', environment })
  const active = await harness.inState(made._id, 'Active')
  const port = active.ports[0]?.hostPort
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('Ordinary')
  expect(readdirSync(folder)).not.toContain('elsewhere')
})
