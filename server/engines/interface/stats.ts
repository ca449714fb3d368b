export interface WorkloadStats {
  atMs: number
  /** Processor time used since the start, in microseconds. */
  cpuMicros: number
  memoryBytes: number
  memoryLimitBytes: number
  /** Since the start, on all networks but its own loopback; absent where the engine does not measure it. */
  networkInBytes?: number | undefined
  networkOutBytes?: number | undefined
  /** Read from and written to disks since the start, without what the kernel's cache served. */
  diskReadBytes?: number | undefined
  diskWriteBytes?: number | undefined
}
