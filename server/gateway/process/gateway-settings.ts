import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Config } from '../../config.ts'

export const gatewaySettings = v.object({
  host: v.string(),
  /** 0 lets the system choose one. */
  port: v.number(),
  mode: v.picklist(['sandbox', 'production']),
  publicUrl: v.string(),
  instancesUrl: v.string(),
  trustProxy: v.array(v.string()),
  /** Unix sockets: on the first the gateway takes commands, on the second the control plane serves the console. */
  controlSocket: v.string(),
  consoleSocket: v.string(),
  fingerprint: v.string(),
})

export type GatewaySettings = v.InferOutput<typeof gatewaySettings>

type Given = Omit<GatewaySettings, 'fingerprint'>

/** Returns the gateway's settings. It gets no secrets. */
export function gatewaySettingsFrom(
  { host, port, mode, publicUrl, instancesUrl, trustProxy }: Pick<Config, Exclude<keyof Given, `${string}Socket`>>,
  sockets: Pick<Given, 'controlSocket' | 'consoleSocket'>,
  version: string,
): GatewaySettings {
  const given: Given = { host, port, mode, publicUrl, instancesUrl, trustProxy, ...sockets }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([version, given]))
    .digest('hex')
  return { ...given, fingerprint }
}
