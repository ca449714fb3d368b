import { request } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where container engines listen when nobody says otherwise, the usual first. */
export function usualSockets(environment: NodeJS.ProcessEnv): string[] {
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

/** Whether a container engine answers there; the small look that spares loading its client when there is none. */
export function pingDocker(host: string, limitMs: number): Promise<boolean> {
  const url = new URL(host.startsWith('/') ? `unix://${host}` : host)
  // An engine behind TLS or SSH was named by a person; only its client can tell whether it answers.
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
