import { existsSync } from 'node:fs'
import { pingDocker } from '../../server/engines/choice/find-docker.ts'
import { createDockerEngine } from '../../server/engines/docker.ts'
import { engineSuite } from './suite.ts'

const sockets = [`${process.env.XDG_RUNTIME_DIR ?? '/run/user/0'}/podman/podman.sock`, '/run/podman/podman.sock']
const socket = process.env.LONGSHORE_TEST_PODMAN_SOCKET ?? sockets.find((path) => existsSync(path))
const host = socket && (await pingDocker(socket, 2000)) ? socket : undefined

/** Podman is optional, so its absence is no failure in CI either. */
if (host) {
  engineSuite(async () => ({
    name: 'docker',
    reportsOutOfMemory: false,
    open: (installationId) => createDockerEngine({ installationId, dockerHost: host }),
    stop: async () => {},
  }))
}
