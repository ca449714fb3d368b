import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect } from 'vitest'
import { probeTcp } from '../../../server/engines/probe/probe-tcp.ts'
import { deploy, fetchPage, rejectionOf, spec, type withEngine } from '../harness.ts'

type Suite = ReturnType<typeof withEngine>

const hello = { ports: [{ containerPort: 8080 }] }

export function networkTests({ test, it }: Suite): void {
  test('passes the environment to the workload, which responds on its port', async () => {
    const environment = { GREETING: 'Hello <you> & "all"', ENVIRONMENT: 'preview of 5 = five' }
    const workload = await deploy(it.engine, spec('longshore/hello:1', { ...hello, environment }))
    expect(workload.ports).toEqual([{ containerPort: 8080, hostPort: expect.any(Number) }])
    const page = await fetchPage(workload)
    expect(page).toContain('Hello &#60;you&#62; &#38; &#34;all&#34;')
    expect(page).toContain('preview of 5 = five')
  })

  test('publishes ports on loopback only', async () => {
    const workload = await deploy(it.engine, spec('longshore/hello:1', hello))
    await fetchPage(workload)
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    const outside = addresses.filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of outside) {
      expect(await canConnect(address, workload.ports[0]?.hostPort ?? 0), address).toBe(false)
    }
  })

  test('uses the requested host port', async () => {
    const hostPort = await withListener(async (port) => port)
    const workload = await deploy(it.engine, spec('longshore/hello:1', { ports: [{ containerPort: 8080, hostPort }] }))
    expect(workload.ports).toEqual([{ containerPort: 8080, hostPort }])
    expect(await fetchPage(workload, '/health')).toContain('ok')
  })

  test('rejects a port that is in use', async () => {
    await it.engine.pull('longshore/hello:1', {})
    await withListener(async (hostPort) => {
      const workloadSpec = spec('longshore/hello:1', { ports: [{ containerPort: 8080, hostPort }] })
      const { code, message } = await rejectionOf(it.engine.start(workloadSpec))
      expect(code).toBe('portTaken')
      expect(message).toMatch(/in use by another program\. Free it, or choose another port\.$/)
    })
  })

  test('assigns every workload its own port', async () => {
    const all = await Promise.all([1, 2, 3].map(() => deploy(it.engine, spec('longshore/hello:1', hello))))
    expect(new Set(all.map(({ ports }) => ports[0]?.hostPort)).size).toBe(3)
    for (const workload of all) expect(await fetchPage(workload, '/health')).toContain('ok')
  })

  test('a connection is not kept open while nothing listens behind the port', async () => {
    const workload = await deploy(it.engine, spec('longshore/clock:1', hello))
    expect(await it.engine.listens(workload, 8080)).not.toBe(true)
    const at = { host: '127.0.0.1', port: workload.ports[0]?.hostPort ?? 0 }
    // What accepts connections for the workload closes them as soon as it has time for that.
    await expect.poll(() => probeTcp(at, AbortSignal.timeout(1000))).toBeDefined()
  })

  test('does not report a workload as not listening once its port responds', async () => {
    const workload = await deploy(it.engine, spec('longshore/hello:1', hello))
    await fetchPage(workload)
    expect(await it.engine.listens(workload, 8080)).not.toBe(false)
  })

  test('carries a WebSocket', async () => {
    const workload = await deploy(it.engine, spec('longshore/echo:1', hello))
    await fetchPage(workload)
    const socket = new WebSocket(`ws://127.0.0.1:${workload.ports[0]?.hostPort}/`)
    const sent = 'a long message '.repeat(5000)
    const received = new Promise((resolve, reject) => {
      socket.addEventListener('open', () => socket.send(sent))
      socket.addEventListener('message', ({ data }) => resolve(data))
      socket.addEventListener('error', reject)
    })
    expect(await received).toBe(sent)
    socket.close()
  })
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 })
    const end = (could: boolean) => {
      socket.destroy()
      resolve(could)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}

/** Listens on a loopback port while `use` runs. */
async function withListener<T>(use: (port: number) => Promise<T>): Promise<T> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    return await use(typeof address === 'object' && address ? address.port : 0)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}
