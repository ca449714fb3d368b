import Docker from 'dockerode'
import { pingDocker } from '../server/engines/choice/find-docker.ts'
import { startPrivateDockerd } from './engines/bootstrap/private-dockerd.ts'
import { installMissingPackages } from './required-programs.ts'

export type TestContainerEngine = { host: string; stop(): Promise<void> } | { skipped: string }

const defaultSocket = 'unix:///var/run/docker.sock'
const probeTimeoutMs = 2000

/** Resolves with the address of this machine's engine; undefined if none responds. */
export async function engineOfMachine(): Promise<string | undefined> {
  const host = process.env.DOCKER_HOST ?? defaultSocket
  return (await pingDocker(host, probeTimeoutMs)) ? host : undefined
}

/**
 * Returns a container engine for tests: the one of this test run, the one of this machine, or a private one on a
 * temporary socket. Installs missing packages first when it runs as root.
 */
export async function startContainerEngine(): Promise<TestContainerEngine> {
  const given = process.env.LONGSHORE_TEST_DOCKER_HOST
  if (given) return { host: given, stop: async () => {} }
  const isRoot = process.getuid?.() === 0
  const missing = isRoot ? installMissingPackages() : undefined
  const host = await engineOfMachine()
  if (host) return { host, stop: async () => {} }
  if (!isRoot) {
    return {
      skipped: 'no container engine responds: start Docker or Podman, set DOCKER_HOST, or run the tests as root',
    }
  }
  return missing ? { skipped: missing } : startPrivateDockerd()
}

/** Returns a Docker API client for the engine at this address. */
export function dockerAt(host: string): Docker {
  const url = new URL(host)
  return new Docker(url.hostname ? { host: url.hostname, port: url.port } : { socketPath: url.pathname })
}
