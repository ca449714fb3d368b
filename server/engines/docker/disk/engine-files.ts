import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The engine stores these files outside the container's layer and mounts them, so the layer's size and limit do not
 * include them.
 */
const engineFiles = ['hosts', 'resolv.conf', 'hostname']

/**
 * Returns the bytes of `/etc/hosts` and similar files of a container. They are read from the engine's folder, because
 * measuring them through the engine would mount every container again. Without read permission they count as 0, and
 * only the file size limit bounds them.
 */
export async function engineFileBytes(engineRoot: string, containerId: string): Promise<number> {
  const sizes = await Promise.all(
    engineFiles.map((name) =>
      stat(join(engineRoot, 'containers', containerId, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
