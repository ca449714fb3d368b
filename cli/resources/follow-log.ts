import type { DeploymentId } from '../../src/contract/wire/common.ts'
import type { LogPacket, LogType } from '../../src/contract/wire/log.ts'
import type { CommandContext } from '../command.ts'

interface Log {
  id: DeploymentId
  logType: LogType
  serviceName?: string
}

/** Follows a log by reading what is new. */
export interface LogReader {
  /** Prints the lines after those that were printed. Resolves with how many there were. */
  printNew(): Promise<number>
}

const ALL = 999_999_999_999_999

export const createLogReader = ({ client, output }: CommandContext, log: Log, after: number): LogReader => {
  let last = after
  const print = (packet: LogPacket): number => {
    last = packet.sequence
    if (packet.kind === 'gap') {
      output.error(`(lines ${packet.first} to ${packet.sequence} are no longer stored)`)
      return 0
    }
    const lines = packet.text.split('\n')
    for (const line of lines) output.logLine(line)
    return lines.length
  }
  return {
    printNew: async () => {
      let printed = 0
      for (;;) {
        const { packets } = await client.call('readLogRange', { ...log, first: last + 1, last: ALL })
        if (packets.length === 0) return printed
        for (const packet of packets) printed += print(packet)
      }
    },
  }
}
