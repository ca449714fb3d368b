import { type ChunkedBody, createChunkedBody } from './chunked-body.ts'
import { MalformedResponse, parseResponseHead, type ResponseHead } from './response-head.ts'

export interface ResponseHandler {
  onHead(head: ResponseHead): void
  /** The bytes are valid only during the call. */
  onData(bytes: Buffer): void
  onEnd(): void
  /** The instance accepted the upgrade; the bytes that follow its head are no response any more. */
  onUpgrade?: (head: ResponseHead, rest: Buffer) => void
}

export interface ResponseParser {
  /** False until the first byte of a response has arrived. */
  readonly isStarted: boolean
  /** The next bytes are the response to a request with this method. */
  expect(method: string, handler: ResponseHandler): void
  /** Throws `MalformedResponse`, also for bytes that nothing expects. */
  read(bytes: Buffer): void
  /** Returns whether the end of the connection is the proper end of the response. */
  end(): boolean
}

const MAX_HEAD_BYTES = 32_768
const MAX_INTERIM_HEADS = 16
const endOfHead = Buffer.from('\r\n\r\n')
const lineFeedAlone = /(?:^|[^\r])\n/
const nothing = Buffer.alloc(0)
const noBody: ResponseHead['framing'] = { kind: 'none' }

/** Parses the responses of one connection, one at a time. Its strictness decides what a hostile instance can do. */
export function createResponseParser(): ResponseParser {
  let handler: ResponseHandler | undefined
  let method = ''
  let state: 'head' | 'length' | 'chunked' | 'untilClose' = 'head'
  let isStarted = false
  let heldHead = nothing
  let interimHeads = 0
  let bytesLeft = 0
  let chunks: ChunkedBody | undefined

  function finish(): void {
    const finished = handler
    handler = undefined
    finished?.onEnd()
  }

  /** Returns the offset after the head, or -1 when it goes on in later bytes, which are read together. */
  function readHead(bytes: Buffer, from: number, to: ResponseHandler): number {
    const end = bytes.indexOf(endOfHead, from)
    if ((end === -1 ? bytes.length : end) - from > MAX_HEAD_BYTES)
      throw new MalformedResponse('The head of the response is too long')
    if (end === -1) {
      // Such a head would never end.
      if (lineFeedAlone.test(bytes.toString('latin1', from)))
        throw new MalformedResponse('A line of the head ends without a carriage return')
      heldHead = Buffer.from(bytes.subarray(from))
      return -1
    }
    const head = parseResponseHead(bytes.toString('latin1', from, end + 2))
    const next = end + endOfHead.length
    if (head.status === 101 && to.onUpgrade) {
      handler = undefined
      to.onUpgrade(head, bytes.subarray(next))
      return -1
    }
    if (head.status < 200) onInterim(head)
    else onHead(head, to)
    return next
  }

  function onHead(head: ResponseHead, to: ResponseHandler): void {
    // What follows the head of such a response is surplus, whatever its headers say.
    const hasNoBody = method === 'HEAD' || head.status === 204 || head.status === 304
    const framing = hasNoBody ? noBody : head.framing
    to.onHead(head)
    if (framing.kind === 'none' || (framing.kind === 'length' && framing.length === 0)) return void finish()
    state = framing.kind
    if (framing.kind === 'length') bytesLeft = framing.length
    else if (framing.kind === 'chunked') chunks = createChunkedBody()
  }

  function onInterim({ status }: ResponseHead): void {
    interimHeads += 1
    // The gateway answers `Expect` itself, so an instance has nothing to continue or to switch to.
    if (status < 102 || interimHeads > MAX_INTERIM_HEADS)
      throw new MalformedResponse(`The instance sent ${status} unrequested`)
  }

  function readLength(bytes: Buffer, from: number, to: ResponseHandler): number {
    const end = Math.min(from + bytesLeft, bytes.length)
    bytesLeft -= end - from
    to.onData(from === 0 && end === bytes.length ? bytes : bytes.subarray(from, end))
    if (bytesLeft === 0) finish()
    return end
  }

  /** Returns the offset after what was read; -1 when everything was. */
  function readNext(bytes: Buffer, from: number, to: ResponseHandler): number {
    if (state === 'head') return readHead(bytes, from, to)
    if (state === 'length') return readLength(bytes, from, to)
    if (state === 'chunked' && chunks) {
      const end = chunks.read(bytes, from, to.onData)
      if (end !== -1) finish()
      return end
    }
    to.onData(bytes.subarray(from))
    return -1
  }

  return {
    get isStarted() {
      return isStarted
    },

    expect(expectedMethod, expectedBy) {
      method = expectedMethod
      handler = expectedBy
      state = 'head'
      isStarted = false
      interimHeads = 0
    },

    read(received) {
      isStarted = true
      let bytes = received
      if (heldHead.length > 0) {
        bytes = Buffer.concat([heldHead, received])
        heldHead = nothing
      }
      let at = 0
      while (at !== -1 && at < bytes.length) {
        if (!handler) throw new MalformedResponse('The instance sent bytes after its response')
        at = readNext(bytes, at, handler)
      }
    },

    end() {
      if (!handler || state !== 'untilClose') return false
      finish()
      return true
    },
  }
}
