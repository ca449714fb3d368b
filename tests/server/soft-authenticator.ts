import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { CreatedPasskey, SignedPasskey } from '../../src/contract/wire/factor.ts'

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

const head = (major: number, size: number): Buffer => {
  const type = major << 5
  if (size < 24) return Buffer.from([type | size])
  if (size < 256) return Buffer.from([type | 24, size])
  return Buffer.from([type | 25, size >> 8, size & 255])
}

const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])])
  return Buffer.concat([head(2, value.length), value])
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const coordinate = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')

export interface SoftPasskey {
  id: string
  key: KeyObject
  publicKey: Buffer
  userHandle: string
  counter: number
}

/** How a response deviates from a valid one. */
export interface ResponseOverrides {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  userHandle?: string | undefined
  isVerified?: boolean
  counter?: number
}

interface Options {
  challenge: string
  user?: { id: string }
}

/** Simulates a browser and an authenticator with ES256. */
export const softAuthenticator = (origin: string, rpId = 'localhost') => {
  const clientData = (type: string, options: Options, overrides: ResponseOverrides): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: overrides.type ?? type,
        challenge: overrides.challenge ?? options.challenge,
        origin: overrides.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const authData = (
    flags: number,
    counter: number,
    overrides: ResponseOverrides,
    more: Uint8Array = Buffer.alloc(0),
  ): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(overrides.counter ?? counter)
    const verified = overrides.isVerified === false ? 0 : 0x04
    return Buffer.concat([sha256(overrides.rpId ?? rpId), Buffer.from([flags | 0x01 | verified]), count, more])
  }

  return {
    create: (options: Options, overrides: ResponseOverrides = {}): { passkey: SoftPasskey; reply: CreatedPasskey } => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x, y } = publicKey.export({ format: 'jwk' })
      const cose = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, coordinate(x)],
          [-3, coordinate(y)],
        ]),
      )
      const id = randomBytes(32)
      const passkey = {
        id: id.toString('base64url'),
        key: privateKey,
        publicKey: cose,
        userHandle: options.user?.id ?? '',
        counter: 0,
      }
      return { passkey, reply: registrationResponse(passkey, options, overrides) }
    },

    /** Returns the same credential again, as if another account added it. */
    createAgain: (passkey: SoftPasskey, options: Options, overrides: ResponseOverrides = {}): CreatedPasskey =>
      registrationResponse(passkey, options, overrides),

    sign: (passkey: SoftPasskey, options: Options, overrides: ResponseOverrides = {}): SignedPasskey => {
      passkey.counter += 1
      const data = authData(0, passkey.counter, overrides)
      const client = clientData('webauthn.get', options, overrides)
      const userHandle = 'userHandle' in overrides ? overrides.userHandle : passkey.userHandle
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), passkey.key).toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      }
    },
  }

  function registrationResponse(passkey: SoftPasskey, options: Options, overrides: ResponseOverrides): CreatedPasskey {
    const id = Buffer.from(passkey.id, 'base64url')
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, passkey.publicKey])
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData(0x40, 0, overrides, attested)],
    ])
    return {
      id: passkey.id,
      rawId: passkey.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', options, overrides).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }
}
