import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface ReverseProxy {
  port: number
  pid: number
  stop(): Promise<void>
}

const START_MS = 10_000

/** Paths of PEM files. */
export interface TlsFiles {
  certificate: string
  key: string
}

/** TLS 1.3 without resumption. */
const tlsLines = ({ certificate, key }: TlsFiles): string =>
  `ssl_certificate ${certificate}; ssl_certificate_key ${key}; ssl_protocols TLSv1.3; ssl_session_tickets off; ssl_session_cache off;`

/**
 * Starts Debian’s nginx on a loopback port, configured as our guide describes: connections to the target are kept and
 * shared.
 */
export const startNginx = (targetPort: number, setHost?: string, tls?: TlsFiles): Promise<ReverseProxy> =>
  start('nginx', (folder, port) => ({
    configuration: `
      daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log error;
      events { worker_connections 1024; }
      http {
        access_log off;
        client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
        uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
        keepalive_requests 1000000;
        upstream target { server 127.0.0.1:${targetPort}; keepalive 64; keepalive_requests 1000000; }
        server {
          listen 127.0.0.1:${port}${tls ? ' ssl' : ''};
          ${tls ? tlsLines(tls) : ''}
          client_max_body_size 64m;
          location / {
            proxy_pass http://target;
            proxy_http_version 1.1;
            proxy_request_buffering off;
            proxy_buffering off;
            proxy_set_header Host ${setHost ?? '$http_host'};
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
          }
        }
      }`,
    command: ['nginx', '-e', `${folder}/error.log`, '-p', folder, '-c', `${folder}/configuration`],
  }))

/** Starts Debian’s nginx on a loopback port, which answers every request with a text. */
export const startStaticNginx = (text: string): Promise<ReverseProxy> =>
  start('nginx', (folder, port) => ({
    configuration: `
      daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log error;
      events { worker_connections 4096; }
      http {
        access_log off;
        keepalive_requests 1000000;
        server {
          listen 127.0.0.1:${port};
          location / { default_type text/plain; return 200 '${text}'; }
        }
      }`,
    command: ['nginx', '-e', `${folder}/error.log`, '-p', folder, '-c', `${folder}/configuration`],
  }))

/** Starts Debian’s HAProxy on a loopback port. Idle connections to the target are shared between clients. */
export const startHaproxy = (targetPort: number): Promise<ReverseProxy> =>
  start('haproxy', (folder, port) => ({
    configuration: `
global
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option forwardfor
  http-reuse always
  retry-on conn-failure empty-response
frontend visitors
  bind 127.0.0.1:${port}
  http-request set-header X-Forwarded-Proto http
  default_backend target
backend target
  http-request disable-l7-retry if !METH_GET
  server longshore 127.0.0.1:${targetPort}
`,
    command: ['haproxy', '-db', '-f', `${folder}/configuration`],
  }))

type Plan = (folder: string, port: number) => { configuration: string; command: string[] }

async function start(name: string, plan: Plan): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), `longshore-${name}-`))
  const port = await freePort()
  const { configuration, command } = plan(folder, port)
  writeFileSync(join(folder, 'configuration'), configuration)
  const [program = '', ...args] = command
  const path = ['/usr/sbin', '/usr/bin', '/usr/local/sbin'].map((place) => join(place, program)).find(existsSync)
  const child = spawn(path ?? program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (part: Buffer) => {
    output += part
  })
  const deadlineMs = Date.now() + START_MS
  while (!(await accepts(port))) {
    if (hasEnded(child) || Date.now() > deadlineMs) throw new Error(`${name} did not start: ${output}`)
    await delay(20)
  }
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      if (!hasEnded(child)) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
