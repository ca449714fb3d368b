import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartUpError } from '../../start-up/start-up-error.ts'
import { connectGateway, type GatewayLink } from '../control/gateway-link.ts'
import type { GatewaySettings } from '../process/gateway-settings.ts'
import type { GatewayDriver } from './gateway-driver.ts'
import { listenErrorMessage } from './listen-error-message.ts'
import { createProcessFile } from './process-file.ts'
import { spawnGateway } from './spawn-gateway.ts'

export interface ProcessDriverOptions {
  settings: GatewaySettings
  dataFolder: string
  onError: (error: unknown) => void
}

const POLL_MS = 10
const START_MS = 15_000
const REPLACE_GRACE_MS = 5000
const STOP_GRACE_MS = 1000
const STOP_MS = 3000
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000

/** Adopts the gateway that runs on the data folder or starts one, and starts it again whenever it ends. */
export async function startProcessDriver({
  settings,
  dataFolder,
  onError,
}: ProcessDriverOptions): Promise<GatewayDriver> {
  const file = createProcessFile(join(dataFolder, 'gateway.pid'))
  const handlers: ((link: GatewayLink) => void)[] = []
  let isStopping = false
  let link = await ensure(settings)
  const { port } = link.hello
  void supervise(link)

  async function supervise(first: GatewayLink): Promise<void> {
    let retryMs = FIRST_RETRY_MS
    for (let current = first; ; ) {
      await current.closed
      if (isStopping) return
      try {
        current = await ensure({ ...settings, port })
        retryMs = FIRST_RETRY_MS
        await adopt(current)
      } catch (error) {
        onError(error)
        await delay(retryMs, undefined, { ref: false })
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
      }
    }
  }

  async function adopt(next: GatewayLink): Promise<void> {
    link = next
    if (isStopping) return end()
    for (const handler of handlers) handler(next)
  }

  async function ensure(requested: GatewaySettings): Promise<GatewayLink> {
    const running = await connectGateway(requested.controlSocket)
    if (running) {
      const { fingerprint, listenError } = running.hello
      if (fingerprint === requested.fingerprint && listenError === null) return running
      await running.release(REPLACE_GRACE_MS)
    } else {
      file.kill()
    }
    return start(requested)
  }

  async function start(requested: GatewaySettings): Promise<GatewayLink> {
    const child = spawnGateway(requested, join(dataFolder, 'gateway.log'))
    if (child.pid !== undefined) file.write(child.pid)
    for (const limitMs = performance.now() + START_MS; performance.now() < limitMs; await delay(POLL_MS)) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) break
      const started = await connectGateway(requested.controlSocket)
      if (!started) continue
      const { listenError, pid, failedSetting = 'PORT' } = started.hello
      if (pid !== child.pid) continue
      if (listenError === null) return started
      child.kill('SIGKILL')
      throw new StartUpError(
        listenErrorMessage(listenError, requested.host, portOf(requested, failedSetting), failedSetting),
      )
    }
    child.kill('SIGKILL')
    throw new StartUpError(`The gateway did not start. The file gateway.log in ${dataFolder} has the reason.`)
  }

  async function end(): Promise<void> {
    isStopping = true
    const ended = link.closed
    await link.release(STOP_GRACE_MS)
    await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })])
    link.close()
    file.kill()
    file.remove()
  }

  return {
    port,
    onConnect(handler) {
      handlers.push(handler)
      handler(link)
    },
    stop: end,
  }
}

const portOf = ({ port, httpPort, httpsPort }: GatewaySettings, setting: string): number =>
  (setting === 'LONGSHORE_HTTP_PORT' ? httpPort : setting === 'LONGSHORE_HTTPS_PORT' ? httpsPort : port) ?? port
