import type { Container, Network } from 'dockerode'
import { statusOf } from '../docker-failure.ts'

/** Connects a container under these names; reconnects it where it has others, or is in a network that was re-created. */
export async function connectContainer(
  network: Network,
  container: Container,
  aliases: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const abort = { abortSignal: signal }
  const [{ Id, Name }, info] = await Promise.all([network.inspect(), container.inspect(abort)])
  const endpoint = info.NetworkSettings.Networks[Name]
  if (endpoint) {
    // Podman reports the network's name instead of its id. Engines add the container's short id to its names.
    const isSame = !endpoint.NetworkID || endpoint.NetworkID === Id || endpoint.NetworkID === Name
    const present: string[] = endpoint.Aliases ?? []
    const current = new Set(present.filter((alias) => !info.Id.startsWith(alias) && `/${alias}` !== info.Name))
    const isNamed = aliases.length === current.size && aliases.every((alias) => current.has(alias))
    if (isSame && isNamed) return
    await network.disconnect({ Container: info.Id, Force: true, ...abort })
    if (isSame && (await reconnect(network, info.Id, aliases, endpoint, signal))) return
  }
  try {
    await network.connect({ Container: info.Id, EndpointConfig: { Aliases: [...aliases] }, ...abort })
  } catch (error) {
    // Another call has connected it meanwhile.
    if (statusOf(error) !== 403 && !isConnected(error)) throw error
  }
}

const abortWith = (abortSignal: AbortSignal) => ({ abortSignal })

interface Endpoint {
  IPAddress?: string
  MacAddress?: string
}

/** Connects under other names with the same addresses, so that open connections go on. False where that is refused. */
async function reconnect(
  network: Network,
  containerId: string,
  aliases: readonly string[],
  { IPAddress, MacAddress }: Endpoint,
  signal: AbortSignal,
): Promise<boolean> {
  if (!IPAddress) return false
  const addresses = { IPAMConfig: { IPv4Address: IPAddress }, ...(MacAddress && { MacAddress }) }
  const options = { Container: containerId, EndpointConfig: { Aliases: [...aliases], ...addresses } }
  try {
    await network.connect({ ...options, ...abortWith(signal) })
    return true
  } catch {
    signal.throwIfAborted()
    return false
  }
}

const isConnected = (error: unknown): boolean =>
  error instanceof Error && /already (exists in network|connected|attached)/i.test(error.message)
