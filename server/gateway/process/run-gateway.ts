import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import * as v from 'valibot'
import { collectGarbageWhenIdle } from '../../start-up/idle-memory.ts'
import { gatewaySettings } from './gateway-settings.ts'
import { startGateway } from './start-gateway.ts'

const GRACE_MS = 2000
const ORPHAN_CHECK_MS = 1000
const FLUSH_MS = 2000
/** Long enough for the control plane to read the reason. */
const FAILED_MS = 2000

/** Runs the gateway until it is told to stop, or its data folder is removed while no control plane is connected. */
export async function runGateway(settingsJson: string): Promise<void> {
  const settings = v.parse(v.pipe(v.string(), v.parseJson(), gatewaySettings), settingsJson)
  const gateway = await startGateway(settings, () => process.exit(0))
  if (gateway.listenError !== null) return void setTimeout(() => process.exit(1), FAILED_MS)
  process.on('SIGTERM', () => void gateway.stop(GRACE_MS))
  setInterval(() => {
    if (!gateway.control.isConnected && !existsSync(settings.controlSocket)) process.exit(0)
  }, ORPHAN_CHECK_MS)
  collectGarbageWhenIdle()
  setTimeout(flushCompileCache, FLUSH_MS).unref()
}
