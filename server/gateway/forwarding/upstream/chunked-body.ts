import { MalformedResponse } from './response-head.ts'

export interface ChunkedBody {
  /** Calls back with the data of chunks. Returns the offset after the body, or -1 when the body goes on. */
  read(bytes: Buffer, from: number, onData: (data: Buffer) => void): number
}

type Expected = 'size' | 'data' | 'dataEnd' | 'trailer'

/** A size, with extensions, or a trailer. */
const MAX_LINE_BYTES = 8192
const MAX_TRAILER_BYTES = 32_768
const CARRIAGE_RETURN = 13
const LINE_FEED = 10
const sizeLine = /^([\da-fA-F]{1,13})(?:[\t ]*;[\t\x20-\x7e\x80-\xff]*)?$/
const trailerLine = /^[!#$%&'*+.^_`|~\dA-Za-z-]+:[\t\x20-\x7e\x80-\xff]*$/

/** Decodes a chunked body (RFC 9112, section 7.1) and drops its trailers. Throws `MalformedResponse`. */
export function createChunkedBody(): ChunkedBody {
  let expected: Expected = 'size'
  let dataLeft = 0
  let line = ''
  let trailerBytes = 0

  /** Adds to the line. Returns the offset after its line break, or -1 when the line goes on. */
  function readLine(bytes: Buffer, from: number): number {
    const feed = bytes.indexOf(LINE_FEED, from)
    line += bytes.toString('latin1', from, feed === -1 ? bytes.length : feed + 1)
    if (line.length > MAX_LINE_BYTES) throw new MalformedResponse('A line of a chunked body is too long')
    if (feed === -1) return -1
    if (line.charCodeAt(line.length - 2) !== CARRIAGE_RETURN)
      throw new MalformedResponse('A line of a chunked body ends without a carriage return')
    line = line.slice(0, -2)
    return feed + 1
  }

  function onSize(): void {
    const digits = sizeLine.exec(line)?.[1]
    if (digits === undefined) throw new MalformedResponse('The size of a chunk is no number')
    dataLeft = Number.parseInt(digits, 16)
    expected = dataLeft > 0 ? 'data' : 'trailer'
  }

  /** Returns whether this line ends the body. */
  function onTrailer(): boolean {
    if (line === '') return true
    trailerBytes += line.length
    if (!trailerLine.test(line) || trailerBytes > MAX_TRAILER_BYTES)
      throw new MalformedResponse('A trailer of the response is malformed')
    return false
  }

  function onLine(): boolean {
    if (expected === 'size') onSize()
    else if (expected === 'trailer') return onTrailer()
    else if (line === '') expected = 'size'
    else throw new MalformedResponse('A chunk is longer than its size')
    return false
  }

  return {
    read(bytes, from, onData) {
      let at = from
      while (at < bytes.length) {
        if (expected === 'data') {
          const end = Math.min(at + dataLeft, bytes.length)
          dataLeft -= end - at
          if (dataLeft === 0) expected = 'dataEnd'
          onData(bytes.subarray(at, end))
          at = end
          continue
        }
        const next = readLine(bytes, at)
        if (next === -1) return -1
        const isEnd = onLine()
        line = ''
        if (isEnd) return next
        at = next
      }
      return -1
    },
  }
}
