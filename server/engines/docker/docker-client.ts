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

/** Loads dockerode only when a container engine is used: loading takes 100 ms and 10 MB. */
export async function connectDocker(dockerHost: string | undefined): Promise<DockerClient> {
  const { default: Dockerode } = await import('dockerode')
  const options = connectionOptions(dockerHost)
  const agent =
    options.protocol === 'https' || options.protocol === 'ssh' ? undefined : new BriefAgent({ keepAlive: true })
  // dockerode passes the agent on, but its types lack the option.
  const settings: Docker.DockerOptions & { agent?: Agent } = agent ? { ...options, agent } : options
  const docker = new Dockerode(settings)
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
    isLocal: /^(unix:|\/|$)/.test(dockerHost ?? process.env.DOCKER_HOST ?? ''),
    close: () => agent?.destroy(),
  }
}

function namesPodman({ Components }: Docker.DockerVersion): boolean {
  return Components?.some(({ Name }) => /podman/i.test(Name)) ?? false
}

function connectionOptions(dockerHost: string | undefined): Docker.DockerOptions {
  // dockerode reads DOCKER_HOST and its certificate settings itself.
  if (!dockerHost || dockerHost === process.env.DOCKER_HOST) return {}
  if (dockerHost.startsWith('/')) return { host: undefined, socketPath: dockerHost }
  const url = new URL(dockerHost)
  if (url.protocol === 'unix:' || url.protocol === 'npipe:') return { host: undefined, socketPath: url.pathname }
  const protocol = url.protocol === 'ssh:' ? 'ssh' : url.protocol === 'https:' ? 'https' : 'http'
  return { host: url.hostname, port: url.port || '2375', protocol, username: url.username || undefined }
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
