import { createDockerEngine } from '../../server/engines/docker.ts'
import { startContainerEngine } from '../container-engine.ts'
import type { HarnessStart } from './harness.ts'

export const startDocker: HarnessStart = async () => {
  const found = await startContainerEngine()
  if ('skipped' in found) return found
  return {
    name: 'docker',
    reportsOutOfMemory: true,
    open: (installationId) => createDockerEngine({ installationId, dockerHost: found.host }),
    stop: found.stop,
  }
}
