import type { addressCalls } from '../../../src/contract/calls/compute/address-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import { addressHandlers } from './address-handlers.ts'
import { createListeningRecorder } from './record-listening.ts'

type Options = Parameters<typeof addressHandlers>[0] & Parameters<typeof createListeningRecorder>[0]

export type AddressCall = keyof typeof addressCalls

export interface Addresses {
  handlers: Handlers<AddressCall>
  /** Shows at instances where the gateway cannot listen. */
  recordListening: ReturnType<typeof createListeningRecorder>
}

export const createAddresses = (options: Options): Addresses => ({
  handlers: addressHandlers(options),
  recordListening: createListeningRecorder(options),
})
