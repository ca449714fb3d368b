/** What a client says of itself before anything is encrypted. */
export interface ClientHello {
  serverName: string | undefined
  protocols: string[]
}

/** No record is longer (RFC 8446, section 5.1). */
const MAX_RECORD = 16_384
const RECORD_HEAD = 5
const HANDSHAKE = 22
const CLIENT_HELLO = 1
const SERVER_NAME = 0
const PROTOCOLS = 16

/** Reads fields of a buffer one after another; throws a RangeError beyond its end. */
class Reader {
  #at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length
  }

  number(length: number): number {
    const value = this.#bytes.readUIntBE(this.#at, length)
    this.#at += length
    return value
  }

  bytes(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('beyond the end')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** Reads a field that begins with its length. */
  sized(lengthBytes: number): Buffer {
    return this.bytes(this.number(lengthBytes))
  }
}

/** Whether more bytes have to arrive before the first record of a connection can be parsed. */
export function isIncompleteRecord(bytes: Buffer): boolean {
  if (bytes.length > 0 && bytes[0] !== HANDSHAKE) return false
  if (bytes.length < RECORD_HEAD) return true
  const length = bytes.readUInt16BE(RECORD_HEAD - 2)
  return length <= MAX_RECORD && bytes.length < RECORD_HEAD + length
}

/** Parses the first record of a connection (RFC 8446, section 4.1.2). Undefined if it is anything else. */
export function readClientHello(bytes: Buffer): ClientHello | undefined {
  try {
    const record = new Reader(bytes)
    if (record.number(1) !== HANDSHAKE) return undefined
    record.number(2)
    const handshake = new Reader(record.sized(2))
    if (handshake.number(1) !== CLIENT_HELLO) return undefined
    const hello = new Reader(handshake.sized(3))
    hello.bytes(2 + 32)
    hello.sized(1)
    hello.sized(2)
    hello.sized(1)
    return readExtensions(new Reader(hello.sized(2)))
  } catch {
    return undefined
  }
}

function readExtensions(extensions: Reader): ClientHello {
  const found: ClientHello = { serverName: undefined, protocols: [] }
  while (!extensions.isDone) {
    const type = extensions.number(2)
    const data = new Reader(extensions.sized(2))
    if (type === SERVER_NAME) {
      const names = new Reader(data.sized(2))
      if (names.number(1) === 0) found.serverName = names.sized(2).toString('latin1').toLowerCase()
    } else if (type === PROTOCOLS) {
      const protocols = new Reader(data.sized(2))
      while (!protocols.isDone) found.protocols.push(protocols.sized(1).toString('latin1'))
    }
  }
  return found
}
