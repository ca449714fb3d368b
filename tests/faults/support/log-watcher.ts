import { deploymentTopic } from '../../../src/contract/topics.ts'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { LogLine, LogPacket } from '../../../src/contract/wire/log.ts'
import { linesOf } from '../../../src/rules/log-batch.ts'
import { apiOf } from './api.ts'
import { type Watcher, type WatcherOptions, watchTopic } from './watcher.ts'

export interface LogWatcher extends Watcher {
  /** Returns every received line, with the gaps filled from the server, by sequence number from 1. */
  lines(): Promise<LogLine[]>
  /** The last sequence number that was received or skipped. */
  last(): number
}

interface RangeResponse {
  packets: LogPacket[]
  oldest: number
  head: number
}

/** Watches the log of a deployment as a console does: live lines, and a range request for each gap. */
export const watchLog = async (
  url: string,
  token: string,
  deploymentId: string,
  options: WatcherOptions = {},
): Promise<LogWatcher> => {
  const topic = deploymentTopic(deploymentId as DeploymentId, 'instanceLogs')
  const watcher = await watchTopic(url, token, topic, { after: 0, ...options })
  const received = () => watcher.packets as unknown as LogPacket[]

  const fill = async (first: number, last: number): Promise<LogLine[]> => {
    const lines: LogLine[] = []
    while (first + lines.length <= last) {
      const query = `logType=instanceLogs&first=${first + lines.length}&last=${last}`
      const { body } = await apiOf(options.fillFrom ?? url, token).request<RangeResponse>(
        'GET',
        `compute-instance/deployment/${deploymentId}/logs/range?${query}`,
      )
      const part = body.packets.flatMap((packet) => (packet.kind === 'lines' ? linesOf(packet) : []))
      if (part.length === 0) throw new Error(`The server has no line ${first + lines.length}.`)
      lines.push(...part)
    }
    return lines
  }

  return {
    ...watcher,
    last: () => received().at(-1)?.sequence ?? 0,
    lines: async () => {
      const parts: LogLine[] = []
      for (const packet of received()) {
        for (const line of packet.kind === 'lines' ? linesOf(packet) : await fill(packet.first, packet.sequence))
          parts.push(line)
      }
      return parts
    },
  }
}

/** Returns the lines of the counting image that are out of sequence; empty when all are in order. */
export const sequenceErrors = (lines: readonly LogLine[]): string[] =>
  lines.flatMap(({ sequence, log }, index) => {
    const number = Number(/^line (\d+) of/.exec(log)?.[1])
    return sequence === index + 1 && number === sequence ? [] : [`${index + 1}: ${sequence} ${log.slice(0, 40)}`]
  })
