import { Agent } from 'node:http'
import type { Readable } from 'node:stream'
import { inspect } from 'node:util'
import type Docker from 'dockerode'
import type { AuthConfig } from 'dockerode'

type DialOptions = Parameters<Docker['modem']['dial']>[0]

/** One engine's API: dockerode for ordinary calls, `stream` for responses that must not be buffered in memory. */
export interface DockerClient {
  docker: Docker
  stream(request: StreamRequest): Promise<Readable>
  /** Requests a small JSON response, with an abort signal that dockerode's own methods do not accept. */
  getJson<T>(path: string, signal: AbortSignal, more?: GetJsonOptions): Promise<T>
  /** Requested from the engine once. */
  isPodman(): Promise<boolean>
  /** Whether the engine shares this machine's file systems. */
  isLocal: boolean
  close(): void
}

export interface GetJsonOptions {
  query?: StreamRequest['query']
  authconfig?: AuthConfig
}

export interface StreamRequest {
  path: string
  query: Record<string, string | number | boolean>
  signal?: AbortSignal | undefined
}

/**
 * dockerode prints the options of each request for its debug log, also when nobody reads it. Printing an agent with all
 * its sockets takes tens of milliseconds.
 */
class BriefAgent extends Agent {
  [inspect.custom](): string {
    return 'Agent'
  }
}

/** TLS material in PEM, for an engine that asks for it. */
export interface DockerTls {
  ca: string
  cert: string
  key: string
}

/** Loads dockerode only when a container engine is used: loading takes 100 ms and 10 MB. */
export async function connectDocker(
  dockerHost: string | undefined,
  { tls, isElsewhere = false }: { tls?: DockerTls | undefined; isElsewhere?: boolean } = {},
): Promise<DockerClient> {
  const { default: Dockerode } = await import('dockerode')
  const docker = new Dockerode(connectionOptions(dockerHost, tls))
  // The types of dockerode lack both.
  const modem = docker.modem as Docker['modem'] & { protocol: string; agent?: Agent }
  const agent = modem.protocol === 'http' ? new BriefAgent({ keepAlive: true }) : undefined
  if (agent) modem.agent = agent
  let podman: Promise<boolean> | undefined
  return {
    docker,
    stream: ({ path, query, signal }) => dial(docker, { path: `${path}?`, options: query, isStream: true }, signal),
    getJson: (path, signal, { query, authconfig } = {}) =>
      dial(
        docker,
        { ...(query ? { path: `${path}?`, options: query } : { path }), ...(authconfig ? { authconfig } : {}) },
        signal,
      ),
    isPodman: () => {
      podman ??= docker.version().then(namesPodman)
      podman.catch(() => {
        podman = undefined
      })
      return podman
    },
    // The socket may be the end of a tunnel.
    isLocal: !isElsewhere && /^(unix:|\/|$)/.test(dockerHost ?? process.env.DOCKER_HOST ?? ''),
    close: () => agent?.destroy(),
  }
}

function namesPodman({ Components }: Docker.DockerVersion): boolean {
  return Components?.some(({ Name }) => /podman/i.test(Name)) ?? false
}

function connectionOptions(dockerHost: string | undefined, tls?: DockerTls): Docker.DockerOptions {
  // dockerode reads DOCKER_HOST and its certificate settings itself.
  if (!dockerHost || (dockerHost === process.env.DOCKER_HOST && !tls)) return {}
  if (dockerHost.startsWith('/')) return { host: undefined, socketPath: dockerHost }
  const url = new URL(dockerHost)
  if (url.protocol === 'unix:' || url.protocol === 'npipe:') return { host: undefined, socketPath: url.pathname }
  if (url.protocol === 'ssh:')
    return { host: url.hostname, port: url.port || '22', protocol: 'ssh', username: url.username || undefined }
  const isSecure = tls !== undefined || url.protocol === 'https:'
  const port = url.port || (isSecure ? '2376' : '2375')
  // Given as a whole, so that no certificate of DOCKER_CERT_PATH is sent to another engine.
  const { ca, cert, key } = tls ?? {}
  return { host: url.hostname, port, protocol: isSecure ? 'https' : 'http', ca, cert, key }
}

function dial<T>(docker: Docker, request: DialOptions, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const call = {
      ...request,
      method: 'GET',
      statusCodes: { 200: true, 404: 'not found', 409: 'conflict', 500: 'server error' },
      ...(signal ? { abortSignal: signal } : {}),
    }
    docker.modem.dial(call, (error: Error | null, response: unknown) => {
      if (error) reject(error)
      else resolve(response as T) // T follows the engine's API documentation.
    })
  })
}
