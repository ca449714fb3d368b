const MIB = 1_048_576
const GIB = 1_073_741_824

/** The size of an instance: cpu in milli-units, memory and storage in bytes. */
export interface Size {
  cpu: number
  memory: number
  storage: number
}

const figure = (value: number): string => String(Number(value.toFixed(2)))

export const formatCpu = (milli: number): string => `${figure(milli / 1000)} vCPU`

export const formatBytes = (bytes: number): string =>
  bytes < GIB ? `${figure(bytes / MIB)} MiB` : `${figure(bytes / GIB)} GiB`

/** `0.5 vCPU · 512 MiB memory · 5 GiB disk` */
export const formatSize = ({ cpu, memory, storage }: Size): string =>
  `${formatCpu(cpu)} · ${formatBytes(memory)} memory · ${formatBytes(storage)} disk`
