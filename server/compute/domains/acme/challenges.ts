import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import type { Log } from '../../../log.ts'
import { baseOf } from '../checks/required-records.ts'

export type ChallengeType = 'http-01' | 'tls-alpn-01' | 'dns-01'

/** Where this installation's own gateway listens. */
export interface GatewayPlace {
  host: string
  port: number
  httpsPort: number | null
}

/** Sets records for DNS-01 challenges. */
export interface DnsProvider {
  set(name: string, value: string): Promise<void>
  remove(name: string, value: string): Promise<void>
}

const HOOK_MS = 60_000
const PROBE_MS = 3000
const run = promisify(execFile)

/** Runs the operator's program as `PROGRAM set|remove NAME VALUE`, without a shell. */
export const createDnsHook = (program: string, log: Log): DnsProvider => {
  const call = async (action: 'set' | 'remove', name: string, value: string) => {
    try {
      await run(program, [action, name, value], { timeout: HOOK_MS, env: { PATH: process.env.PATH } })
    } catch (error) {
      // What it prints may be secret.
      log.warn({ err: error, action, name }, 'the program of LONGSHORE_DNS_HOOK failed')
      throw new Error(
        'The program of LONGSHORE_DNS_HOOK failed. The operator finds the reason in the log of the server.',
      )
    }
  }
  return { set: (name, value) => call('set', name, value), remove: (name, value) => call('remove', name, value) }
}

export const dnsChallengeName = (name: string): string => `_acme-challenge.${baseOf(name)}`
/** The name below the operator's zone to which the owner of a domain delegates its challenges. */
export const delegatedName = (proof: string, zone: string): string => `${proof}.${zone}`

export const dnsChallengeValue = (keyAuthorization: string): string =>
  createHash('sha256').update(keyAuthorization).digest('base64url')

const localHost = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

/** Whether the gateway answers an HTTP-01 challenge as the authority will ask for it. */
export const respondsOverHttp = (
  { host, port }: GatewayPlace,
  name: string,
  token: string,
  expected: string,
): Promise<boolean> =>
  new Promise((resolve) => {
    const path = `/.well-known/acme-challenge/${token}`
    const sent = request(
      { host: localHost(host), port, path, headers: { host: name }, timeout: PROBE_MS },
      (response) => {
        let body = ''
        response.on('data', (part) => {
          body += part
          if (body.length > 1000) sent.destroy()
        })
        response.on('end', () => resolve(body.trim() === expected))
      },
    )
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(false))
    sent.on('close', () => resolve(false))
    sent.end()
  })

/** Whether the gateway answers this TLS-ALPN-01 challenge for a name: its certificate has the digest of the key authorization. */
export const respondsOverTls = (
  { host, httpsPort }: GatewayPlace,
  name: string,
  keyAuthorization: string,
): Promise<boolean> =>
  new Promise((resolve) => {
    if (httpsPort === null) return resolve(false)
    const socket = connect(
      {
        host: localHost(host),
        port: httpsPort,
        servername: name,
        ALPNProtocols: ['acme-tls/1'],
        rejectUnauthorized: false,
      },
      () => {
        const digest = createHash('sha256').update(keyAuthorization).digest()
        resolve(socket.alpnProtocol === 'acme-tls/1' && socket.getPeerCertificate().raw?.includes(digest))
        socket.destroy()
      },
    )
    socket.setTimeout(PROBE_MS, () => socket.destroy())
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
  })
