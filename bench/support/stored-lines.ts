import type { LogPacket } from '../../src/contract/wire/log.ts'
import { linesOf } from '../../src/rules/log-batch.ts'
import { client } from './control-plane.ts'

/** Reads the whole log of an image that numbers its lines; resolves with the numbers of lost and duplicate lines. */
export const checkStoredLines = async (url: string, token: string, deploymentId: string, lines: number) => {
  const times = new Uint8Array(lines + 1)
  let read = 0
  for (let first = 1; ; ) {
    const { packets, head } = await client(url, token).request<{ packets: LogPacket[]; head: number }>(
      'GET',
      `compute-instance/deployment/${deploymentId}/logs/range?logType=instanceLogs&first=${first}&last=999999999`,
    )
    for (const packet of packets) {
      if (packet.kind !== 'lines') continue
      for (const { log } of linesOf(packet)) {
        const number = Number(/^line (\d+) of/.exec(log)?.[1] ?? 0)
        times[number] = Math.min(255, (times[number] ?? 0) + 1)
        read += 1
      }
    }
    const last = packets.at(-1)?.sequence ?? head
    if (last >= head) break
    first = last + 1
  }
  const counted = times.subarray(1)
  return { read, lost: counted.filter((seen) => seen === 0).length, doubled: counted.filter((seen) => seen > 1).length }
}
