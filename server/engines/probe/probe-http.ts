import { request } from 'node:http'
import type { HttpProbe } from '../interface/commands.ts'

/** Sends one GET request to a published port, and reads no body. Resolves with a reason unless the answer is good. */
export function probeHttp(
  { host, port }: { host: string; port: number },
  { containerPort, path, headers }: HttpProbe,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const silent = `Port ${containerPort} did not answer the HTTP request.`
    try {
      const sent = request({
        host,
        port,
        path,
        headers: { host: `localhost:${containerPort}`, ...headers },
        agent: false,
        signal,
      })
      sent.once('response', (response) => {
        response.destroy()
        const status = response.statusCode ?? 0
        resolve(status >= 200 && status < 400 ? undefined : `${path} answered with status ${status}.`)
      })
      sent.on('error', () => resolve(silent))
      sent.once('close', () => resolve(silent))
      sent.end()
    } catch {
      // Node rejects characters that no path or header may contain.
      resolve('The path or a header of the probe is not valid.')
    }
  })
}
