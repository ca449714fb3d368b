const MIB = 1_048_576
const GIB = 1_073_741_824

/** What an instance gets: cpu in milli-units, memory and storage in bytes. */
export interface Size {
  cpu: number
  memory: number
  storage: number
}

const figure = (value: number): string => String(Number(value.toFixed(2)))

export const cpuWords = (milli: number): string => `${figure(milli / 1000)} vCPU`

export const bytesWords = (bytes: number): string =>
  bytes < GIB ? `${figure(bytes / MIB)} MiB` : `${figure(bytes / GIB)} GiB`

/** `0.5 vCPU · 512 MiB memory · 5 GiB disk` */
export const sizeWords = ({ cpu, memory, storage }: Size): string =>
  `${cpuWords(cpu)} · ${bytesWords(memory)} memory · ${bytesWords(storage)} disk`
