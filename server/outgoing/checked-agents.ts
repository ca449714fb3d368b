import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http'
import { type RequestOptions, Agent as SecureAgent, type AgentOptions as SecureAgentOptions } from 'node:https'
import { connect, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { PermittedAddresses } from './permitted-addresses.ts'

export interface CheckedAgents {
  http: Agent
  https: SecureAgent
}

/**
 * Returns agents whose connections go to permitted addresses only, for Node's own client and for libraries such as the
 * S3 client. An address is checked when a connection is made, and the connection goes to that very address.
 */
export function createCheckedAgents(permitted: PermittedAddresses, options: SecureAgentOptions): CheckedAgents {
  return { http: new CheckedAgent(permitted, options), https: new CheckedSecureAgent(permitted, options) }
}

type OnCreated = (error: Error | null, socket: Socket) => void

class CheckedAgent extends Agent {
  readonly #permitted: PermittedAddresses
  constructor(permitted: PermittedAddresses, options: AgentOptions) {
    super(options)
    this.#permitted = permitted
  }
  override createConnection(options: ClientRequestArgs, onCreated?: OnCreated): undefined {
    checked(this.#permitted, options as TcpNetConnectOpts, connect, onCreated)
  }
}

class CheckedSecureAgent extends SecureAgent {
  readonly #permitted: PermittedAddresses
  constructor(permitted: PermittedAddresses, options: SecureAgentOptions) {
    super(options)
    this.#permitted = permitted
  }
  override createConnection(options: RequestOptions, onCreated?: OnCreated): undefined {
    checked(this.#permitted, options as TcpNetConnectOpts, connectSecurely, onCreated)
  }
}

/**
 * Resolves the name before the connection: Node asks no lookup for a literal address. Node fills in the host and the
 * port of every request.
 */
function checked(
  permitted: PermittedAddresses,
  options: TcpNetConnectOpts,
  open: (options: TcpNetConnectOpts) => Socket,
  onCreated: OnCreated | undefined,
): void {
  // An agent that fails creates no socket, whatever the type of its callback requires.
  const onFailed = onCreated as ((error: Error) => void) | undefined
  permitted(options.host ?? 'localhost', Number(options.port)).then(
    (addresses) => onCreated?.(null, open({ ...options, lookup: pinned(addresses) })),
    (error: Error) => onFailed?.(error),
  )
}

/** A lookup that returns addresses which were checked already, so that a second answer of DNS is never used. */
export const pinned =
  (addresses: Awaited<ReturnType<PermittedAddresses>>): LookupFunction =>
  (_hostname, { all, family }, callback) => {
    const matching = family === 4 || family === 6 ? addresses.filter((each) => each.family === family) : addresses
    const [first] = matching
    if (!first) return callback(Object.assign(new Error('No address of this family.'), { code: 'ENOTFOUND' }), [])
    if (all) callback(null, matching)
    else callback(null, first.address, first.family)
  }
