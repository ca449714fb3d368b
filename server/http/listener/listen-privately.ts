import { rmSync } from 'node:fs'
import type { Server } from 'node:net'

/** Listens on a Unix socket that only this user can open. Replaces the socket of a process that was killed. */
export function listenPrivately(server: Server, path: string): Promise<void> {
  rmSync(path, { force: true })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // The file gets its mode when it is created: with a later chmod, others could connect before it.
    const before = process.umask(0o177)
    try {
      server.listen(path, () => {
        server.off('error', reject)
        resolve()
      })
    } finally {
      process.umask(before)
    }
  })
}
