import type { LogStream } from '../../../../src/contract/wire/log.ts'
import { withoutColours } from '../../logs/search/without-colours.ts'
import type { DrainRecord } from './record.ts'

const LOCAL0 = 16
const severities: Record<LogStream, number> = { stderr: 3, system: 5, stdout: 6 }
/** RFC 5425 asks receivers to take 8192 bytes. A longer line is sent as several messages. */
const MESSAGE_BYTES = 7168
/** Reserved for documentation: Longshore has no number of its own. */
const ELEMENT = 'longshore@32473'

/** Returns a line as messages of RFC 5424, each with its length before it (RFC 5425), so that no text can begin one. */
export function syslogFrames(record: DrainRecord): Buffer {
  const pieces = piecesOf(visible(record.text))
  return Buffer.concat(
    pieces.map((piece, index) => {
      const header = headerOf(record, pieces.length > 1 ? `${index + 1}/${pieces.length}` : '')
      const message = Buffer.concat([Buffer.from(header), piece])
      return Buffer.concat([Buffer.from(`${message.length} `), message])
    }),
  )
}

function headerOf({ origin, stream, atMs, sequence }: DrainRecord, part: string): string {
  const facts = {
    organization: origin.organization,
    project: origin.project,
    instance: origin.instance,
    deploymentId: origin.deploymentId,
    stream,
    sequence: String(sequence),
    ...(part !== '' && { part }),
  }
  const data = Object.entries(facts).map(([name, value]) => `${name}="${escaped(value)}"`)
  const fields = [
    `<${LOCAL0 * 8 + severities[stream]}>1`,
    new Date(atMs).toISOString(),
    word(origin.instance, 255),
    word(origin.service, 48),
    String(origin.replica),
    word(origin.logType, 32),
    `[${[ELEMENT, ...data].join(' ')}]`,
  ]
  return `${fields.join(' ')} `
}

/** A field of the header holds visible ASCII characters only. */
const word = (text: string, longest: number): string => text.replace(/[^\x21-\x7e]+/g, '-').slice(0, longest) || '-'

const escaped = (text: string): string => visible(text).replace(/["\\\]]/g, '\\$&')

/** Control characters could end a message for a receiver that splits by lines. */
const visible = (text: string): string => withoutColours(text).replace(/[^\P{Cc}\t]|[\u2028\u2029]/gu, ' ')

/** Cuts between characters. */
function piecesOf(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let from = 0; from < bytes.length || pieces.length === 0; ) {
    let to = Math.min(bytes.length, from + MESSAGE_BYTES)
    while (to < bytes.length && to > from + 1 && ((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1
    pieces.push(bytes.subarray(from, to))
    from = to
    if (bytes.length === 0) break
  }
  return pieces
}
