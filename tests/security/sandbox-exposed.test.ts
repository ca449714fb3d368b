import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../bench/support/control-plane.ts'
import { findOnPath } from '../../scripts/find-on-path.ts'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { skipFor } from '../faults/support/skip-for.ts'
import { startProcess, temporaryFolder } from '../server/control-plane.ts'
import { until } from '../server/until.ts'

let controlPlane: ControlPlane
beforeAll(async () => {
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
})
afterAll(() => controlPlane?.end())

/** Sends lines unchanged, and resolves with everything received. */
const raw = (lines: string[], port = controlPlane.port): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    let received = ''
    socket.setTimeout(10_000, () => socket.destroy(new Error('No response within 10 s.')))
    socket.on('data', (data) => {
      received += data
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
const get = (path: string, ...headers: string[]) => raw([`GET ${path} HTTP/1.1`, ...headers, 'Connection: close'])
const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])

const PATHS = [
  '/',
  '/login',
  '/assets/x.js',
  '/api/health',
  '/api/metrics',
  '/api/configuration',
  '/api/auth/github/login?sandbox_user=mallory',
  '/api/sandbox/mail',
  '/socket.io/?EIO=4&transport=polling',
]

test.each(['localhost', 'localhost:4600', 'LOCALHOST', '127.0.0.1:4600', '127.8.9.10', '[::1]:4600'])(
  'a script on this machine can use the name %s',
  async (host) => {
    expect(statusOf(await get('/api/health', `Host: ${host}`))).toBe(200)
    expect(await get('/api/auth/github/login?sandbox_user=ada', `Host: ${host}`)).toMatch(/location: .*token=eyJ/i)
  },
)

test.each([
  'longshore.example.org',
  'rebound.attacker.example:4600',
  'localhost.attacker.example',
  'attacker.example/localhost',
  '10.0.0.5',
  '127.0.0.1.attacker.example',
  '127.0.0.1.nip.io',
  '127.999.1.1',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  'localhost@attacker.example',
  '',
])('a request with a foreign host name (Host: %s) is rejected on every path', async (host) => {
  for (const path of PATHS) {
    const status = statusOf(await get(path, `Host: ${host}`))
    expect([400, 403], path).toContain(status)
  }
})

test('a request without a host, with two, or with a foreign absolute URL is rejected', async () => {
  expect(statusOf(await raw(['GET /api/health HTTP/1.0', 'Connection: close']))).toBe(403)
  expect([400, 403]).toContain(statusOf(await get('/api/health', 'Host: localhost', 'Host: attacker.example')))
  expect([400, 403]).toContain(statusOf(await get('/api/health', 'Host: attacker.example', 'Host: localhost')))
  expect(statusOf(await get('http://attacker.example/api/health', 'Host: localhost'))).toBe(403)
  expect(statusOf(await get('http://localhost/api/health', 'Host: attacker.example'))).toBe(403)
  expect(statusOf(await get('http://localhost/api/health', 'Host: localhost'))).not.toBe(403)
})

test.each([
  'X-Forwarded-For: 203.0.113.9',
  'X-Forwarded-For: 127.0.0.1',
  'X-Forwarded-Host: localhost',
  'X-Forwarded-Proto: https',
  'Forwarded: for=127.0.0.1',
  'Via: 1.1 proxy',
  'X-Real-IP: 127.0.0.1',
  'CF-Connecting-IP: 203.0.113.9',
  'CF-Ray: 1',
  'True-Client-IP: 203.0.113.9',
  'X-Client-IP: 203.0.113.9',
  'x-AMZN-trace-id: Root=1',
])('a forwarded request (%s) is rejected on every path', async (header) => {
  for (const path of PATHS) expect(statusOf(await get(path, 'Host: localhost', header)), path).toBe(403)
})

test.each(['https://attacker.example', 'http://localhost.attacker.example', 'null'])(
  'a page of %s cannot call any path',
  async (origin) => {
    for (const path of PATHS) expect(statusOf(await get(path, 'Host: localhost', `Origin: ${origin}`)), path).toBe(403)
  },
)

test('a form of the sandbox’s own page, sent with Origin: null, is accepted', async () => {
  const form = ['Host: localhost', 'Origin: null']
  expect(statusOf(await get('/api/health', ...form, 'Sec-Fetch-Site: same-origin'))).toBe(200)
  expect(statusOf(await get('/api/health', ...form, 'Sec-Fetch-Site: cross-site'))).toBe(403)
})

test('the error explains what to do, as a page and as JSON', async () => {
  const page = await get('/login', 'Host: longshore.example.org', 'Accept: text/html')
  expect(page).toMatch(/content-type: text\/html/i)
  expect(page).toContain('set LONGSHORE_MODE=production')
  const data = await get('/api/profile', 'Host: longshore.example.org', 'Accept: application/json')
  expect(JSON.parse(data.slice(data.indexOf('{')))).toMatchObject({
    error: 'sandboxOnly',
    message: expect.stringContaining('LONGSHORE_MODE=production'),
  })
})

test.each([
  ['a foreign name that resolves to this machine', ['Host: rebound.attacker.example']],
  ['a name below it', ['Host: hello.rebound.attacker.example']],
  ['a proxy', ['Host: localhost', 'X-Forwarded-For: 203.0.113.9']],
  ['a proxy, for an instance', ['Host: hello.localhost', 'Via: 1.1 proxy']],
])('a socket cannot be opened through %s', async (_what, headers) => {
  const response = await raw([
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    ...headers,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ])
  expect(statusOf(response)).toBe(403)
  expect(response).toContain('LONGSHORE_MODE=production')
})

test('host names of instances are served on this machine, but not through a proxy', async () => {
  expect(statusOf(await get('/', 'Host: nothing-here.localhost'))).toBe(404)
  expect(statusOf(await get('/', 'Host: nothing-here.localhost', 'X-Forwarded-For: 203.0.113.9'))).toBe(403)
  expect(statusOf(await get('/', 'Host: a.b.localhost'))).not.toBe(403)
})

describe('behind a real nginx', () => {
  const nginx = findOnPath('nginx')
  let folder: string
  let child: ChildProcess | undefined
  let port: number

  beforeAll(async () => {
    if (!nginx) return
    folder = await mkdtemp(join(tmpdir(), 'longshore-nginx-'))
    await chmod(folder, 0o755)
    port = await freePort()
    const own = (name: string) => `${join(folder, name)}`
    const location = (path: string, lines: string) =>
      `location ${path} { proxy_pass http://127.0.0.1:${controlPlane.port}/; proxy_http_version 1.1; ${lines} }`
    await writeFile(
      own('nginx.conf'),
      `daemon off; master_process off; pid ${own('pid')}; error_log ${own('error.log')};
events {}
http {
  access_log off;
  client_body_temp_path ${own('body')}; proxy_temp_path ${own('proxy')}; fastcgi_temp_path ${own('fastcgi')};
  uwsgi_temp_path ${own('uwsgi')}; scgi_temp_path ${own('scgi')};
  server {
    listen 127.0.0.1:${port};
    ${location('/usual/', 'proxy_set_header Host $host; proxy_set_header X-Real-IP $remote_addr; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;')}
    ${location('/host/', 'proxy_set_header Host $http_host;')}
    ${location('/upgrade/', 'proxy_set_header Host $http_host; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";')}
    location /plain/ { proxy_pass http://127.0.0.1:${controlPlane.port}/; }
    ${location('/via/', 'proxy_set_header Via "1.1 nginx";')}
  }
}
`,
    )
    child = spawn(nginx, ['-c', own('nginx.conf'), '-p', folder, '-e', own('error.log')], { stdio: 'ignore' })
    await until(async () => (await raw(['GET /none HTTP/1.0'], port).catch(() => '')).includes('404'))
  })
  afterAll(async () => {
    if (child) {
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  })

  const visit = (path: string, ...headers: string[]) =>
    raw([`GET ${path} HTTP/1.1`, 'Host: longshore.example.org', 'Connection: close', ...headers], port)

  test.each(['/plain', '/usual', '/host', '/upgrade', '/via'])(
    'rejects every request through the proxy (%s)',
    async (way) => {
      skipFor({ skip: (note) => expect.soft(note).toBeUndefined() }, nginx ? undefined : 'nginx is not installed')
      for (const path of PATHS) {
        const response = await visit(`${way}${path}`)
        expect(statusOf(response), path).toBe(403)
        expect(response).not.toMatch(/token=eyJ|set-cookie/i)
      }
    },
  )
})

test.each([
  [
    { HOST: '0.0.0.0' },
    /^The sandbox does not start: HOST=0\.0\.0\.0 would open it to other machines.*LONGSHORE_MODE=production/,
  ],
  [{ HOST: '::' }, /HOST=:: would open it/],
  [{ HOST: '192.0.2.7' }, /HOST=192\.0\.2\.7 would open it/],
  [
    { LONGSHORE_PUBLIC_URL: 'https://longshore.example.org' },
    /LONGSHORE_PUBLIC_URL=https:\/\/longshore\.example\.org would open it/,
  ],
])('a sandbox does not start with %j', async (environment, message) => {
  const folder = await temporaryFolder()
  try {
    const control = startProcess(folder.path, environment)
    expect([await control.ended(), control.out()]).toEqual([1, ''])
    expect(control.err()).toMatch(message)
    expect(control.err().trimEnd().split('\n')).toHaveLength(1)
  } finally {
    await folder.remove()
  }
})
