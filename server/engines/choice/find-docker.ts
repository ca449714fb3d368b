import { request } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A place where a container engine may listen. Its name is that of the engine in rows, so it never changes. */
export interface DefaultSocket {
  name: string
  title: string
  host: string
}

/** Lists the default sockets of container engines, the most common first. */
export function defaultSockets(environment: NodeJS.ProcessEnv): DefaultSocket[] {
  const home = homedir()
  const runtime = environment.XDG_RUNTIME_DIR
  const socket = (name: string, title: string, path: string) => ({ name, title, host: `unix://${path}` })
  return [
    socket('docker-system', 'Docker', '/var/run/docker.sock'),
    ...(runtime
      ? [
          socket('docker-rootless', 'Docker without root', join(runtime, 'docker.sock')),
          socket('podman-rootless', 'Podman without root', join(runtime, 'podman/podman.sock')),
        ]
      : []),
    socket('podman', 'Podman', '/run/podman/podman.sock'),
    socket('docker-desktop', 'Docker Desktop', join(home, '.docker/run/docker.sock')),
    socket('colima', 'Colima', join(home, '.colima/default/docker.sock')),
  ]
}

/**
 * Resolves with whether a container engine responds. A plain HTTP request, so that its client is loaded only when an
 * engine exists.
 */
export function pingDocker(host: string, limitMs: number): Promise<boolean> {
  const url = new URL(host.startsWith('/') ? `unix://${host}` : host)
  // An operator configured an engine behind TLS or SSH; only its client can check whether it responds.
  if (url.protocol === 'ssh:' || url.protocol === 'https:' || url.port === '2376') return Promise.resolve(true)
  const where = url.hostname ? { host: url.hostname, port: url.port || 2375 } : { socketPath: url.pathname }
  return new Promise((resolve) => {
    const ping = request(
      { ...where, path: '/_ping', signal: AbortSignal.timeout(limitMs), agent: false },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      },
    )
    ping.once('error', () => resolve(false))
    ping.end()
  })
}
