import type { CallResponse, CallShape, Input, Parsed } from './call.ts'
import { consoleCalls } from './parts/console-calls.ts'
import { furtherCalls } from './parts/further-calls.ts'

/** Every call of the API, by name. */
export const contract = { ...consoleCalls, ...furtherCalls }

export type Contract = typeof contract
export type CallName = keyof Contract
export type InputOf<N extends CallName> = Input<Contract[N]>
export type ResponseOf<N extends CallName> = CallResponse<Contract[N]>
export type ParsedOf<N extends CallName> = Parsed<Contract[N]>

type IsQuery<C> = C extends { method: 'GET' } | { isReadOnly: true } ? true : false
/** Calls with a streamed response: each item is a response. */
export type StreamedName = { [N in CallName]: Contract[N] extends { isStreamed: true } ? N : never }[CallName]
/** Calls with a single response. */
export type UnaryName = Exclude<CallName, StreamedName>
export type QueryName = { [N in UnaryName]: IsQuery<Contract[N]> extends true ? N : never }[UnaryName]
export type MutationName = Exclude<UnaryName, QueryName>

export const callNamed = (name: CallName): CallShape => contract[name]
