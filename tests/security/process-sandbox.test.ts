import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processTree } from '../../server/engines/process/system/process-tree.ts'
import type { RunRecord } from '../../server/engines/process/workload-folder.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { scaleToLoad } from '../scale-to-load.ts'
import { until } from '../server/until.ts'
import { type ProcessProduct, reporting, startProcessProduct } from './process-harness.ts'

/**
 * Attacks by a tenant's own program, run by the real control plane. They require bubblewrap, which the test set-up
 * installs.
 */
let product: ProcessProduct
let outside: string

beforeAll(async () => {
  outside = mkdtempSync(join(tmpdir(), 'longshore-outside-'))
  product = await startProcessProduct()
})

afterAll(async () => {
  await product?.end()
  rmSync(outside, { recursive: true, force: true })
})

async function report<T>(attack: string, environment: Record<string, string> = {}): Promise<T> {
  const instance = await product.run(reporting(attack), environment)
  // On a busy machine the gateway may answer the first visit with its own page.
  const page = await until(async () => {
    const text = await product.visit(instance)
    return !text.startsWith('<') && text
  }, scaleToLoad(10_000))
  return JSON.parse(page)
}

/** Finds the workload whose labels name the instance. */
function runOf({ _id }: Instance): RunRecord {
  const folder = join(product.controlPlane.dataFolder, 'workloads')
  const read = (workload: string, file: string) => JSON.parse(readFileSync(join(folder, workload, file), 'utf8'))
  const found = readdirSync(folder).find((workload) => read(workload, 'spec.json').labels.instance === _id)
  if (!found) throw new Error(`No workload of ${_id}`)
  return read(found, 'run.json')
}

test('a program reaches neither the API, nor PostgreSQL, nor another workload, nor any other address', async () => {
  const victim = await product.run(reporting("return 'the neighbour answers'"))
  expect(await product.visit(victim)).toContain('the neighbour answers')
  const [postgres = ''] = globSync(join(product.controlPlane.dataFolder, '**/.s.PGSQL.*[0-9]'))
  expect(existsSync(postgres)).toBe(true)
  const onAll = createServer((socket) => socket.end('reached')).listen(0, '0.0.0.0')
  const abstract = createServer((socket) => socket.end('reached')).listen('\0longshore-attack')
  const address = onAll.address()
  const anyPort = typeof address === 'object' && address ? address.port : 0
  const { ports } = runOf(victim)
  try {
    const reached = await report<Record<string, string>>(`return Object.fromEntries(await Promise.all(Object.entries({
      api: { host: '127.0.0.1', port: ${product.controlPlane.port} },
      apiBySix: { host: '::1', port: ${product.controlPlane.port} },
      neighbour: { host: '127.0.0.1', port: ${ports[0]?.hostPort} },
      machine: { host: '127.0.0.1', port: ${anyPort} },
      everyAddress: { host: '0.0.0.0', port: ${anyPort} },
      testNet: { host: '192.0.2.1', port: 80 },
      linkLocal: { host: '169.254.169.254', port: 80 },
      bySix: { host: '2001:db8::1', port: 80 },
      postgres: { path: ${JSON.stringify(postgres)} },
      docker: { path: '/var/run/docker.sock' },
      abstract: { path: '\\0longshore-attack' },
    }).map(async ([name, options]) => [name, await reach(options)])))`)
    expect(reached).toEqual({
      ...{ api: 'ECONNREFUSED', apiBySix: 'ECONNREFUSED', neighbour: 'ECONNREFUSED', machine: 'ECONNREFUSED' },
      ...{ everyAddress: 'ECONNREFUSED', testNet: 'ENETUNREACH', linkLocal: 'ENETUNREACH', bySix: 'ENETUNREACH' },
      ...{ postgres: 'ENOENT', docker: 'ENOENT', abstract: 'ECONNREFUSED' },
    })
    // On the neighbour's port number, the attacker reaches only itself.
    expect(await product.visit(victim)).toContain('the neighbour answers')
  } finally {
    onAll.close()
    abstract.close()
  }
})

test('a program sees no process, file or secret of the machine', async () => {
  const { dataFolder, pid } = product.controlPlane
  const seen = await report<Record<string, unknown>>(`return {
    processes: fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length,
    first: fs.readFileSync('/proc/1/environ', 'latin1'),
    data: tried(() => fs.readdirSync(${JSON.stringify(dataFolder)})),
    etc: tried(() => fs.readFileSync('/etc/shadow')),
    home: tried(() => fs.readdirSync('/root')),
    memory: tried(() => fs.readFileSync('/proc/${pid}/mem')),
    kill: tried(() => process.kill(${pid}, 0)),
    outsiders: tried(() => process.kill(-${pid}, 'SIGKILL')),
    root: fs.readdirSync('/').sort(),
  }`)
  expect(seen).toMatchObject({ data: 'ENOENT', etc: 'ENOENT', home: 'ENOENT', memory: 'ENOENT' })
  expect(seen).toMatchObject({ kill: 'ESRCH', outsiders: 'ESRCH' })
  expect(seen.processes).toBeLessThanOrEqual(2)
  expect(seen.first).not.toMatch(/LONGSHORE|DATABASE|SECRET|HOME=/)
  expect(seen.root).not.toContain('root')
  expect(product.controlPlane.isUp()).toBe(true)
})

test('a program cannot gain privileges, and can write only to its own folder', async () => {
  const held = await report<Record<string, string>>(`
    const status = fs.readFileSync('/proc/self/status', 'latin1')
    const line = (name) => new RegExp('^' + name + ':\\\\s*(\\\\S+)', 'm').exec(status)?.[1]
    const fill = (folder) => tried(() => {
      for (let mb = 0; mb < 256; mb += 1) fs.appendFileSync(folder + '/filling', Buffer.alloc(1 << 20))
    })
    const filled = { shm: fill('/dev/shm'), tmp: fill('/tmp') }
    return {
      uid: String(process.getuid()), bounding: line('CapBnd'), effective: line('CapEff'), noNew: line('NoNewPrivs'),
      root: tried(() => fs.writeFileSync('/file', '')),
      dev: tried(() => fs.writeFileSync('/dev/file', '')),
      programs: tried(() => fs.writeFileSync('/usr/bin/file-of-mallory', '')),
      node: tried(() => fs.writeFileSync('/longshore/bin/node', '')),
      kernel: tried(() => fs.writeFileSync('/proc/sys/kernel/core_pattern', '|/data/evil')),
      ports: tried(() => fs.writeFileSync('/proc/sys/net/ipv4/ip_forward', '1')),
      namespaces: String(cp.spawnSync('/usr/bin/unshare', ['--user', '--net', '/bin/true']).status),
      mount: String(cp.spawnSync('/bin/mount', ['-t', 'tmpfs', 'tmpfs', '/data']).status !== 0),
      own: tried(() => fs.writeFileSync('/data/mine', 'x')),
      ...filled,
    }`)
  expect(held).toEqual({
    ...{ uid: '1000', bounding: '0000000000000000', effective: '0000000000000000', noNew: '1' },
    ...{ root: 'EROFS', dev: 'EROFS', programs: 'EROFS', node: 'EROFS' },
    ...{ kernel: 'EACCES', ports: 'EACCES', namespaces: '1', mount: 'true', own: 'done', shm: 'ENOSPC', tmp: 'ENOSPC' },
  })
})

test('outside the sandbox a program runs as an unprivileged user, and its variables are in no process list', async () => {
  const secret = 'swordfish-of-mallory'
  const instance = await product.run(reporting('return process.env.TOKEN'), { TOKEN: secret })
  expect(await product.visit(instance)).toContain(secret)
  const { childPid } = runOf(instance)
  const tree = processTree(childPid)
  expect(tree.length).toBeGreaterThanOrEqual(3)
  for (const pid of tree) {
    const ids = /^Uid:\s+(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]?.split('\t')
    if (process.getuid?.() === 0) expect(new Set(ids)).toEqual(new Set(['65530']))
  }
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    expect(commandLine(pid), pid).not.toContain(secret)
  }
})

test('a program holds no socket of the relay, whatever it does to its folder', async () => {
  const instance = await product.run(
    reporting(`
      for (const name of fs.readdirSync('/data')) fs.rmSync('/data/' + name, { recursive: true })
      for (const name of ['relay', 'relay.sock', 'socket', 'port.sock', 'files', 'run.json', 'launch.json'])
        tried(() => fs.symlinkSync('/var/run/docker.sock', '/data/' + name))
      const open = fs.readdirSync('/proc/self/fd').map((fd) => tried(() => fs.readlinkSync('/proc/self/fd/' + fd)))
      const listed = fs.readFileSync('/proc/net/unix', 'latin1')
      return { listening: listed.split('\\n').filter((line) => / 00010000 /.test(line)), inherited: open.length < 40 }`),
  )
  for (let round = 0; round < 3; round += 1) {
    expect(JSON.parse(await product.visit(instance))).toEqual({ listening: [], inherited: true })
  }
})

test('the host port closes with the program', async () => {
  const instance = await product.run(reporting('return 1'))
  const [port] = runOf(instance).ports
  const closed = await product.api.request('POST', `compute-instance/${instance._id}/close`, {
    organizationId: instance.organizationId,
  })
  expect(closed.status).toBe(200)
  await until(
    () =>
      fetch(`http://127.0.0.1:${port?.hostPort}/`).then(
        () => false,
        (error: Error) => /ECONNREFUSED/.test(String(error.cause)),
      ),
    20_000,
  )
})

test('a fork bomb is ended, and the control plane keeps running', async () => {
  const { body } = await product.create({
    command: ['sh', '-c', 'bomb() { bomb | bomb & }; while :; do bomb; done'],
    machineImageId: 'nano',
  })
  const ended = await until(async () => {
    const now = body.instance && (await product.api.instance(body.instance._id))
    return now?.state === 'Closed' || JSON.stringify(now).match(/more (memory|processes) than/) ? now : undefined
  }, 60_000)
  expect(JSON.stringify(ended)).toMatch(/more (memory|processes) than/)
  expect((await fetch(`${product.controlPlane.url}/api/health`)).status).toBe(200)
})

test('variables that affect program loading have no effect outside the sandbox', async () => {
  const marker = join(outside, 'run')
  const folder = join(outside, 'bin')
  const environment = {
    PATH: folder,
    LD_DEBUG: 'files',
    LD_DEBUG_OUTPUT: join(outside, 'ld'),
    NODE_OPTIONS: `--require=${join(outside, 'evil.cjs')}`,
    BASH_ENV: join(outside, 'evil.sh'),
  }
  writeEvil(outside, folder, marker)
  const { body } = await product.create({
    command: ['/longshore/bin/node', '-e', "console.log('inside')"],
    environment: Object.entries(environment).map(([name, value]) => ({ name, value })),
  })
  const ended = await product.settled(body.instance as Instance)
  expect(ended.state).not.toBe('Starting')
  expect(readdirSync(outside).filter((name) => name.startsWith('ld') || name === 'run')).toEqual([])
})

/** Writes programs that leave a mark where only a process outside the sandbox can. */
function writeEvil(folder: string, programs: string, marker: string): void {
  mkdirSync(programs)
  for (const name of ['bwrap', 'node', 'setpriv', 'env', 'sh']) {
    writeFileSync(join(programs, name), `#!/bin/sh\n: > ${marker}\n`, { mode: 0o755 })
  }
  writeFileSync(join(folder, 'evil.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`)
  writeFileSync(join(folder, 'evil.sh'), `: > ${marker}`)
  chmodSync(folder, 0o777)
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return '' // The process has ended.
  }
}
