/** Networks that workloads share, beside the isolated network that each workload has of its own. */
export interface EngineNetworks {
  /** Where the published ports of its workloads answer; loopback when not given. */
  readonly publishAddress?: string

  /** Creates the network unless it exists; labels and room of an existing one stay as they are. */
  createNetwork(id: string, labels: Record<string, string>, options?: NetworkOptions): Promise<void>

  /** Does nothing when the network is unknown. Rejects with `networkInUse` while a running workload is connected. */
  removeNetwork(id: string): Promise<void>

  /**
   * Connects a workload, running or not, under these names and no others. Does nothing when it is connected that way;
   * other names replace the previous ones. It keeps its address then, if the engine can, and its open connections with it.
   */
  connect(workloadId: string, networkId: string, aliases: readonly string[]): Promise<void>

  /** Does nothing when the workload or the network is unknown, or they are not connected. */
  disconnect(workloadId: string, networkId: string): Promise<void>
}

export interface NetworkOptions {
  /** The number of workloads that the network must have room for; `DEFAULT_NETWORK_ROOM` when not given. */
  maxWorkloads?: number | undefined
}

export const LOOPBACK = '127.0.0.1'

/** What a /26 subnet holds. */
export const DEFAULT_NETWORK_ROOM = 61

export interface NetworkAttachment {
  networkId: string
  /**
   * Names by which the other workloads of this network find this one: DNS labels in lowercase, with dots between them.
   * Workloads may share a name, which then resolves to all that run.
   */
  aliases: readonly string[]
}
