import { setTimeout as delay } from 'node:timers/promises'
import type { ControlPlane } from '../control-plane.ts'

/** Kills a control plane after a random time, and starts it again. */
export async function crash(controlPlane: ControlPlane, maxDelayMs: number): Promise<void> {
  await delay(Math.random() * maxDelayMs)
  await controlPlane.kill()
  await controlPlane.start()
}
