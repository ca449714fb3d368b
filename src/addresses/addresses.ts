import type { CallMessage } from '../contract/call-message.ts'
import { addressKind } from '../contract/kinds/address-kind.ts'
import type { Address } from '../contract/wire/instance/address.ts'
import { type Entities, forget, noEntities } from '../core/entities.ts'
import { rowOf } from '../core/shards.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { entityHandlers } from '../resources/entity-handlers.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type Addresses = Entities<Address>

export const addresses = slice<Addresses, CallMessage | LiveMessage | SessionMessage>(noEntities, {
  ...entityHandlers(addressKind, {
    readProjectAddresses: (response) => response.addresses,
    readAddress: ({ address }) => [address],
    leaseAddress: ({ address }) => [address],
  }),
  ...resetOnUserChange(forget),
})

export const selectAddresses = (state: { addresses: Addresses }): Addresses => state.addresses

export const selectAddress =
  (id: string) =>
  (state: { addresses: Addresses }): Address | null =>
    rowOf(state.addresses.shards, id) ?? null
