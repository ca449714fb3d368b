import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'

const program = 'openssl'
const hasOpenssl = spawnSync(program, ['version']).status === 0
const withOpenssl = test.skipIf(!hasOpenssl)

let folder: string
let server: Server
const callers: string[] = []

const file = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(file(name), 'utf8')
const openssl = (...args: string[]) => execFileSync(program, args, { cwd: folder, stdio: 'ignore' })

/** Makes a certificate that the authority has signed. */
function sign(name: string): void {
  const request = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${name}`]
  openssl('req', ...request, '-keyout', `${name}.key`, '-out', `${name}.csr`)
  writeFileSync(file('names'), 'subjectAltName=IP:127.0.0.1')
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names']
  openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-days', '1', '-out', `${name}.pem`)
}

function authority(name: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`]
  openssl('req', '-x509', ...key, '-subj', `/CN=${name}`, '-days', '1', '-out', `${name}.pem`)
}

beforeAll(async () => {
  if (!hasOpenssl) return
  folder = mkdtempSync(join(tmpdir(), 'longshore-tls-'))
  authority('ca')
  authority('other')
  for (const name of ['engine', 'control']) sign(name)
  const tls = { ca: read('ca.pem'), cert: read('engine.pem'), key: read('engine.key') }
  server = createServer({ ...tls, requestCert: true, rejectUnauthorized: true }, (request, response) => {
    callers.push(request.method ?? '')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ID: 'secured', Version: '1', NCPU: 1, MemTotal: 1 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server?.closeAllConnections()
  server?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const describeWith = async (tls: { ca: string; cert: string; key: string } | undefined) => {
  const { port } = server.address() as AddressInfo
  const engine = await createDockerEngine({ installationId: 'tls', dockerHost: `tcp://127.0.0.1:${port}`, tls })
  return engine.describe(AbortSignal.timeout(5000)).finally(() => engine.close())
}

withOpenssl('an engine behind TLS is reached with the certificate that it asks for', async () => {
  const tls = { ca: read('ca.pem'), cert: read('control.pem'), key: read('control.key') }
  expect(await describeWith(tls)).toMatchObject({ id: 'secured' })
})

withOpenssl(
  'an engine that another authority signed, or that knows no certificate of the caller, is not reached',
  async () => {
    const before = callers.length
    const control = { cert: read('control.pem'), key: read('control.key') }
    await expect(describeWith({ ca: read('other.pem'), ...control })).rejects.toThrow()
    const unknown = { cert: read('other.pem'), key: read('other.key') }
    await expect(describeWith({ ca: read('ca.pem'), ...unknown })).rejects.toThrow()
    await expect(describeWith(undefined)).rejects.toThrow()
    expect(callers).toHaveLength(before)
  },
)
