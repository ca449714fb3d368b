import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Lent to each container by the engine from beside its layer, so that neither its size nor its limit covers them. */
const lentFiles = ['hosts', 'resolv.conf', 'hostname']

/**
 * What a container has written to `/etc/hosts` and its like. Read from the engine's folder, where this process may: asking
 * the engine would mount each container anew. Where it may not, only the file size limit bounds them.
 */
export async function lentFileBytes(engineRoot: string, containerId: string): Promise<number> {
  const sizes = await Promise.all(
    lentFiles.map((name) =>
      stat(join(engineRoot, 'containers', containerId, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
