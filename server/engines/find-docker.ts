import { request } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Lists the default sockets of container engines, the most common first. */
export function defaultSockets(environment: NodeJS.ProcessEnv): string[] {
  const home = homedir()
  const runtime = environment.XDG_RUNTIME_DIR
  return [
    '/var/run/docker.sock',
    ...(runtime ? [join(runtime, 'docker.sock'), join(runtime, 'podman/podman.sock')] : []),
    '/run/podman/podman.sock',
    join(home, '.docker/run/docker.sock'),
    join(home, '.colima/default/docker.sock'),
  ].map((path) => `unix://${path}`)
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
